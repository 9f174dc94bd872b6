"""The deck check of the page, `fair.js`, compared with `journal.shuffle`: the same decks, the same sentences."""

from __future__ import annotations

import hashlib
import hmac
import json
import random
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import msgspec
import pytest

import houseway.web
from houseway.cards.card import CARDS
from houseway.journal.shuffle import COMPLETED, HmacDrbg, Proof, Secret, Words, verify_proof
from houseway.journal.store import Journal
from houseway.table.dealing import in_order
from support.browser import Browser
from support.room import ANN, BOB, Room

STATIC = Path(houseway.web.__file__).parent / "static" / "history"
Fair = Callable[..., Any]


def _served(name: str) -> Callable[[Any], None]:
    return lambda route: route.fulfill(path=STATIC / name, content_type="text/javascript")


@pytest.fixture(scope="module")
def fair(browser: Browser) -> Iterator[Fair]:
    """Evaluate a function over `fair` (the module) and a value, in a browser."""
    page = browser.new_page()
    page.route("http://fair.test/", lambda route: route.fulfill(body="<p>fair", content_type="text/html"))
    for name in ("fair.js", "checking.js"):
        page.route(f"http://fair.test/{name}", _served(name))
    page.goto("http://fair.test/")  # over plain http, as on a local network, the browser offers no cryptography
    assert page.evaluate("() => window.crypto.subtle === undefined")

    def evaluate(function: str, given: Any = None) -> Any:
        wrapped = f"async (given) => {{ const fair = await import('/fair.js'); return ({function})(fair, given); }}"
        return page.evaluate(wrapped, given)

    yield evaluate
    page.close()


def _proofs(number: int) -> list[Proof]:
    source = random.Random(20250101)
    words = ["", "lucky seven", "ünï", "🂡", "a'b\"c\\", "x" * 300]
    proofs = []
    for round in range(1, number + 1):
        cut = [Words(f"player {at}", source.choice(words[1:])) for at in range(source.randrange(4))]
        secret = Secret(source.randbytes(32), source.randbytes(32))
        voided = source.choice(["", "", "misdeal (5.2)"])
        cards = source.choice([52, 53])
        proofs.append(Proof.of(secret, table="one", book="mbs-v4", round=round, cards=cards, cut=cut, voided=voided))
    return proofs


def _plain(proof: Proof) -> dict[str, Any]:
    plain: dict[str, Any] = json.loads(proof.to_json())
    return plain


VERIFY = "(fair, proofs) => proofs.map((proof) => fair.verifyProof(fair.readProof(proof)))"


def test_sha_256_and_hmac_of_every_length_around_a_block(fair: Fair) -> None:
    texts = [bytes(range(256))[:size] * 1 for size in range(0, 200)]
    found = fair("(fair, texts) => texts.map((text) => Array.from(fair.sha256(Uint8Array.from(text))))", _lists(texts))
    assert [bytes(digest) for digest in found] == [hashlib.sha256(text).digest() for text in texts]
    found = fair(
        "(fair, texts) => texts.map((text) => Array.from(fair.hmac(Uint8Array.from(text), Uint8Array.from(text))))",
        _lists(texts),
    )
    assert [bytes(digest) for digest in found] == [hmac.digest(text, text, "sha256") for text in texts]


def _lists(texts: list[bytes]) -> list[list[int]]:
    return [list(text) for text in texts]


def test_the_generator_gives_the_same_bytes(fair: Fair) -> None:
    ours = HmacDrbg(b"e" * 32, b"n" * 32, b"cut")
    found = fair(
        "(fair) => { const bytes = (letter, size) => new Uint8Array(size).fill(letter.charCodeAt(0));"
        "const one = new fair.HmacDrbg(bytes('e', 32), bytes('n', 32), new TextEncoder().encode('cut'));"
        "return [one.generate(64), one.generate(100), one.generate(1)]; }"
    )
    assert [bytes(part) for part in found] == [ours.generate(64), ours.generate(100), ours.generate(1)]


def test_valid_proofs_hold_in_both(fair: Fair) -> None:
    proofs = _proofs(150)
    assert [verify_proof(proof) for proof in proofs] == [()] * len(proofs)
    assert fair(VERIFY, [_plain(proof) for proof in proofs]) == [[]] * len(proofs)


def test_an_altered_proof_is_refused_with_the_same_sentences(fair: Fair) -> None:
    tampered = []
    for proof in _proofs(12):
        flipped = "".join("1" if digit == "0" else "0" for digit in proof.seed[:1]) + proof.seed[1:]
        swapped = (proof.deck[1], proof.deck[0], *proof.deck[2:])
        tampered += [
            replace(proof, seed=flipped),
            replace(proof, salt=proof.commitment),
            replace(proof, commitment=proof.seed),
            replace(proof, deck=swapped),
            replace(proof, deck=proof.deck[:-1]),
            replace(proof, deck=(*proof.deck, 0)),
            replace(proof, cut=(*proof.cut, Words("eve", "more"))),
            replace(proof, cards=105 - proof.cards),
            replace(proof, ended="nowhere's", reason=""),
            replace(proof, ended=COMPLETED, reason="misdeal"),
        ]
    ours = [list(verify_proof(proof)) for proof in tampered]
    assert all(ours)
    assert fair(VERIFY, [_plain(proof) for proof in tampered]) == ours


