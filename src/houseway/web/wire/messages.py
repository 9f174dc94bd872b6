"""The messages that a page and the house send each other over a socket.

Here: the messages of both directions, as typed plain data in JSON, and reading those of a page. Not here: carrying them
out (`dispatch`), or what a scene is made of (`scene`). `scripts/page-types` writes the types of the pages from these.

Every message of a page has an `id` that the page chooses. The house answers with one `done` or `refused` with the same
`id`. It is also the key under which a request is kept, so that a request sent twice is carried out once.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import ClassVar, TypeAlias, get_args

import msgspec

from houseway.errors import (
    KeyReused,
    NeedsAnother,
    NotEnoughChips,
    OldVersion,
    Refused,
    WrongRole,
    is_visible,
    shortened,
)
from houseway.people.acts import HouseAct
from houseway.table import commands as c
from houseway.web.floor.fields import FIELDS
from houseway.web.past.review import Review
from houseway.web.wire.phrases import PHRASES
from houseway.web.wire.scene import Line, Scene, SceneChanges

PROTOCOL = 2
LONGEST = 4096
"""The most bytes in a page's message."""
LONGEST_ID = 64
_KINDS: dict[str, type[c.Command]] = {str(kind.__struct_config__.tag): kind for kind in get_args(c.AnyCommand)}

# ---------------------------------------------------------------------------------------------------------------------
# From a page


class PageMessage(msgspec.Struct, frozen=True, kw_only=True, tag=True, forbid_unknown_fields=True):
    """A message from a page; its act says who may send it (`people.acts`)."""

    act: ClassVar[HouseAct]
    id: str


class Do(PageMessage, frozen=True, tag="do"):
    """A request of `table.commands`, without `by`: the connection shows who asks.

    `round` and `version`, where given, are what the page last saw: a request about another round, or based on an
    older version, is refused. A `deal` needs no deck: the house deals the one it has committed to.
    """

    act = HouseAct.ASK
    command: dict[str, object]
    round: int | None = None
    version: int | None = None


class Preview(PageMessage, frozen=True, tag="preview"):
    """Staff ask what a request would lead to; nothing changes."""

    act = HouseAct.PREVIEW
    command: dict[str, object]


class Ready(PageMessage, frozen=True, tag="ready"):
    """A player is done with this phase; once all are, the automatic dealer continues at once."""

    act = HouseAct.PLAY
    round: int


class Cut(PageMessage, frozen=True, tag="cut"):
    """A player's words for the cut of the round's deck."""

    act = HouseAct.PLAY
    words: str


class Decline(PageMessage, frozen=True, tag="decline"):
    """A player declines the wager that staff ask them for; to agree, a page sends the wager itself."""

    act = HouseAct.PLAY


class Chips(PageMessage, frozen=True, tag="chips"):
    """A player with too few chips for a wager at any table gets more play chips."""

    act = HouseAct.PLAY


class Company(PageMessage, frozen=True, tag="company"):
    """A player who is seated asks for so many bots at the table; none sends them away."""

    act = HouseAct.PLAY
    bots: int


class Say(PageMessage, frozen=True, tag="say"):
    """A player who is seated says a phrase of the list; everybody at the table sees it for a moment."""

    act = HouseAct.PLAY
    phrase: str


class Run(PageMessage, frozen=True, tag="run"):
    """Staff change how a table is run; what is left out stays as it is."""

    act = HouseAct.RUN_TABLE
    dealer: str = ""
    """`automatic` or `person`."""
    deck: str = ""
    """From the next round on: `house`, the fair deck, or `physical`, cards that are keyed in."""
    open: bool | None = None


class Ask(PageMessage, frozen=True, tag="ask"):
    """Staff ask for a request that takes two people or a higher position; another member of staff confirms it.

    `command` is a request as in `do`, or `{"type": "run", ...}` with the fields of a `run`.
    """

    act = HouseAct.ASK_FOR_TWO
    command: dict[str, object]
    round: int | None = None
    version: int | None = None


