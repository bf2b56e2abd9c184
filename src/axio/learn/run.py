"""One run of training from options, as `axio learn` and `python -m axio.learn` make it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, Any

from axio.extras import advice
from axio.rules import Malformed

from .settings import DISTILLATION, OUTCOMES, TrainingSettings, settings_of

if TYPE_CHECKING:
    from axio.arena.workers import Workers

    from .distillation import Teacher
    from .samples import SampleSource
    from .training import Report, Training


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
    from axio.arena.workers import start_workers

    from .distillation import teacher_of
    from .log import write_line
    from .training import Training

    settings = settings_for(options)
    distilling = options.stage == DISTILLATION.stage
    teacher = teacher_of(options.game, options.where, options.teacher) if distilling else None
    options.where.mkdir(parents=True, exist_ok=True)

    def log(facts: dict[str, Any]) -> None:
        write_line(options.file(".jsonl"), facts)
        report(facts)

    with start_workers(jobs_of(options), ray=options.ray if options.minutes > 0 else None) as workers:
        if options.minutes > 0:
            prepare(settings)
        source = source_of(settings, workers, teacher)
        training = Training(settings, source, options.device, options.file(".npz"), log, workers)
        if options.minutes > 0:
            training.run(options.minutes)
    finish(training, teacher, options, say)


def settings_for(options: Options) -> TrainingSettings:
    """The settings that the options ask for; where nothing is trained, those of what there is."""
    from .checkpoint import Checkpoint, refuse_old
    from .strength import opponent

    refuse_old(options.where, options.stage)
    settings = settings_of(options.stage, options.game, options.small, options.changes)
    if options.minutes == 0 and options.file(".npz").exists():
        return Checkpoint.load(options.file(".npz")).settings
    settings = replace(settings, panel=options.against or settings.panel)
    for each in settings.panel:
        opponent(each, settings.game)  # refused now, and not after hours
    return settings


def jobs_of(options: Options) -> int | None:
    """How many processes play. The kernel spreads plain games over threads by itself."""
    from axio.kernel.host.threads import cores

    if options.minutes == 0:
        return 1
    if options.jobs is not None or options.ray is not None:
        return options.jobs
    return cores() if options.stage == DISTILLATION.stage else 1


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


def finish(training: Training, teacher: Teacher | None, options: Options, say: Callable[[str], None]) -> None:
    """Leave curves, and the network to be played where one is asked for."""
    from axio.bots.networks.weights import Network, write_network

    from .log import plot

    try:
        if plot(options.file(".jsonl"), options.file(".svg")):
            say(f"Curves are in {options.file('.svg')}.")
    except ImportError:
        say(f"No curves were drawn, they need Matplotlib: {advice('learn')}")
    if options.export is not None:
        root = training.student
        leaf, facts = teacher or (root, training.facts)
        write_network(Path(options.export), Network(leaf, root, {"leaf": facts, "root": training.facts}))
        say(f"The network is in {options.export}.")
