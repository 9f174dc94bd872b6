"""The designer over HTTP: beginning a draft, proving it, its exact odds, and its file.

Here: the routes, and whose draft may be how large. Not here: any answer (`web.designer`), the process that proves
(`bench`), or the queue of counts (`draft_counts`). A draft is data: it names no file, and nothing in it is run.
"""

from __future__ import annotations

import functools
from collections.abc import AsyncIterator
from dataclasses import replace
from typing import Annotated, Any

import msgspec
from litestar import Request, Response, get, post
from litestar.datastructures import State
from litestar.openapi.datastructures import ResponseSpec
from litestar.params import JSONBody
from litestar.response import Stream

from houseway.rulebook.rulebook import Rulebook
from houseway.web.designer.drafts import MOST_FILE, Draft, Opened, begun, file_of, must_be_book, opened
from houseway.web.designer.proof import DraftProof
from houseway.web.designer.vocabulary import OfferedWord, offered
from houseway.web.http.api_books import FOR_ALL, Book, book_asked
from houseway.web.http.bench import Bench
from houseway.web.http.computing import HANDS, PROOFS
from houseway.web.http.costs import COUNTED, LOOKED_UP, READ, costs
from houseway.web.http.draft_counts import CountNews, news
from houseway.web.http.errors import MAY_REFUSE
from houseway.web.http.exports import JSON_LINES
from houseway.web.http.files import PACKED
from houseway.web.http.heavy import prove_draft

Asked = Request[Any, Any, State]
MOST_DRAFT = 96 * 1024
"""Bytes of a draft; the largest shipped book has a third of it."""
TOML = "application/toml"
BENCH: Bench[DraftProof] = Bench(prove_draft, within=20.0)
MOST_PROVED = 200
_proved: dict[tuple[str, bytes], DraftProof] = {}
"""The last proofs, by the book they began with and the draft."""


class BookFile(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The text of a book file."""

    toml: Annotated[str, msgspec.Meta(max_length=MOST_FILE)]


@get("/words", cache_control=FOR_ALL, summary="The words of clauses", sync_to_thread=True, responses=MAY_REFUSE)
def design_words() -> tuple[OfferedWord, ...]:
    """Every word that conditions and low hands are made of, in groups, with its fields. As `houseway book words`."""
    return offered()


@get(
    "/begin", guards=[costs(READ)], cache_control=FOR_ALL, summary="Begin a draft", responses=MAY_REFUSE,
    sync_to_thread=True,
)  # fmt: skip
def begin_draft(request: Asked, book: Book) -> Opened:
    """A draft that changes nothing in a book yet but its name, and that book in the data form of book files."""
    return begun(book_asked(request, book))


@post(
    "/open",
    guards=[costs(LOOKED_UP)],
    status_code=200,
    request_max_body_size=2 * MOST_FILE,
    summary="Open a book file as a draft",
    responses=MAY_REFUSE,
)
async def open_draft(request: Asked, data: JSONBody[BookFile]) -> Opened:
    """A book file (TOML) as a draft. It may be based on a book of this house by name, never on another file."""
    find = functools.partial(book_asked, request)
    return await HANDS.ask(("open", data.toml), functools.partial(opened, data.toml, find))


@post(
    "/proof",
    guards=[costs(LOOKED_UP)],
    status_code=200,
    request_max_body_size=MOST_DRAFT,
    summary="Prove a draft",
    responses=MAY_REFUSE,
)
async def prove(request: Asked, data: JSONBody[Draft]) -> DraftProof:
    """A draft in words, everything that is wrong with it, and the hands it moves. As `houseway check` and `diff`."""
    base = book_asked(request, data.based_on)
    question = base.digest, msgspec.json.encode(data)
    if question not in _proved:
        work = functools.partial(BENCH.ask, data, plain_copy(base))
        _proved[question] = await PROOFS.ask(question, work)
        while len(_proved) > MOST_PROVED:
            del _proved[next(iter(_proved))]
    return _proved[question]


@post(
    "/odds",
    guards=[costs(COUNTED)],
    status_code=200,
    request_max_body_size=MOST_DRAFT,
    opt={PACKED: True},
    summary="Count the odds of a draft",
    responses={
        200: ResponseSpec(bytes, description="One CountNews a line, as JSON.", media_type=JSON_LINES),
        **MAY_REFUSE,
    },
)
async def count(request: Asked, data: JSONBody[Draft]) -> Stream:
    """The exact odds of a draft beside those of its book, sent line by line while they are counted.

    Closing the connection cancels the count.
    """
    base = book_asked(request, data.based_on)
    book = await HANDS.ask(("draft", msgspec.json.encode(data)), functools.partial(must_be_book, data, base))
    return Stream(_lines(news(book, plain_copy(base))), media_type=JSON_LINES)


@post(
    "/file",
    guards=[costs(LOOKED_UP)],
    status_code=200,
    request_max_body_size=MOST_DRAFT,
    summary="A draft as a book file",
    responses={200: ResponseSpec(bytes, description="A book file.", media_type=TOML), **MAY_REFUSE},
)
async def draft_file(request: Asked, data: JSONBody[Draft]) -> Response[bytes]:
    """A draft as a book file, which every command takes wherever it takes a book."""
    base = book_asked(request, data.based_on)
    text = await HANDS.ask(("file", msgspec.json.encode(data)), functools.partial(file_of, data, base))
    name = str(data.changes["id"])
    headers = {"content-disposition": f'attachment; filename="{name}.toml"'}
    return Response(text.encode(), media_type=TOML, headers=headers)


def plain_copy(book: Rulebook) -> Rulebook:
    """A book without what was computed for it, to be sent to another process."""
    return replace(book)


async def _lines(told: AsyncIterator[CountNews]) -> AsyncIterator[bytes]:
    async for each in told:
        yield msgspec.json.encode(each) + b"\n"


DESIGN = [design_words, begin_draft, open_draft, prove, count, draft_file]
