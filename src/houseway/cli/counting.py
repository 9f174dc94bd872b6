"""What the commands that count share: the cache, the options for workers, and how odds are written.

Not here: any command.
"""

from __future__ import annotations

from fractions import Fraction
from typing import Annotated

import typer

from houseway.cli.styles import complain
from houseway.errors import Refused
from houseway.maths.cache import Cache, cache_folder

Workers = Annotated[int, typer.Option(min=0, max=256, help="Count in this many local processes; 0 uses threads.")]
Device = Annotated[
    str, typer.Option(metavar="cpu|gpu", help="Count on the processor, or on a GPU (extra: houseway[gpu]).")
]
Cluster = Annotated[str, typer.Option(metavar="tcp://...", help="Count on a Dask cluster at this address.")]
Commission = Annotated[str, typer.Option(metavar="5%", help="What if the commission were this share of a win?")]
Pays = Annotated[
    list[str] | None, typer.Option(metavar="LINE=N", help="What if this line paid N to 1? Can be repeated.")
]


def device_or_cpu(device: str) -> str:
    """The device to count on; if the GPU that was asked for cannot be used, one sentence says so and it is the CPU."""
    if device not in ("cpu", "gpu"):
        raise Refused(f"the device must be cpu or gpu, not {device!r}")
    if device == "gpu":
        from houseway.maths.gpu.classes import device_module

        try:
            device_module()
        except Refused as error:
            complain(f"{error}; the CPU does it instead")
            return "cpu"
    return device


def user_cache() -> Cache:
    """The user's cache; problems with it are reported on standard error."""
    return Cache(cache_folder(), complain)


def one_in(chance: Fraction) -> str:
    """How rare something is.

    >>> one_in(Fraction(2, 10001)), one_in(Fraction(0))
    ('1 in 5,000.5', 'never')
    """
    if not chance:
        return "never"
    rare = float(1 / chance)
    return f"1 in {rare:,.0f}" if rare >= 10_000 else f"1 in {rare:,.1f}"
