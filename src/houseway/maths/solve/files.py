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

import io
import json
import zipfile
from fractions import Fraction
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from houseway.errors import Refused
from houseway.maths.solve.equilibrium import Bounds, Solving

FORMAT = "houseway strategy 1"
_STATE = "houseway solve 1"


def save_state(folder: Path, about: str, solving: Solving) -> None:
    """Keep the state of the work, replacing the state before it."""
    folder.mkdir(parents=True, exist_ok=True)
    arrays = {**solving.replies.saved(), **{name: np.asarray(kept) for name, kept in _strategies(solving).items()}}
    names = {}
    for name, array in arrays.items():
        names[name] = f"{name}-{solving.rounds}.npy"
        np.save(folder / names[name], array)
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
        "files": names,
    }
    part = folder / "state.json.part"
    part.write_text(json.dumps(state), encoding="utf-8")
    part.replace(folder / "state.json")
    for file in folder.glob("*.npy"):
        if file.name not in names.values():
            file.unlink()


def load_state(folder: Path, about: str, solving: Solving) -> bool:
    """Go on from a state that was kept; says whether there was one."""
    try:
        state = json.loads((folder / "state.json").read_text(encoding="utf-8"))
    except FileNotFoundError:
        return False
    except (OSError, ValueError) as error:
        raise Refused(f"the state in {folder} cannot be read: {error}; remove it to start again") from error
    if state.get("format") != _STATE or state.get("about") != about:
        raise Refused(f"the state in {folder} belongs to another book or version; choose another folder, or remove it")
    try:
        arrays = {
            name: np.load(folder / file, mmap_mode="r", allow_pickle=False) for name, file in state["files"].items()
        }
    except (OSError, ValueError) as error:
        raise Refused(f"the state in {folder} is not complete: {error}; remove it to start again") from error
    solving.replies.restore(arrays)
    solving.rounds, solving.weight = state["rounds"], state["weight"]
    solving.first = Fraction(state["first"])
    lower, upper = map(Fraction, state["pure"])
    solving.pure = lower, upper
    solving.history = [
        Bounds(number, Fraction(low), Fraction(high), Fraction(averaged))
        for number, low, high, averaged in state["history"]
    ]
    for name in ("next_dealer", "dealer", "player"):
        setattr(solving, name, solving.replies.given(np.array(arrays[name])))
    return True


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
    except (OSError, ValueError, KeyError, zipfile.BadZipFile) as error:
        raise Refused(f"{path} is not a strategy file") from error
    if about.get("format") != FORMAT:
        raise Refused(f"{path} has the format {about.get('format')!r}, not {FORMAT!r}")
    return about, player, dealer