class Confirm(PageMessage, frozen=True, tag="confirm"):
    """Another member of staff confirms a request, at this table or anywhere in the house: it is carried out now."""

    act = HouseAct.CONFIRM
    request: str
    digest: str
    """The digest of what was shown."""
    cards: dict[int, c.Cards] = {}
    """Where the request names cards: the same cards, keyed in by whoever confirms it."""


class DeclineRequest(PageMessage, frozen=True, tag="decline-request"):
    """Another member of staff declines a request."""

    act = HouseAct.CONFIRM
    request: str
    digest: str
    why: str


class TakeBackRequest(PageMessage, frozen=True, tag="take-back"):
    """Whoever asked for something takes it back."""

    act = HouseAct.ASK_FOR_TWO
    request: str


class Ping(PageMessage, frozen=True, tag="ping"):
    """Ask whether the connection still works."""

    act = HouseAct.WATCH


AnyPageMessage: TypeAlias = (
    Do
    | Preview
    | Ready
    | Cut
    | Decline
    | Chips
    | Company
    | Say
    | Run
    | Ask
    | Confirm
    | DeclineRequest
    | TakeBackRequest
    | Ping
)

# ---------------------------------------------------------------------------------------------------------------------
# From the house


class HouseMessage(msgspec.Struct, frozen=True, kw_only=True, tag=True):
    """A message from the house to one page."""


class Hello(HouseMessage, frozen=True, tag="hello"):
    """The first message: the table as it stands, and the lines of its round so far."""

    protocol: int
    scene: Scene
    lines: tuple[Line, ...]
    phrases: dict[str, str] = msgspec.field(default_factory=PHRASES.copy)
    """What players can say, by the name that a page sends."""


class Happened(HouseMessage, frozen=True, tag="happened"):
    """What happened, and what of the table is not as this page was told before."""

    lines: tuple[Line, ...]
    scene: SceneChanges


class SceneChanged(HouseMessage, frozen=True, tag="scene"):
    """What changed around the table: a clock, a connection."""

    scene: SceneChanges


class Reviewed(HouseMessage, frozen=True, tag="review"):
    """After a round, to each player about their own hands."""

    round: int
    reviews: tuple[Review, ...]


class Said(HouseMessage, frozen=True, tag="said"):
    """A player has said a phrase; it is not kept."""

    player: str
    phrase: str
    words: str


class Done(HouseMessage, frozen=True, tag="done"):
    """A message was carried out."""

    id: str


class Previewed(HouseMessage, frozen=True, tag="previewed"):
    """What a request would lead to."""

    id: str
    lines: tuple[Line, ...]
    confirms: str = ""
    """The lowest position, in words, that confirms the request; empty where the viewer can do it alone."""


class NotDone(HouseMessage, frozen=True, tag="refused"):
    """A message was not carried out; nothing has changed."""

    id: str
    reason: str
    """One of: malformed, too long, too fast, role, old, used, chips, approval, rule, failed."""
    sentence: str
    clause: str = ""


class Goodbye(HouseMessage, frozen=True, tag="goodbye"):
    """The last message before the house closes the connection."""

    sentence: str
    retry: float = 0
    """Seconds after which the page may try again; 0 if it need not."""


AnyHouseMessage: TypeAlias = Hello | Happened | SceneChanged | Reviewed | Said | Done | Previewed | NotDone | Goodbye

_encoder = msgspec.json.Encoder()
_decoder: msgspec.json.Decoder[AnyPageMessage] = msgspec.json.Decoder(AnyPageMessage)


def encode(message: HouseMessage) -> bytes:
    """A message of the house as it is sent."""
    return _encoder.encode(message)


_BAD_ID = f"a message's id is 1 to {LONGEST_ID} visible characters on one line"


