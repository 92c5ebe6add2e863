"""Train the network where only JAX and NumPy are installed; `quincunx train quivvit` does the same.

    PYTHONPATH=src/quincunx python -m batch.quivvit.forecast --out quivvit.npz

Ctrl-C stores a checkpoint, and the same command continues.
"""

from __future__ import annotations

import sys
from argparse import ArgumentParser, Namespace
from dataclasses import replace
from pathlib import Path
from time import monotonic

from .files import NotACheckpoint, OtherTraining
from .settings import DEFAULT_SETTINGS
from .training import Progress, train
from .weights_file import save_weights


def main() -> None:
    arguments = _arguments()
    settings = replace(DEFAULT_SETTINGS, updates=arguments.updates)
    out: Path = arguments.out
    checkpoint = out.with_name(f"{out.name}.checkpoint")
    started = monotonic()

    def report(progress: Progress) -> None:
        if progress.explained is not None and progress.done % 10 == 0:
            seconds = monotonic() - started
            print(
                f"{progress.done} of {progress.total} updates, {seconds:.0f} s, "
                f"{progress.explained:.1%} explained",
                file=sys.stderr,
                flush=True,
            )

    try:
        trained = train(settings, seed=arguments.seed, checkpoint=checkpoint, report=report)
        save_weights(out, trained, settings, arguments.seed)
    except (NotACheckpoint, OtherTraining, OSError) as error:
        sys.exit(str(error))
    except KeyboardInterrupt:
        sys.exit("Interrupted. The same command continues.")
    checkpoint.unlink()
    for wins in trained.wins:
        print(f"{wins.seats} seats: {wins.share:.2%} ± {wins.margin:.2%} of {wins.games} games won")


def _arguments() -> Namespace:
    parser = ArgumentParser(description="Train the network that forecasts turns of Quivvit.")
    parser.add_argument("--out", type=Path, default=Path("quivvit.npz"))
    parser.add_argument("--updates", type=int, default=DEFAULT_SETTINGS.updates)
    parser.add_argument("--seed", type=int, default=0)
    arguments = parser.parse_args()
    if arguments.updates < 1:
        parser.error("--updates must be at least 1")
    return arguments


if __name__ == "__main__":
    main()
