"""Processes and clusters: the same games wherever they are played, and one sentence where they are not."""

import os
import sys
import threading
from collections.abc import Iterator

import pytest

from axio.arena import Match, Workers, WorkersFailed, play, start_workers
from axio.arena.ladder.timing import machine
from axio.arena.workers import THREADS, alone, processes
from axio.bots import BotFailed, Budget, Choice, make
from axio.kernel.host import threads as kernel
from axio.rules import Malformed, Observation

MATCH = Match("rota", (make("greedy"), make("careful")), 8, "7")
FAILING = f"exec:{sys.executable} -c 'import sys; sys.stdin.readline(); sys.exit(\"no luck\")'"


class Doomed:
    """takes its whole process with it"""

    name = "doomed"
    version = 1

    def choose(self, observation: Observation, budget: Budget, key: bytes) -> Choice:
        os._exit(3)


class Threaded:
    """refuses to play unless it is granted two threads"""

    name = "threaded"
    version = 1

    def choose(self, observation: Observation, budget: Budget, key: bytes) -> Choice:
        if os.environ[THREADS] != "2":
            raise RuntimeError(os.environ[THREADS])
        return make("greedy").choose(observation, budget, key)


@pytest.fixture(scope="module")
def cluster() -> Iterator[Workers]:
    """A real Ray cluster of two workers on this machine."""
    before = set(threading.enumerate())
    with start_workers(jobs=2, threads=2, ray="local") as workers:
        yield workers
    assert not [each for each in set(threading.enumerate()) - before if not each.daemon]


@pytest.mark.xdist_group("ray")
def test_a_cluster_plays_the_same_games(cluster: Workers) -> None:
    """One process or a Ray cluster: the same games in the same order."""
    assert list(cluster.play(MATCH)) == list(play(MATCH))


@pytest.mark.xdist_group("ray")
def test_a_bot_that_fails_on_a_cluster_is_named(cluster: Workers) -> None:
    """What went wrong far away is said here in the bot's own sentence."""
    failing = Match("rota", (make(FAILING), make("greedy")), 4, "7")
    with pytest.raises(BotFailed) as told:
        list(cluster.play(failing))
    assert "it ended with exit status 1 instead of answering: no luck" in str(told.value.cause)  # type: ignore[attr-defined]


@pytest.mark.xdist_group("ray")
def test_threads_are_granted_on_a_cluster(cluster: Workers) -> None:
    """A worker's bots may use as many threads as were granted."""
    assert len(list(cluster.play(Match("rota", (Threaded(),), 2, "7")))) == 2


@pytest.mark.parametrize("address", ["127.0.0.1:9", "ray://127.0.0.1:9", "nowhere"])
def test_no_cluster_is_told_at_once(address: str) -> None:
    """An address where no cluster is gets one sentence, and no minutes of waiting."""
    with pytest.raises(WorkersFailed, match=f"no Ray cluster at {address}: "), start_workers(ray=address):
        pytest.fail("there is no cluster")


def test_without_ray_installed(monkeypatch: pytest.MonkeyPatch) -> None:
    """Where the package is missing, the sentence says how to get it."""
    monkeypatch.setitem(sys.modules, "ray", None)
    with pytest.raises(Malformed, match=r"pip install 'axio-games\[cluster\]'"), start_workers(ray="local"):
        pytest.fail("there is no ray")


def test_a_process_that_dies_is_told() -> None:
    """A worker that is gone ends the match with a sentence."""
    doomed = Match("rota", (Doomed(), make("greedy")), 4, "7")
    with pytest.raises(WorkersFailed, match="a process that played games ended"), processes(2) as workers:
        list(workers.play(doomed))


def test_threads_are_granted_and_taken_back(monkeypatch: pytest.MonkeyPatch) -> None:
    """In processes and in this one, bots may use as many threads as were granted, and only there."""
    monkeypatch.delenv(THREADS, raising=False)
    threaded = Match("rota", (Threaded(),), 2, "7")
    for workers in (alone(2), processes(2, 2)):
        with workers as hired:
            assert len(list(hired.play(threaded))) == 2
        assert THREADS not in os.environ


def test_the_kernel_heeds_the_grant(monkeypatch: pytest.MonkeyPatch) -> None:
    """The variable that workers set is the one the kernel reads; what is no number is refused."""
    assert kernel.LIMIT == THREADS
    monkeypatch.delenv(THREADS, raising=False)
    most = kernel.cores()
    for text, count in (("1", 1), (str(most + 5), most), ("", most)):
        monkeypatch.setenv(THREADS, text)
        assert kernel.cores() == count
    for text in ("0", "-1", "many"):
        monkeypatch.setenv(THREADS, text)
        with pytest.raises(Malformed, match=f"{THREADS} is '{text}': expected a number of threads"):
            kernel.cores()


def test_deals_of_many_matches_come_under_their_label() -> None:
    """Workers play deals of several matches at once; each is returned with what it was asked for."""
    other = Match("rota", (make("random"),), 3, "8")
    tasks = [("pair", MATCH, 3), ("alone", other, 0), ("pair", MATCH, 0), ("alone", other, 2)]
    expected = {
        (label, number): tuple(g for g in play(match) if g.deal == number) for label, match, number in tasks
    }
    for workers in (alone(), processes(2)):
        with workers as hired:
            found = {(label, games[0].deal): games for label, games in hired.play_deals(tasks)}
        assert found == expected


def test_nothing_is_begun_before_it_is_asked_for() -> None:
    """A match that is stopped early plays no more deals than were wanted."""
    asked: list[int] = []

    def tasks() -> Iterator[tuple[int, Match, int]]:
        for number in range(4):
            asked.append(number)
            yield number, MATCH, number

    with alone() as hired:
        next(iter(hired.play_deals(tasks())))
    assert asked == [0]


@pytest.mark.xdist_group("ray")
def test_workers_take_any_call(cluster: Workers) -> None:
    """Anything that can be pickled is done anywhere; only other processes work while this one goes on."""
    with alone() as here, processes(2) as beside:
        for workers, apart in ((here, False), (beside, True), (cluster, True)):
            asked = [workers.submit(divmod, 17, by) for by in (5, 6)]
            assert [each.result() for each in asked] == [(3, 2), (2, 5)]
            assert workers.submit(int, "11", base=2).result() == 3
            assert workers.beside == apart


def test_the_machine_has_a_name() -> None:
    """A table of times says where they were taken: processor, cores, Python."""
    assert f"Python {sys.version_info.major}.{sys.version_info.minor}" in machine()
    assert " core" in machine()
