"""What solving keeps on disk: the state to go on from, and the strategies found.

Here: writing and reading both, completely or not at all. Not here: the iteration (`equilibrium`).

A state is a folder: `state.json` says how far the work is and names the files of values that belong to it.

A strategy file is a NumPy archive (.npz). `about` is JSON: the format, the book and its digest, the deck, what a win
pays, and the bounds as fractions. `player` and `dealer` have one byte for every class of hands: the place of the
setting among the hand's undominated settings, from the highest low hand to the highest high hand. The classes are in
the order of the colexicographic number of their first hand; a class's first hand has its suits' masks of ranks in
descending order.
"""

from __future__ import annotations

import contextlib
import hashlib
import io
import json
import os
import zipfile
from collections.abc import Iterator
from fractions import Fraction
from pathlib import Path
from typing import Any, BinaryIO

import numpy as np
from numpy.typing import NDArray

from houseway.errors import Refused, shortened
from houseway.maths.solve.equilibrium import Bounds, Solving

FORMAT = "houseway strategy 1"
_STATE = "houseway solve 2"
_CHUNK = 4_000_000
"""How many values are written at a time."""
_NAME, _PART, _LOCK, _VALUES = "state.json", "state.json.part", "lock", "solve-round-"


@contextlib.contextmanager
def state_folder(folder: Path, about: str) -> Iterator[None]:
    """Keep a folder for one run at a time; refused if it cannot hold this work, before anything is counted."""
    import fcntl

    if folder.exists() and not folder.is_dir():
        raise Refused(f"{str(folder)!r} is a file; name a folder for the work")
    try:
        folder.mkdir(parents=True, exist_ok=True)
        others = {file.name for file in folder.iterdir()} - {_LOCK} - _written(folder)
        if others and not (folder / _NAME).exists():
            raise Refused(f"the folder {str(folder)!r} holds other files; name a new folder for the work")
        lock = (folder / _LOCK).open("w")
    except OSError as error:
        raise Refused(f"the folder {str(folder)!r} cannot be used: {error.strerror}") from error
    with lock:
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError as error:
            raise Refused(f"another run is using {str(folder)!r}; wait for it, or name another folder") from error
        _read_state(folder, about)
        yield


def save_state(folder: Path, about: str, solving: Solving) -> None:
    """Keep the state of the work, replacing the state before it; nothing else in the folder is touched."""
    folder.mkdir(parents=True, exist_ok=True)
    strategies = {name: np.asarray(kept) for name, kept in _strategies(solving).items()}
    arrays = {**solving.replies.saved(), **strategies}
    before = _files_of(folder) | _written(folder)
    kept = {}
    for name, array in arrays.items():
        file = folder / f"{_VALUES}{solving.rounds}-{name}.npy"
        with file.open("wb") as out:
            _write_array(out, array)
            out.flush()
            os.fsync(out.fileno())
        kept[name] = [file.name, _digest(file)]
    state = {
        "format": _STATE,
        "about": about,
        "rounds": solving.rounds,
        "weight": solving.weight,
        "first": str(solving.first),
        "pure": [str(bound) for bound in solving.pure or ()],
        "history": [
            [found.round, str(found.lower), str(found.upper), str(found.averaged)] for found in solving.history
        ],
        "files": kept,
    }
    part = folder / _PART
    with part.open("w", encoding="utf-8") as out:
        out.write(json.dumps(state))
        out.flush()
        os.fsync(out.fileno())
    part.replace(folder / _NAME)
    for name in before - {_NAME} - {file for file, _ in kept.values()}:
        (folder / name).unlink(missing_ok=True)


def forget_state(folder: Path) -> None:
    """Remove a state that was kept, and nothing else."""
    files = _files_of(folder) | _written(folder)
    with contextlib.suppress(OSError, ValueError, AttributeError):
        if json.loads((folder / _NAME).read_text(encoding="utf-8")).get("format") == _STATE:
            (folder / _NAME).unlink()
            for name in files:
                (folder / name).unlink(missing_ok=True)


def _files_of(folder: Path) -> set[str]:
    """The files that belong to the state in a folder; none if there is no state of ours."""
    try:
        state = json.loads((folder / _NAME).read_text(encoding="utf-8"))
        return {Path(file).name for file, _ in state["files"].values()} if state["format"] == _STATE else set()
    except (OSError, ValueError, KeyError, TypeError, AttributeError):
        return set()


def _written(folder: Path) -> set[str]:
    """The files in a folder that are ours by their names, those of an interrupted `save_state` too."""
    return {file.name for pattern in (f"{_VALUES}*.npy", _NAME, _PART) for file in folder.glob(pattern)}