def read(text: str | bytes) -> AnyPageMessage:
    """A message from a page; `BadMessage` if it cannot be read.

    >>> read('{"type":"ready","id":"1","round":3}').round
    3
    """
    data = text.encode(errors="surrogatepass") if isinstance(text, str) else text
    if len(data) > LONGEST:
        raise BadMessage("too long", f"a message has at most {LONGEST} bytes")
    try:
        said: AnyPageMessage = _decoder.decode(data)
    except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError) as error:
        raise BadMessage("malformed", f"the message cannot be read: {shortened(str(error), 120)}") from error
    if len(said.id) > LONGEST_ID:
        raise BadMessage("malformed", _BAD_ID)
    if not said.id.isprintable() or not is_visible(said.id) or not said.id:
        raise BadMessage("malformed", _BAD_ID, id=said.id)
    return said


def kind_of(written: Mapping[str, object]) -> type[c.Command] | None:
    """Which request a `do` or `preview` holds; none where there is no such request."""
    return _KINDS.get(str(written.get("type")))


def read_command(written: Mapping[str, object], by: c.Actor) -> c.Command:
    """The request inside a `do` or `preview`, by the person who is connected."""
    read = {**written, "by": {"name": by.name, "role": int(by.role)}}
    if read.get("type") == "deal":
        read["deck"] = ()  # whatever deck a page names, the house deals its own
    try:
        command: c.Command = msgspec.convert(read, c.AnyCommand, str_keys=True)
    except msgspec.ValidationError as error:
        raise BadMessage("malformed", _unread(str(error))) from error
    if isinstance(command, c.Report) and len(command.note) > FIELDS.note:
        raise BadMessage("too long", f"a note has at most {FIELDS.note} characters")
    if isinstance(command, c.Report) and not is_visible(command.note):
        raise BadMessage("malformed", "a note is one line of visible characters")
    return command


_FIELD_WORDS = {
    "cents": "the amount",
    "cards": "the number of cards",
    "position": "the position",
    "round": "the round",
    "player": "the player",
    "note": "the note",
}
"""The fields of a request that people fill in."""


class AskedRun(msgspec.Struct, frozen=True, kw_only=True, tag="run", forbid_unknown_fields=True):
    """How somebody asks for a table to be run: the fields of a `run`."""

    dealer: str = ""
    deck: str = ""
    open: bool | None = None


def read_run(written: Mapping[str, object]) -> AskedRun | None:
    """The change of how a table is run inside an `ask`; none where it holds a request to the table."""
    if written.get("type") != "run":
        return None
    try:
        return msgspec.convert(written, AskedRun)
    except msgspec.ValidationError as error:
        raise BadMessage("malformed", _unread(str(error))) from error


def _unread(error: str) -> str:
    """Why a request cannot be read: in plain words where a person filled in the field, else for who wrote the page.

    >>> _unread("Expected `int`, got `float` - at `$.cents`")
    'the amount cannot be read; correct it and send it again'
    """
    field = error.rpartition("`$.")[2].rstrip("`")
    if field in _FIELD_WORDS:
        return f"{_FIELD_WORDS[field]} cannot be read; correct it and send it again"
    return f"the request cannot be read: {shortened(error, 120)}"


class BadMessage(Exception):
    """A message that is refused before its request is considered; `id` is the message's, where it can be answered."""

    def __init__(self, reason: str, sentence: str, *, id: str = "") -> None:
        super().__init__(sentence)
        self.reason, self.id = reason, id


def reason_of(refused: Refused) -> str:
    """The reason of a refusal in one word."""
    reasons: dict[type[Refused], str] = {
        OldVersion: "old",
        KeyReused: "used",
        NotEnoughChips: "chips",
        NeedsAnother: "approval",
        WrongRole: "role",
    }
    return reasons.get(type(refused), "rule")


def refusal(id: str, refused: Refused) -> NotDone:
    """A refusal of the table or the journal as a message."""
    return NotDone(id=id, reason=reason_of(refused), sentence=str(refused), clause=refused.clause)
