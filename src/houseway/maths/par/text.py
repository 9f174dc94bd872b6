"""The text of a PAR sheet: its sections, sentences and tables, the same for every format.

Here: words and numbers as they are printed. Not here: the figures themselves (`sheet`), drawing charts (`charts`), or
how a page looks (`html`, `pdf`).

Numbers in one column have the same number of decimals, so that right alignment lines them up.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

from houseway.errors import counted
from houseway.maths.count.odds import HOUSE_WAY
from houseway.maths.count.rulings import Reading, Weighed
from houseway.maths.par.document import Block, Chart, Document, Facts, Figures, Paragraph, Section, Table
from houseway.maths.par.sheet import CONFIDENCES, ROUNDS, VOLATILITY, ParEnvy, ParLine, ParSheet, ParWager
from houseway.money import dollars

NONE = "–"


def document(sheet: ParSheet) -> Document:
    """The sheet as it is printed."""
    return Document(
        title="PAR sheet",
        game=", ".join(part for part in (sheet.source.title, sheet.source.version) if part),
        book=sheet.book,
        digest=sheet.digest,
        sections=(
            Section("Game", (_game(sheet),)),
            Section("Summary", (_summary(sheet),)),
            Section("Definitions", (_definitions(sheet),)),
            *(Section(wager.heading, tuple(_wager(sheet, wager)), new_page=True) for wager in sheet.wagers),
            *(
                Section(f"Envy Bonus of {one.name} ({one.cite})", tuple(_envy(one)), new_page=True)
                for one in sheet.envy
            ),
            *((Section("Rulings", tuple(_rulings(sheet)), new_page=not sheet.envy),) if sheet.rulings else ()),
        ),
    )


def _game(sheet: ParSheet) -> Facts:
    source = sheet.source
    rows = [
        ("Game", source.title),
        ("Version", source.version),
        ("House", source.house),
        ("Effective", source.effective),
        ("Book", sheet.book),
        ("Digest of the book", sheet.digest),
        ("Counted by", f"Houseway {sheet.houseway}"),
        ("Deck", sheet.deck),
        ("Dealt", f"{sheet.dealt} cards to each hand, set as {sheet.high} high and {sheet.low} low"),
        ("Hands", f"{sheet.hands:,}"),
        ("Deals of player and dealer", f"{sheet.deals:,}"),
        ("The player", player_words(sheet)),
    ]
    return Facts(tuple((name, value) for name, value in rows if value))


def player_words(sheet: ParSheet) -> str:
    """How the player sets."""
    if sheet.player == HOUSE_WAY:
        return "sets every hand the house way, as the dealer does"
    if sheet.dealer_exposed:
        return "sees the dealer's hands before setting, and sets every hand for the greatest return"
    return "sets every hand for the greatest return, without seeing the dealer's"


def _summary(sheet: ParSheet) -> Table:
    return Table(
        "Every wager, per unit bet",
        ("Wager", "Return, %", "House edge, %", "Hit rate, %", "Standard deviation", "Volatility index"),
        (1, 2, 3, 4, 5),
        tuple(
            (
                label(wager),
                percent(wager.returns),
                percent(wager.house_edge),
                percent(wager.hit_rate),
                f"{wager.standard_deviation:,.6f}",
                f"{wager.volatility_index:,.6f}",
            )
            for wager in sheet.wagers
        ),
    )


def _definitions(sheet: ParSheet) -> Facts:
    factors = " and ".join(f"{z:g} for {confidence}%" for confidence, z in CONFIDENCES)
    rows = [
        (
            "Combinations",
            "every deal or hand, counted exactly; nothing is sampled. Percentages are rounded when printed",
        ),
        ("Return", "the average amount returned per unit bet, the stake included (RTP)"),
        ("House edge", "1 minus the return: what the house keeps per unit bet, on average"),
        ("Hit rate", "how often the wager wins; a returned stake is not a hit"),
        ("Variance", "of the result of one round per unit bet; the standard deviation is its square root"),
        ("Volatility index", f"{VOLATILITY:g} times the standard deviation, the usual index for 90% confidence"),
        (
            "Confidence bands",
            "the return plus or minus z times the standard deviation over the square root of the number of rounds, "
            f"where z is {factors}: the normal approximation, for independent rounds of one unit each. It is rough "
            "where large prizes are rare and rounds are few",
        ),
    ]
    if sheet.rulings:
        rows.append(
            (
                "Rulings",
                "how points that the printed rules leave open were decided; the figures on this sheet depend on them",
            )
        )
    return Facts(tuple(rows))


def label(wager: ParWager) -> str:
    """The name of a wager, with its pay table if it has several."""
    return f"{wager.name}, pay table {wager.pay_table}" if wager.pay_table else wager.name


def _wager(sheet: ParSheet, wager: ParWager) -> Iterator[Block]:
    main = wager is sheet.main
    if wager.notes:
        yield Paragraph(". ".join(note[:1].upper() + note[1:] for note in wager.notes) + ".")
    yield Facts(
        (
            ("House edge", f"{fraction(wager.house_edge)} = {decimal(wager.house_edge, 12)}"),
            ("Return (RTP)", f"{decimal(wager.returns, 12)}"),
            ("Hit rate", f"{decimal(wager.hit_rate, 12)}, {one_in(wager.hit_rate)}"),
            ("Variance", decimal(wager.variance, 9)),
            ("Standard deviation", f"{wager.standard_deviation:,.9f}"),
            ("Volatility index", f"{wager.volatility_index:,.9f} ({VOLATILITY:g} standard deviations)"),
        )
    )
    yield _lines(wager, "Outcome" if main else "Line")
    yield _bands(wager)
    yield Figures((_shares(wager) if main else _returns(wager), _reach(wager)))


def _lines(wager: ParWager, head: str) -> Table:
    envious = any(line.envy for line in wager.lines)
    rows = []
    for line in wager.lines:
        counted = (f"{line.combinations:,}", decimal(line.probability, 10))
        rate = decimal(1 / line.probability, 2) if line.combinations else NONE
        envy = ((dollars(line.envy) if line.envy else NONE),) if envious else ()
        rows.append((line.name, *counted, rate, pays(line), *envy, percent(line.returned)))
    nothing = ("",) * (3 if envious else 2)
    rows.append(("All", f"{wager.combinations:,}", decimal(Fraction(1), 10), *nothing, percent(wager.returns)))
    extra = ("Envy Bonus",) if envious else ()
    heads = (head, "Combinations", "Probability", "1 in", "Pays", *extra, "Return, %")
    return Table("Combinations and return", heads, tuple(range(1, len(heads))), tuple(rows), totals=1)


def pays(line: ParLine) -> str:
    """What a line pays, as printed on a pay table."""
    if line.net == -1:
        return NONE
    if not line.net:
        return "stake back"
    if line.net.denominator == 1:
        return f"{line.net.numerator:,} to 1"
    exact = (places for places in (2, 3, 4) if (line.net * 10**places).denominator == 1)
    places = next(exact, 0)
    return f"{decimal(line.net, places)} to 1" if places else f"{fraction(line.net)} to 1"


def _bands(wager: ParWager) -> Table:
    heads = tuple(f"{confidence}% {end}" for confidence, _ in CONFIDENCES for end in ("from", "to"))
    rows = []
    for rounds in ROUNDS:
        found = [band for band in wager.bands if band.rounds == rounds]
        rows.append((f"{rounds:,}", *(f"{100 * end:.4f}" for band in found for end in (band.low, band.high))))
    numbers = tuple(range(len(heads) + 1))
    return Table("Confidence bands of the actual return, %", ("Rounds", *heads), numbers, tuple(rows))


def _shares(wager: ParWager) -> Chart:
    shares = ", ".join(f"{line.name} {percent(line.probability, 2)}%" for line in wager.lines)
    return Chart(f"{chart_name(wager)}-outcomes", "Outcomes, share of all deals", f"A bar divided into {shares}.")


def _returns(wager: ParWager) -> Chart:
    lines = ", ".join(f"{line.name} {percent(line.returned, 4)}%" for line in wager.lines if line.net > -1)
    return Chart(f"{chart_name(wager)}-returns", "Return by line, % of the stake", f"Bars for {lines}.")


def _reach(wager: ParWager) -> Chart:
    ends = [band for band in wager.bands if band.rounds in (ROUNDS[0], ROUNDS[-1]) and band.confidence == 95]
    words = ", to ".join(f"{100 * b.low:.2f}% to {100 * b.high:.2f}% after {b.rounds:,} rounds" for b in ends)
    return Chart(
        f"{chart_name(wager)}-bands",
        "Confidence bands of the actual return, %",
        f"Bands around a return of {percent(wager.returns, 4)}% that narrow from {words}, with 95% confidence.",
    )


def chart_name(wager: ParWager) -> str:
    """The name that the charts of a wager start with."""
    return f"{wager.key}-{wager.pay_table}" if wager.pay_table else wager.key


def _envy(one: ParEnvy) -> Iterator[Block]:
    yield Paragraph(
        "What one seated player with the wager receives per round, on average, for the hands of other players, when "
        "every other position in play is another player's. It needs no stake of its own; divided by the stake of the "
        "wager, it is what the bonus adds to the return. The returns above do not include it."
    )
    yield Table(
        "Envy Bonus by other positions in play",
        ("In play", "Cents per round", "Exactly, in cents"),
        (1, 2),
        tuple((counted(of.others, "other position"), decimal(of.cents, 12), fraction(of.cents)) for of in one.odds),
    )


_AGAINST = (
    "Ruling", "Left open, and decided", "Decided against", "Hands moved", "House edge, %", "Change, % points",
)  # fmt: skip


def _rulings(sheet: ParSheet) -> Iterator[Block]:
    counted = any(way.effect for one in sheet.rulings for way in one.readings)
    text = "The printed rules leave these points open. Each was decided as shown here."
    if counted:
        text += (
            " Where another reading of the house way was decided against, the house edge of the main wager was counted "
            "again with that reading in force for dealer and player; the change is that edge minus this sheet's own, "
            f"{percent(sheet.main.house_edge, 8)}%. Hands moved are those whose low hand would have different ranks."
        )
    yield Paragraph(text)
    against = tuple(row for one in sheet.rulings for row in _readings(one))
    if against:
        yield Table(
            "Rulings that decided against another reading" + (", and the main wager under it" if counted else ""),
            _AGAINST if counted else _AGAINST[:3],
            (3, 4, 5) if counted else (),
            against if counted else tuple(row[:3] for row in against),
        )
    alone = tuple(one.ruling for one in sheet.rulings if not one.readings)
    if alone:
        yield Table(
            "Other rulings",
            ("Ruling", "Left open", "Decided", "Decided against"),
            (),
            tuple((ruling.id, ruling.point, ruling.decision, "no alternative reading") for ruling in alone),
        )


def _readings(one: Weighed) -> Iterator[tuple[str, ...]]:
    said = f"{one.ruling.point}: {one.ruling.decision}"
    for place, way in enumerate(one.readings):
        yield one.ruling.id, "the same" if place else said, way.says, *_effect(way)


def _effect(way: Reading) -> tuple[str, str, str]:
    if way.effect is None:
        return "not counted", "", ""
    change = decimal(100 * way.effect.change, 10)
    signed = change if way.effect.change <= 0 else f"+{change}"
    return f"{way.effect.moved:,}", percent(way.effect.house_edge, 8), signed


def fraction(value: Fraction) -> str:
    """A fraction, its digits in groups of three.

    >>> fraction(Fraction(1234567, 89))
    '1,234,567 / 89'
    """
    return f"{value.numerator:,} / {value.denominator:,}"


def one_in(value: Fraction) -> str:
    """A rate as 1 in N."""
    return f"1 in {decimal(1 / value, 2)}" if value else "never"


def percent(value: Fraction, places: int = 6) -> str:
    """A fraction as a percentage, without the percent sign."""
    return decimal(100 * value, places)


def decimal(value: Fraction, places: int) -> str:
    """A fraction rounded to some decimals, from the exact value; negative numbers have a true minus sign.

    >>> decimal(Fraction(-20000, 3), 2), decimal(Fraction(1, 2000), 3)
    ('−6,666.67', '0.000')
    """
    scaled = round(value * 10**places)
    whole, rest = divmod(abs(scaled), 10**places)
    return f"{'−' if scaled < 0 else ''}{whole:,}.{rest:0{places}d}"
