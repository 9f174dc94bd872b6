"""Machine code of kernels that is out of date is removed."""

from __future__ import annotations

from pathlib import Path

import pytest

import houseway
from houseway.maths.jit import kernel_sources, remove_stale_code

PACKAGE = Path(houseway.__file__).parent


@pytest.fixture
def copy(tmp_path: Path) -> Path:
    """A copy of what kernels are made from, with machine code that is up to date."""
    for name, content in kernel_sources(PACKAGE).items():
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_bytes(content)
    remove_stale_code(tmp_path)
    code = tmp_path / "maths" / "play" / "__pycache__" / "kernels.weigh-1.py311.nbi"
    code.parent.mkdir()
    code.write_bytes(b"machine code")
    return tmp_path


def test_machine_code_is_kept_while_nothing_changes(copy: Path) -> None:
    assert not remove_stale_code(copy)
    assert list(copy.glob("**/*.nbi"))


@pytest.mark.parametrize("changed", ["maths/count/kernels.py", "maths/set_hands.py", "rulebook/comparison.py"])
def test_a_change_of_anything_that_kernels_take_in_removes_it(copy: Path, changed: str) -> None:
    file = copy / changed
    file.write_text(file.read_text(encoding="utf-8") + "\n# changed\n", encoding="utf-8")
    assert remove_stale_code(copy)
    assert not list(copy.glob("**/*.nbi"))
    assert not remove_stale_code(copy)


def test_the_sources_are_the_files_with_kernels_and_what_they_import_from() -> None:
    sources = kernel_sources(PACKAGE)
    assert {"maths/jit.py", "maths/simulate/perfect_hash.py", "env/kernels.py", "cards/shapes.py"} <= sources.keys()
    assert "maths/par/html.py" not in sources