def _digest(file: Path) -> str:
    with file.open("rb") as opened:
        return hashlib.file_digest(opened, "sha256").hexdigest()


def _read_state(folder: Path, about: str) -> dict[str, Any] | None:
    """What a folder says of its state, or None where there is none; refused if it is of other work."""
    try:
        state = json.loads((folder / _NAME).read_text(encoding="utf-8"))
    except FileNotFoundError:
        return None
    except (OSError, ValueError) as error:
        raise Refused(f"{folder / _NAME} cannot be read; remove it to start again") from error
    if not isinstance(state, dict) or state.get("format") != _STATE or state.get("about") != about:
        raise Refused(f"the state in {folder} belongs to another book or version; name another folder")
    return state


def load_state(folder: Path, about: str, solving: Solving) -> bool:
    """Go on from a state that was kept; says whether there was one. A damaged state is never used."""
    state = _read_state(folder, about)
    if state is None:
        return False
    try:
        for file, digest in state["files"].values():
            if _digest(folder / file) != digest:
                raise ValueError(f"{file} is damaged")
        arrays = _Arrays(folder, state["files"])
        lower, upper = map(Fraction, state["pure"])
        history = [
            Bounds(number, Fraction(low), Fraction(high), Fraction(averaged))
            for number, low, high, averaged in state["history"]
        ]
        rounds, weight, first = int(state["rounds"]), int(state["weight"]), Fraction(state["first"])
        strategies = {name: np.array(arrays[name]) for name in ("next_dealer", "dealer", "player")}
        solving.replies.restore(arrays)
    except (OSError, ValueError, EOFError, KeyError, TypeError, AttributeError) as error:
        raise Refused(f"the state in {folder} is damaged ({shortened(str(error))}); --fresh starts again") from error
    solving.rounds, solving.weight, solving.first = rounds, weight, first
    solving.pure, solving.history = (lower, upper), history
    for name, strategy in strategies.items():
        setattr(solving, name, solving.replies.given(strategy))
    return True


class _Arrays:
    """The arrays of a state, each read when it is asked for: together they need more memory than the work itself."""

    def __init__(self, folder: Path, files: dict[str, Any]) -> None:
        self._folder, self._files = folder, files

    def __getitem__(self, name: str) -> NDArray[Any]:
        file, _ = self._files[name]
        found: NDArray[Any] = np.load(self._folder / file, mmap_mode="r", allow_pickle=False)
        return found


def _write_array(out: BinaryIO, array: Any) -> None:
    """As `numpy.save`, from anything that has a length, a type, and slices, of which a few are in memory at a time."""
    head = {"descr": np.lib.format.dtype_to_descr(array.dtype), "fortran_order": False, "shape": (len(array),)}
    np.lib.format.write_array_header_1_0(out, head)
    for begin in range(0, len(array), _CHUNK):
        out.write(np.ascontiguousarray(array[begin : begin + _CHUNK]).data)


def _strategies(solving: Solving) -> dict[str, Any]:
    kept = {"next_dealer": solving.next_dealer, "dealer": solving.dealer, "player": solving.player}
    return {name: solving.replies.plain(strategy) for name, strategy in kept.items()}


def write_strategy(path: Path, about: dict[str, Any], player: NDArray[np.uint8], dealer: NDArray[np.uint8]) -> None:
    """Write a strategy file."""
    said = json.dumps({"format": FORMAT, **about})
    body = io.BytesIO()
    np.savez_compressed(body, about=np.frombuffer(said.encode(), dtype=np.uint8), player=player, dealer=dealer)
    part = path.with_name(f".{path.name}.part")
    part.write_bytes(body.getvalue())
    part.replace(path)


def read_strategy(path: Path) -> tuple[dict[str, Any], NDArray[np.uint8], NDArray[np.uint8]]:
    """What a strategy file says, and the player's and the dealer's settings."""
    try:
        with np.load(path, allow_pickle=False) as found:
            about = json.loads(found["about"].tobytes())
            player, dealer = found["player"], found["dealer"]
    except FileNotFoundError as error:
        raise Refused(f"there is no strategy file {str(path)!r}") from error
    except (OSError, ValueError, KeyError, EOFError, TypeError, AttributeError, zipfile.BadZipFile) as error:
        raise Refused(f"{path} is not a strategy file") from error
    if about.get("format") != FORMAT:
        raise Refused(f"{path} has the format {about.get('format')!r}, not {FORMAT!r}")
    return about, player, dealer
