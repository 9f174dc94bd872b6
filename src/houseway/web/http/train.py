"""Training over HTTP: the books, their packs, what a player answered, and how far they are.

Here: the routes of the drills, and their answers. Not here: grading, progress or plans (`houseway.training`), the
dealer test (`train_tests`), the Daily ten (`daily`), or what a page keeps to work offline (`offline`).
"""

from __future__ import annotations

import functools
import gzip
from collections.abc import Sequence
from datetime import datetime
from typing import Annotated, Any

import msgspec
from litestar import Request, Response, get, post
from litestar.datastructures import State
from litestar.params import JSONBody, Parameter

from houseway import books
from houseway.cards.card import draw_cards, read_cards, show_cards
from houseway.errors import Refused
from houseway.maths.cache import Cache, cache_folder
from houseway.maths.compiled import compile_or_read
from houseway.maths.plain import fraction
from houseway.maths.play.grades import Grade
from houseway.people.acts import HouseAct
from houseway.rulebook.rulebook import Rulebook
from houseway.training import lesson as les
from houseway.training import pack as p
from houseway.training.facts import KeptAnswer
from houseway.training.grading import Drill, judge
from houseway.training.plan import Planned, plan
from houseway.training.progress import Course, Progress, clause_key
from houseway.training.question import Question, question
from houseway.web.http.api_books import FOR_ALL as SAME
from houseway.web.http.api_books import Book, book_asked
from houseway.web.http.computing import COUNTS, HANDS, in_a_process
from houseway.web.http.costs import COUNTED, LOOKED_UP, costs
from houseway.web.http.errors import MAY_REFUSE
from houseway.web.http.files import PACKED
from houseway.web.http.guard import act, house_of, player_of
from houseway.web.http.heavy import draw_pack
from houseway.web.http.pages import FOR_ALL, FOR_EVER

Asked = Request[Any, Any, State]
MOST_ANSWERS = 40
"""How many answers one request may bring."""
LONGEST_THOUGHT = 10 * 60 * 1000
"""Milliseconds: whoever thinks longer has left the page open."""
MOST_MISSED = 40
"""How many missed hands a review shows."""
Cards = Annotated[tuple[Annotated[str, msgspec.Meta(max_length=3)], ...], msgspec.Meta(max_length=7)]
Id = Annotated[str, msgspec.Meta(min_length=8, max_length=40, pattern="^[A-Za-z0-9-]+$")]
DrillAsked = Annotated[Drill, Parameter(description="The drill: `house way` or `best play`.")]
PartAsked = Annotated[p.Part, Parameter(description="`first`, a few hands at once, or `rest`.")]
VersionAsked = Annotated[
    str, Parameter(max_length=40, description="The version of the pack, where a browser may keep the answer for good.")
]


class TrainBook(msgspec.Struct, frozen=True, kw_only=True):
    """A book to train with."""

    book: str
    title: str
    group: str
    summary: str
    version: str
    """The version of its pack."""
    dealer_seen: bool


