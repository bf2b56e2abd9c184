"""One run of training from options, as `axio learn` and `python -m axio.learn` make it."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeAlias

from axio.extras import advice
from axio.rules import Malformed

from .settings import DISTILLATION, OUTCOMES, SELFPLAY, TrainingSettings, settings_of

if TYPE_CHECKING:
    from axio.arena.workers import Workers

    from .distillation import Teacher
    from .samples import SampleSource

Report: TypeAlias = Callable[[dict[str, Any]], None]
Export: TypeAlias = Callable[[Path], None]  # writes what was trained


@dataclass(frozen=True)
class Options:
    """What a run is asked to do."""

    game: str = "axio"
    stage: str = OUTCOMES.stage
    minutes: float = 5.0  # 0 trains nothing, and leaves what there is
    folder: str | None = None
    teacher: str | None = None
    device: str = "auto"
    small: bool = False
    changes: tuple[str, ...] = ()
    against: tuple[str, ...] = ()
    jobs: int | None = None
    ray: str | None = None
    export: str | None = None

    @property
    def where(self) -> Path:
        return Path(self.folder or f"learn-{self.game}")

    def file(self, suffix: str) -> Path:
        return self.where / f"{self.stage}{suffix}"


def run(options: Options, report: Report, say: Callable[[str], None]) -> None:
    """Train as the options say. `report` gets every line of the log, `say` every sentence for people."""
    if find_spec("jax") is None:
        raise Malformed(f"axio learn needs JAX: {advice('learn')}")
    if options.export is not None and options.minutes == 0 and not options.file(".npz").exists():
        raise Malformed(f"nothing has been trained in {options.where}: expected --minutes above 0")
    from axio.arena.workers import start_workers

    from .log import write_line

    def log(facts: dict[str, Any]) -> None:
        options.where.mkdir(parents=True, exist_ok=True)
        write_line(options.file(".jsonl"), facts)
        report(facts)

    train = train_policy if options.stage == SELFPLAY else train_network
    with start_workers(jobs_of(options), ray=options.ray if options.minutes > 0 else None) as workers:
        export = train(options, log, workers)
    draw_curves(options, say)
    if options.export is not None:
        export(Path(options.export))
        say(f"The network is in {options.export}.")


def train_network(options: Options, log: Report, workers: Workers) -> Export:
    """The stages `outcomes` and `distillation`."""
    from axio.bots.networks.weights import Network, write_network

    from .distillation import teacher_of
    from .training import Training

    settings = settings_for(options)
    distilling = options.stage == DISTILLATION.stage
    teacher = teacher_of(options.game, options.where, options.teacher) if distilling else None
    if options.minutes > 0:
        prepare(settings)
    source = source_of(settings, workers, teacher)
    training = Training(settings, source, options.device, options.file(".npz"), log, workers)
    if options.minutes > 0:
        training.run(options.minutes)
    root, facts = training.student, training.facts
    leaf, leaf_facts = teacher or (root, facts)
    network = Network(leaf, root, {"leaf": leaf_facts, "root": facts})
    return lambda path: write_network(path, network)


def train_policy(options: Options, log: Report, workers: Workers) -> Export:
    """The stage `selfplay`."""
    from axio.bots.networks.weights import network_of, write_network

    from .selfplay.checkpoint import Checkpoint
    from .selfplay.settings import selfplay_settings
    from .selfplay.training import SelfPlay

    if options.minutes == 0 and options.file(".npz").exists():
        settings = Checkpoint.load(options.file(".npz")).settings
    else:
        settings = selfplay_settings(options.game, options.small, options.changes)
        settings = replace(settings, panel=options.against or settings.panel)
        refuse_unknown(settings.panel, settings.game)
    training = SelfPlay(settings, options.device, options.file(".npz"), log, workers)
    if options.minutes > 0:
        training.run(options.minutes)
    network = network_of(settings.game)
    facts = {**network.facts, "policy": training.facts}
    network = network._replace(policy=training.student, facts=facts)
    return lambda path: write_network(path, network)


def settings_for(options: Options) -> TrainingSettings:
    """The settings that the options ask for; where nothing is trained, those of what there is."""
    from .checkpoint import Checkpoint, refuse_old

    refuse_old(options.where, options.stage)
    settings = settings_of(options.stage, options.game, options.small, options.changes)
    if options.minutes == 0 and options.file(".npz").exists():
        return Checkpoint.load(options.file(".npz")).settings
    settings = replace(settings, panel=options.against or settings.panel)
    refuse_unknown(settings.panel, settings.game)
    return settings


def refuse_unknown(panel: Iterable[str], game: str) -> None:
    """Malformed for an opponent that does not play a game: now, and not after hours."""
    from .strength import opponent

    for each in panel:
        opponent(each, game)


def jobs_of(options: Options) -> int | None:
    """How many processes play. The kernel spreads plain games over threads by itself."""
    from axio.kernel.host.threads import cores

    if options.minutes == 0:
        return 1
    if options.jobs is not None or options.ray is not None:
        return options.jobs
    return 1 if options.stage == OUTCOMES.stage else cores()


def prepare(settings: TrainingSettings) -> None:
    """Compile what is needed, before many processes would each do it."""
    from axio.kernel import warm

    from .samples import outcomes

    warm(settings.game, batches=False)
    if settings.stage == OUTCOMES.stage:
        outcomes(settings.game, 2, 1, 0)


def source_of(settings: TrainingSettings, workers: Workers, teacher: Teacher | None) -> SampleSource:
    from .distillation import Distillation
    from .samples import Outcomes

    if teacher is None:
        return Outcomes(settings, workers)
    return Distillation(settings, teacher.network, workers)


def draw_curves(options: Options, say: Callable[[str], None]) -> None:
    from .log import plot

    try:
        if plot(options.file(".jsonl"), options.file(".svg")):
            say(f"Curves are in {options.file('.svg')}.")
    except ImportError:
        say(f"No curves were drawn, they need Matplotlib: {advice('learn')}")