@pytest.mark.parametrize(
    "change",
    [
        {"format": "other"}, {"more": 1}, {"table": None}, {"table": 7}, {"seed": "00"}, {"salt": "G" * 64},
        {"commitment": "A" * 64}, {"round": 0}, {"round": 1.5}, {"cards": 51}, {"deck": "x"}, {"deck": [1.5]},
        {"deck": [None]}, {"cut": {}}, {"cut": [{"player": "a"}]}, {"cut": [{"player": "a", "words": 1}]},
    ],
)  # fmt: skip
def test_a_bad_proof_is_refused_with_the_same_sentence(fair: Fair, change: dict[str, Any]) -> None:
    plain = {**_plain(_proofs(1)[0]), **change}
    with pytest.raises(ValueError, match=r".") as ours:
        Proof.from_json(json.dumps(plain))
    reading = "(fair, plain) => { try { fair.readProof(plain); } catch (error) { return error.message; } }"
    assert fair(reading, plain) == str(ours.value)


@pytest.mark.parametrize("manual", [False, True])
def test_cards_are_dealt_in_the_same_order(fair: Fair, manual: bool) -> None:
    order, places = list(_proofs(1)[0].deck), [1, 4, 6, 0]
    found = fair(
        "(fair, {order, places, manual}) => [...fair.dealt(order, places, 7, manual)]",
        {"order": order, "places": places, "manual": manual},
    )
    ours = in_order([CARDS[card].text for card in order], places, 7, manual=manual)
    assert {place: tuple(cards) for place, cards in found} == ours


def test_every_card_has_its_name(fair: Fair) -> None:
    found = fair("(fair) => Array.from({length: 53}, (_, card) => fair.cardText(card))")
    assert found == [card.text for card in CARDS]


# ---------------------------------------------------------------------------------------------------------------------
# The findings of the button for a whole round

CHECK = "async (fair, round) => (await import('/checking.js')).check(round)"


@pytest.fixture
def seen(tmp_path: Path) -> dict[str, Any]:
    """A round as it is sent to its player."""
    with Journal.open(str(tmp_path / "journal.db")) as journal:
        room = Room(journal)
        room.sit(ANN, BOB)
        room.bet(ANN, BOB)
        room.decks.add_words(1, "ann", "lucky seven")
        room.deal()
        room.finish()
        plain: dict[str, Any] = json.loads(msgspec.json.encode(room.history.round("one", 1, ANN)))
        return plain


def _about(found: dict[str, Any], *, holds: bool) -> list[str]:
    """The checks that hold, or those that do not."""
    assert found["holds"] == all(check["holds"] for check in found["checks"])
    assert all(check["words"] for check in found["checks"])
    return [check["about"] for check in found["checks"] if check["holds"] is holds]


def test_the_deck_of_a_real_round_holds(fair: Fair, seen: dict[str, Any]) -> None:
    found = fair(CHECK, seen)
    assert (_about(found, holds=True), _about(found, holds=False)) == (["seed", "deck", "cards"], [])


def test_hidden_hands_are_not_compared_with_the_deck(fair: Fair, seen: dict[str, Any]) -> None:
    seen["hands"]["2"]["cards"] = []
    last = fair(CHECK, seen)["checks"][-1]
    assert (last["about"], last["holds"]) == ("cards", True)
    assert "2 of 3" in last["words"]


def test_a_card_that_is_not_from_the_deck_is_found(fair: Fair, seen: dict[str, Any]) -> None:
    cards = seen["hands"]["1"]["cards"]
    cards[0] = next(card.text for card in CARDS if card.text not in cards)
    found = fair(CHECK, seen)
    assert _about(found, holds=False) == ["cards"]
    assert "position 1" in found["checks"][-1]["words"]


def test_a_commitment_other_than_the_one_shown_is_found(fair: Fair, seen: dict[str, Any]) -> None:
    seen["commitment"] = "0" * 64
    assert _about(fair(CHECK, seen), holds=False) == ["commitment"]


def test_a_proof_of_another_round_is_found(fair: Fair, seen: dict[str, Any]) -> None:
    seen["proof"]["round"] = 2
    assert _about(fair(CHECK, seen), holds=False) == ["round"]


def test_words_added_later_are_found(fair: Fair, seen: dict[str, Any]) -> None:
    seen["proof"]["cut"] = []
    assert _about(fair(CHECK, seen), holds=False) == ["proof"]