class Answer(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A hand of a drill as a player set it; `id` is the page's own, and the same answer is kept once."""

    id: Id
    book: Annotated[str, msgspec.Meta(max_length=200)]
    drill: Drill
    cards: Cards
    low: Cards
    dealer: Cards = ()
    at: datetime
    ms: Annotated[int, msgspec.Meta(ge=0)] = 0


class Answers(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What a player answered, at once or while their page was offline."""

    answers: Annotated[tuple[Answer, ...], msgspec.Meta(min_length=1)]


class ClauseTally(msgspec.Struct, frozen=True, kw_only=True):
    """How a player does with one clause."""

    clause: str
    words: str
    answered: int
    right: int
    given_up_float: float
    due: bool
    """Whether it is time to be asked again."""


class TrainProgress(msgspec.Struct, frozen=True, kw_only=True):
    """How far a player is with one drill of one book, and the hands to ask them next."""

    book: str
    drill: Drill
    answered: int
    right: int
    streak: int
    best_streak: int
    days: int
    """On how many days in a row they trained."""
    given_up: str
    given_up_float: float
    seconds: float
    """How long they think, on average."""
    grades: dict[str, int]
    clauses: list[ClauseTally]
    missed: int
    """Hands that were missed and are not learned yet."""
    due: int
    plan: list[int]
    """Numbers of hands in the pack."""


def cache() -> Cache:
    """Where packs are kept."""
    return Cache(cache_folder())


def ready(book: Rulebook) -> Rulebook:
    """A book that sets single hands by look-up; takes seconds the first time, so call it in a thread."""
    return compile_or_read(book, cache())


@get(
    "/books",
    opt=act(HouseAct.LOOK),
    headers=FOR_ALL,
    summary="The books to train with",
    sync_to_thread=True,
    responses=MAY_REFUSE,
)
def train_books(request: Asked) -> list[TrainBook]:
    """Every book with the version of its pack: those of the house's tables first."""
    played = house_of(request).shelf.values()
    shelf = {book.id: book for book in (*played, *(books.get(name) for name in books.names()))}
    return [_line(book) for book in shelf.values()]


def _line(book: Rulebook) -> TrainBook:
    return TrainBook(
        book=book.id,
        title=book.source.title,
        group=book.group,
        summary=book.summary,
        version=p.version_of(book),
        dealer_seen=book.procedure.dealer_exposed,
    )


@get(
    "/packs/{book:str}",
    guards=[costs(LOOKED_UP)],
    opt={**act(HouseAct.LOOK), PACKED: True},
    summary="The hands of a book with all their answers",
    responses=MAY_REFUSE,
)
async def train_pack(
    request: Asked, book: Book, part: PartAsked = p.Part.FIRST, version: VersionAsked = ""
) -> Response[bytes]:
    """Hands of a book, each with every way to set it, its name, its exact value, and the house way with its clause.

    The trainer looks everything up in this table. It is made once; a browser may keep the answer under its `version`.
    """
    rulebook = book_asked(request, book)
    packed = await packed_part(rulebook, part)
    how = FOR_EVER if version == p.version_of(rulebook) else FOR_ALL
    headers = {**how, "vary": "Accept-Encoding"}
    if "gzip" in request.headers.get("accept-encoding", ""):
        return Response(packed, media_type="application/json", headers={**headers, "content-encoding": "gzip"})
    return Response(gzip.decompress(packed), media_type="application/json", headers=headers)


@get("/lesson", opt=act(HouseAct.LOOK), cache_control=SAME, summary="The first lesson", responses=MAY_REFUSE)
async def train_lesson(request: Asked) -> les.Lesson:
    """One hand against one dealer's hand: every way to set it, and what comes of each."""
    book = book_asked(request, les.BOOK)
    key = "lesson", p.version_of(book)
    return await HANDS.ask(key, lambda: _lesson(book))


@functools.lru_cache(maxsize=2)
def _lesson(book: Rulebook) -> les.Lesson:
    return les.lesson(ready(book), cache=cache())


_packed: dict[tuple[str, p.Part], bytes] = {}
"""Packs in memory, compressed, by the version and the part."""
_outlines: dict[tuple[str, p.Part], list[Planned]] = {}


async def packed_part(book: Rulebook, part: p.Part) -> bytes:
    """A part of a pack, compressed: the first is made in a thread, the rest in a process of its own."""
    key = p.version_of(book), part
    if key not in _packed:
        small = functools.partial(_small, book)
        large = functools.partial(in_a_process, draw_pack, book)
        made = await (HANDS.ask(key, small) if part is p.Part.FIRST else COUNTS.ask(key, large))
        _packed[key] = gzip.compress(made, 5, mtime=0)
        _outlines[key] = _outline(made)
    return _packed[key]


def _small(book: Rulebook) -> bytes:
    return p.pack(ready(book), p.Part.FIRST, cache=cache())


def _outline(made: bytes) -> list[Planned]:
    found = msgspec.json.decode(made, type=p.Pack)
    return [Planned(each.number, _hand_of(each), found.clauses[each.clause].cite) for each in found.hands]


def _hand_of(each: p.PackHand) -> str:
    return " | ".join(filter(None, (" ".join(each.cards), " ".join(each.dealer))))


@get(
    "/progress",
    guards=[costs(LOOKED_UP)],
    opt=act(HouseAct.TRAIN),
    summary="How far you are, and what to train next",
    responses=MAY_REFUSE,
)
async def train_progress(request: Asked, book: Book, drill: DrillAsked = Drill.HOUSE_WAY) -> TrainProgress:
    """Your accuracy, streaks, mistakes by clause and missed hands, and which hands of the pack to train next."""
    rulebook = book_asked(request, book)
    await packed_part(rulebook, p.Part.FIRST)
    return await _progress(request, rulebook, drill)


@post(
    "/answers",
    guards=[costs(LOOKED_UP)],
    opt=act(HouseAct.TRAIN),
    status_code=200,
    summary="Keep what you answered",
    responses=MAY_REFUSE,
)
async def train_answers(request: Asked, data: JSONBody[Answers]) -> TrainProgress:
    """Keep answers under your name, graded by the house. Sent twice, they are kept once.

    The progress is that of the last answer's book and drill.
    """
    house = house_of(request)
    player = await house.in_thread(player_of, request)
    if len(data.answers) > MOST_ANSWERS:
        raise Refused(f"send at most {MOST_ANSWERS} answers at once, not {len(data.answers)}")
    shelf = {each.book: book_asked(request, each.book) for each in data.answers}
    now = house.training.now()

    def work() -> tuple[KeptAnswer, ...]:
        return tuple(_graded(ready(shelf[each.book]), each, now) for each in data.answers)

    kept = await HANDS.ask(("answers", player.name, data.answers), work)
    await house.in_thread(house.training.keep_answers, player.name, kept)
    last = data.answers[-1]
    await packed_part(shelf[last.book], p.Part.FIRST)
    return await _progress(request, shelf[last.book], last.drill)


def _graded(book: Rulebook, answer: Answer, now: datetime) -> KeptAnswer:
    asked = asked_again(book, answer.cards, answer.dealer)
    if answer.at.tzinfo is None:
        raise Refused("say in which time zone an answer was given")
    verdict = judge(asked, answer.drill, read_cards(answer.low) if answer.low else ())
    return KeptAnswer(
        id=answer.id,
        book=book.id,
        drill=answer.drill,
        cards=show_cards(asked.cards),
        dealer=show_cards(asked.dealer) if asked.dealer else "",
        low=show_cards(read_cards(answer.low)),
        clause=asked.clause,
        right=verdict.right,
        given_up=fraction(verdict.given_up),
        grade=verdict.grade,
        at=min(answer.at, now),
        ms=min(answer.ms, LONGEST_THOUGHT),
    )


@functools.lru_cache(maxsize=4096)
def asked_again(book: Rulebook, cards: tuple[str, ...], dealer: tuple[str, ...]) -> Question:
    """A hand as a question: cards from a page, checked as `best` checks them."""
    seen = book.read_hand(dealer) if dealer else ()
    if book.procedure.dealer_exposed and not seen:
        raise Refused(f"{book.id} shows the dealer's hand first: send it with {draw_cards(book.read_hand(cards))}")
    return question(book, book.read_hand(cards), seen, cache=cache())


@get(
    "/missed",
    guards=[costs(COUNTED)],
    opt=act(HouseAct.TRAIN),
    summary="The hands you missed",
    responses=MAY_REFUSE,
)
async def train_missed(request: Asked, book: Book, drill: DrillAsked = Drill.HOUSE_WAY) -> p.Pack:
    """The hands you missed and have not learned yet, with all their answers, the latest first."""
    house, rulebook = house_of(request), book_asked(request, book)
    player = await house.in_thread(player_of, request)

    def hands(known: Progress) -> tuple[tuple[str, str], ...]:
        missed = sorted(known.course(rulebook.id, drill).missed.values(), key=lambda each: each.at, reverse=True)
        return tuple((each.cards, each.dealer) for each in missed[:MOST_MISSED])

    wanted = await house.in_thread(house.training.read, player.name, hands)

    def work() -> p.Pack:
        shelf = ready(rulebook)
        asked = [asked_again(shelf, tuple(c.split()), tuple(d.split())) for c, d in wanted]
        return p.make(shelf, enumerate(asked))

    return await HANDS.ask(("missed", rulebook.digest, wanted), work)


async def _progress(request: Asked, book: Rulebook, drill: Drill) -> TrainProgress:
    house = house_of(request)
    player = await house.in_thread(player_of, request)
    version, now = p.version_of(book), house.training.now()
    outline = [each for part in p.Part for each in _outlines.get((version, part), [])]

    def look(known: Progress) -> TrainProgress:
        course = known.course(book.id, drill)
        asked = plan(outline, course, now, seed=player.name)
        return progress_of(book, drill, course, now, days=known.days_in_a_row(now.date()), plan=asked)

    return await house.in_thread(house.training.read, player.name, look)


def progress_of(
    book: Rulebook, drill: Drill, course: Course, now: datetime, *, days: int, plan: Sequence[int]
) -> TrainProgress:
    """A player's training with a drill, as a page shows it; the clauses with the most mistakes come first."""
    words = {clause.cite: clause.reading for clause in book.clauses}
    clauses = [
        ClauseTally(
            clause=cite,
            words=words.get(cite, ""),
            answered=tally.answered,
            right=tally.right,
            given_up_float=float(tally.given_up),
            due=course.memory.is_due(clause_key(cite), now),
        )
        for cite, tally in course.clauses.items()
    ]
    return TrainProgress(
        book=book.id,
        drill=drill,
        answered=course.all.answered,
        right=course.all.right,
        streak=course.streak,
        best_streak=course.best_streak,
        days=days,
        given_up=fraction(course.all.given_up),
        given_up_float=float(course.all.given_up),
        seconds=course.all.ms / 1000 / course.all.answered if course.all.answered else 0.0,
        grades={grade.value: course.grades[grade] for grade in Grade},
        clauses=sorted(clauses, key=lambda each: (each.right - each.answered, each.clause)),
        missed=len(course.missed),
        due=len(course.due(now)),
        plan=list(plan),
    )


TRAIN = [train_books, train_lesson, train_pack, train_progress, train_answers, train_missed]
