"""`houseway serve`: live tables in the browser."""

from __future__ import annotations

import logging
import sys
from dataclasses import replace
from datetime import timedelta
from typing import Annotated

import typer

from houseway import books
from houseway.cli.console import BOOK_FILES, err
from houseway.cli.several import Several, Starter
from houseway.cli.talk import read_amount
from houseway.errors import Refused, not_installed
from houseway.journal.guard import ENTRIES, SECONDS
from houseway.journal.place import default_journal
from houseway.rulebook.procedure import MOST_POSITIONS
from houseway.table.limits import default_limits
from houseway.web.wire.scene import AUTOMATIC, DEALERS

_log = logging.getLogger("houseway.serve")


def serve(
    *,
    db: Annotated[str, typer.Option("--db", help="The journal: a file, or the URL of a PostgreSQL database.")] = "",
    host: Annotated[str, typer.Option(help="The address to listen on; 0.0.0.0 lets other machines in.")] = "127.0.0.1",
    port: Annotated[int, typer.Option(min=0, max=65535, help="The port to listen on; 0 picks a free one.")] = 8000,
    book: Annotated[
        list[str] | None,
        typer.Option(metavar="BOOK", help=f"Only tables of this book, by name or file; can be repeated. {BOOK_FILES}"),
    ] = None,
    tables: Annotated[int, typer.Option(min=1, max=10_000, help="How many tables of each book.")] = 1,
    dealer: Annotated[str, typer.Option(metavar="automatic|person", help="Who deals at the tables.")] = "",
    least: Annotated[str, typer.Option("--min", metavar="AMOUNT", help="The minimum main wager of new tables.")] = "10",
    most: Annotated[str, typer.Option("--max", metavar="AMOUNT", help="The maximum main wager.")] = "1,000",
    unit: Annotated[str, typer.Option(metavar="AMOUNT", help="Wagers are multiples of this amount.")] = "1",
    exposure: Annotated[
        str, typer.Option(metavar="AMOUNT", help="The most that all rounds in play may cost the house; 0 for no cap.")
    ] = "",
    table_exposure: Annotated[
        str, typer.Option(metavar="AMOUNT", help="The most that a round at a new table may cost the house.")
    ] = "0",
    two_people_above: Annotated[
        str, typer.Option(metavar="AMOUNT", help="Acts of the cage above this amount take two people; 10,000 at first.")
    ] = "",
    large_above: Annotated[
        str,
        typer.Option(
            metavar="AMOUNT", help="Wagers and wins above this are significant events; 10,000 at first, 0 for none."
        ),
    ] = "",
    money: Annotated[
        str,
        typer.Option(
            metavar="play|house", help="Play chips, which are free, or house money: chips from the cage only."
        ),
    ] = "",
    names: Annotated[
        str,
        typer.Option(
            metavar="chosen|given",
            help="New players choose the name they are shown under, or the house gives them one and keeps theirs "
            "apart, where it can be erased. Remembered.",
        ),
    ] = "",
    positions: Annotated[
        int, typer.Option(min=1, max=MOST_POSITIONS, help="Playing positions of new tables.")
    ] = MOST_POSITIONS,
    betting: Annotated[float, typer.Option(min=0.1, help="Seconds from the first wager to no more bets.")] = 20,
    setting: Annotated[float, typer.Option(min=0.1, help="Seconds to set a hand.")] = 60,
    change: Annotated[float, typer.Option(min=0.0, help="Seconds to change a setting once every hand is set.")] = 4,
    compare: Annotated[float, typer.Option(min=0.0, help="Seconds from the reveal to the settlement.")] = 6,
    between: Annotated[float, typer.Option(min=0.0, help="Seconds between rounds.")] = 12,
    bank: Annotated[float, typer.Option(min=0.1, help="Seconds to answer an offer of the bank.")] = 10,
    heads: Annotated[
        str,
        typer.Option(
            metavar="PLACE",
            help="Where signed heads of the journal are kept: a file, a folder on another disk, or an http(s) address. "
            "Remembered; 'none' keeps them nowhere.",
        ),
    ] = "",
    heads_every: Annotated[int, typer.Option(min=1, help="Entries after which a head is written.")] = ENTRIES,
    heads_seconds: Annotated[float, typer.Option(min=1, help="Seconds after which a head is written.")] = SECONDS,
    open_anyway: Annotated[
        str, typer.Option(metavar="REASON", help="Open a journal that was changed from outside; the reason is noted.")
    ] = "",
    void_sealed_rounds: Annotated[
        bool,
        typer.Option(
            "--void-sealed-rounds",
            help="Return the wagers of rounds in play that were sealed with a key that is lost.",
        ),
    ] = False,
    entries: Annotated[int, typer.Option(min=1, help="How many names one address may take per minute.")] = 60,
    questions: Annotated[
        int,
        typer.Option(
            min=10,
            help="How many questions to the API, the history and the rules one address may ask per minute, and one "
            "person half as many; a count takes 5 of them, an export 10.",
        ),
    ] = 240,
    host_name: Annotated[
        list[str] | None,
        typer.Option(metavar="NAME", help="A name under which the house is reached; can be repeated."),
    ] = None,
    trusted_proxy: Annotated[
        list[str] | None,
        typer.Option(
            metavar="ADDRESS",
            help="A reverse proxy, by address or network, that is believed about who asks; can be repeated.",
        ),
    ] = None,
    connections: Annotated[int, typer.Option(min=1, help="How many connections there may be at once.")] = 4000,
    connections_per_address: Annotated[
        int, typer.Option(min=1, help="How many of them from one address; a trusted proxy may have any number.")
    ] = 250,
    drain: Annotated[
        float, typer.Option(min=0.0, help="Seconds that rounds in play have to end when SIGTERM closes the house.")
    ] = 20,
    metrics: Annotated[
        str,
        typer.Option(metavar="HOST:PORT", help="Serve measures for Prometheus at /metrics there; keep it private."),
    ] = "",
    log_format: Annotated[str, typer.Option(metavar="text|json", help="How the log is written, on stderr.")] = "text",
    log_level: Annotated[
        str, typer.Option(metavar="debug|info|warning|error", help="What is logged: this level and above.")
    ] = "info",
    reality_check: Annotated[
        int,
        typer.Option(
            metavar="MINUTES",
            help="Tell players every 15, 30 or 60 minutes how long they have played, unless they choose otherwise; 0 "
            "for never.",
        ),
    ] = 0,
    age_gate: Annotated[
        str, typer.Option(metavar="TEXT", help="What everybody confirms before they take a name, in your words.")
    ] = "",
    hold_alarm: Annotated[
        float, typer.Option(min=0.01, metavar="MINUTES", help="Raise an alarm when a table is on hold for longer.")
    ] = 10,
    idle: Annotated[
        float,
        typer.Option("--idle", min=1.0, help="Minutes without a key or a touch after which a staff page is locked."),
    ] = 15,
    bots: Annotated[
        bool,
        typer.Option(
            "--bots/--no-bots",
            help="Players may ask for the company of bots at tables that the house deals, where play chips are played "
            "for.",
        ),
    ] = True,
    workers: Annotated[
        int,
        typer.Option(
            min=0,
            max=64,
            help="Processes that share the house, with a journal in PostgreSQL: one runs it, the others take "
            "connections and stand by. The same command on other machines joins in.",
        ),
    ] = 0,
    spread_tables: Annotated[
        bool,
        typer.Option(
            "--spread-tables",
            help="With --workers: every process runs some of the tables, and the one that runs the house those that "
            "staff work at. Give it to every process of the house.",
        ),
    ] = False,
    as_worker: Annotated[int, typer.Option(hidden=True)] = -1,
    program: Annotated[
        str,
        typer.Option(metavar="DIGEST", help="Open only with this program; `houseway audit program` prints its digest."),
    ] = "",
) -> None:
    """Open the house: live tables in the browser.

    Example: `houseway serve`, then open the address it prints. Staff are added on the machine: `houseway staff add`

    A table with a person as dealer: `houseway serve --book mbs-v4 --dealer person`

    Open to other machines: `houseway serve --host 0.0.0.0 --port 8080`

    Without `--book` there is a table of each printed rulebook. Any other book is opened by name:
    `houseway serve --book foxwoods --book mbs-v4`

    In several processes, on one machine or more: `houseway serve --db postgresql://... --workers 4`

    Everything is kept in the journal. Ctrl-C closes the house: wagers stay on the layout, and rounds in play
    continue when the house opens again.
    """
    try:
        import websockets  # noqa: F401  uvicorn misses it only when a table is opened

        from houseway.cli.house_to_open import HouseToOpen
        from houseway.cli.serving import must_be_shared, serve_alone, work
        from houseway.web.floor.dealer_moves import Pace
        from houseway.web.floor.opening import Opening
        from houseway.web.http.connections import ConnectionLimits
        from houseway.web.http.host_names import HostNames
        from houseway.web.http.proxies import Proxies
        from houseway.web.http.server import Serving, address, listen
        from houseway.web.operations.logs import FORMATS, LEVELS, logged
        from houseway.web.operations.metrics import read_place
    except ModuleNotFoundError as missing:
        raise not_installed("serving live tables", "web") from missing
    if dealer not in ("", *DEALERS):
        raise Refused(f"--dealer is {' or '.join(DEALERS)}, not {dealer!r}")
    if spread_tables and not workers:
        raise Refused("--spread-tables spreads tables over several processes: give --workers too")
    for option, given, known in (("--log-format", log_format, FORMATS), ("--log-level", log_level, LEVELS)):
        if given not in known:
            raise Refused(f"{option} is {' or '.join(known)}, not {given!r}")
    if metrics:
        read_place(metrics)
    shelf = [(name, books.get(name)) for name in dict.fromkeys(book or books.opened())]
    cents = [read_amount(amount) for amount in (least, most, unit)]
    serving = Serving(
        entries=entries,
        questions=questions,
        metrics=metrics,
        hold_minutes=hold_alarm,
        drain=drain,
        names=HostNames(host, host_name or ()),
        proxies=Proxies(trusted_proxy or ()),
        limits=ConnectionLimits(most=connections, most_from_one=connections_per_address),
    )
    capped, approved, large = (
        read_amount(amount) if amount else None for amount in (exposure, two_people_above, large_above)
    )
    house_to_open = HouseToOpen(
        db=db or default_journal(),
        address="",
        openings=tuple(
            Opening(
                name=each.id if number == 1 else f"{each.id}-{number}",
                book=name,
                positions=positions,
                unit=cents[2],
                limits=default_limits(each, least=cents[0], most=cents[1], unit=cents[2]),
                exposure=read_amount(table_exposure),
                dealer=dealer or AUTOMATIC,
            )
            for name, each in shelf
            for number in range(1, tables + 1)
        ),
        dealer=dealer,
        heads=heads,
        heads_every=heads_every,
        heads_seconds=heads_seconds,
        open_anyway=open_anyway,
        program=program,
        spreads=spread_tables,
        settings={
            "pace": Pace(betting=betting, setting=setting, change=change, compare=compare, between=between, bank=bank),
            "money": money or None,
            "exposure": capped,
            "approved_above": approved,
            "large_above": large,
            "names": names or None,
            "void_sealed_rounds": void_sealed_rounds,
            "idle": timedelta(minutes=idle),
            "reality_check": reality_check,
            "age_gate": age_gate,
            "bots": bots,
        },
    )
    with logged(log_format, level=logging.getLevelNamesMapping()[log_level.upper()]):
        if as_worker >= 0:
            work(house_to_open, Starter(as_worker), host=host, serving=serving)
            return
        with listen(host, port) as listening:
            if workers:
                must_be_shared(house_to_open.db)
                ended = Several(workers, listening, words=sys.argv[1:], say=_log.warning).run()
                if ended:
                    raise typer.Exit(ended)
            else:
                serve_alone(replace(house_to_open, address=address(listening, host)), listening, serving=serving)
    err.print("The house is closed; rounds in play continue when it opens again.")
