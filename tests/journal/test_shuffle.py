"""The fair deck: every order equally likely, fixed before betting closes, and checkable by anyone."""

from __future__ import annotations

import hashlib
import hmac
import json
import random
import shutil
import subprocess
import sys
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import replace
from fractions import Fraction
from itertools import permutations
from math import sqrt
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from houseway.journal import shuffle
from houseway.journal.shuffle import HmacDrbg, Proof, Secret, Words, commit, deck, verify_proof, verify_proofs
from support.biased_shuffles import BAD, Shuffle


class _TooLong(Exception):
    """More draws than are counted."""


def probabilities(shuffled: Shuffle, cards: int, draws: int) -> dict[tuple[int, ...], Fraction]:
    """The exact probability of each order, from every sequence of at most `draws` draws.

    How often a draw is repeated does not affect its result, so leaving out long sequences keeps the orders of a fair
    shuffle exactly equal.
    """
    found: dict[tuple[int, ...], Fraction] = {}
    waiting: list[tuple[int, ...]] = [()]
    while waiting:
        given_draws = waiting.pop()
        widths: list[int] = []

        def bits(width: int, drawn: tuple[int, ...] = given_draws, asked: list[int] = widths) -> int:
            asked.append(width)
            if len(asked) > len(drawn):
                raise _TooLong
            return drawn[len(asked) - 1]

        try:
            order = tuple(shuffled(cards, bits))
        except _TooLong:
            if len(given_draws) < draws:
                waiting += [(*given_draws, value) for value in range(2 ** widths[-1])]
        else:
            found[order] = found.get(order, Fraction(0)) + Fraction(1, 2 ** sum(widths))
    return found


def check_exactly(shuffled: Shuffle) -> None:
    """Every order of four and of five cards is exactly as likely as any other."""
    for cards, draws in ((4, 5), (5, 5)):
        found = probabilities(shuffled, cards, draws)
        assert set(found) == set(permutations(range(cards)))
        assert len(set(found.values())) == 1


def check_places(shuffled: Shuffle) -> None:
    """Chi-square of card by place at 53 cards, from a fixed seed: within five standard deviations of its mean."""
    cards, times = 53, 4000
    drbg = HmacDrbg(b"chi-square".ljust(32), bytes(32))
    counts = Counter(
        place * cards + card for _ in range(times) for place, card in enumerate(shuffled(cards, drbg.bits))
    )
    expected = times / cards
    statistic = sum((counts[cell] - expected) ** 2 for cell in range(cards * cards)) / expected * (cards - 1) / cards
    freedom = (cards - 1) ** 2
    assert abs(statistic - freedom) / sqrt(2 * freedom) < 5


@pytest.mark.parametrize("check", [check_exactly, check_places])
def test_the_shuffle_is_fair(check: Callable[[Shuffle], None]) -> None:
    check(shuffle.shuffled)


@pytest.mark.parametrize("bad", BAD)
@pytest.mark.parametrize("check", [check_exactly, check_places])
def test_the_same_check_finds_a_biased_shuffle(check: Callable[[Shuffle], None], bad: Shuffle) -> None:
    with pytest.raises(AssertionError):
        check(bad)


def test_hmac_drbg_matches_the_nist_test_vector() -> None:
    """CAVS 14.3, HMAC_DRBG, SHA-256, no reseed, no personalization, the first case: the second request counts."""
    drbg = HmacDrbg(
        bytes.fromhex("ca851911349384bffe89de1cbdc46e6831e44d34a4fb935ee285dd14b71a7488"),
        bytes.fromhex("659ba96c601dc69fc902940805ec0ca8"),
    )
    drbg.generate(128)
    assert drbg.generate(128).hex() == (
        "e528e9abf2dece54d47c7e75e5fe302149f817ea9fb4bee6f4199697d04d5b89"
        "d54fbb978a15b5c443c9ec21036d2460b6f73ebad0dc2aba6e624abf07745bc1"
        "07694bb7547bb0995f70de25d6b29e2d3011bb19d27676c07162c8b5ccde0668"
        "961df86803482cb37ed6d5c0bb8d50cf1f50d476aa0458bdaba806f48be9dcb8"
    )


def plain_drbg(seed: bytes, requests: list[int]) -> Iterator[bytes]:
    """SP 800-90A, 10.1.2, line by line."""

    def mac(key: bytes, data: bytes) -> bytes:
        return hmac.new(key, data, hashlib.sha256).digest()

    def update(data: bytes, key: bytes, v: bytes) -> tuple[bytes, bytes]:
        key = mac(key, v + b"\x00" + data)
        v = mac(key, v)
        if data == b"":
            return key, v
        key = mac(key, v + b"\x01" + data)
        return key, mac(key, v)

    key, v = update(seed, b"\x00" * 32, b"\x01" * 32)
    for size in requests:
        temp = b""
        while len(temp) < size:
            v = mac(key, v)
            temp += v
        key, v = update(b"", key, v)
        yield temp[:size]


@given(st.binary(min_size=1), st.binary(), st.binary(), st.lists(st.integers(0, 200), max_size=5))
def test_hmac_drbg_follows_the_standard(entropy: bytes, nonce: bytes, words: bytes, requests: list[int]) -> None:
    drbg = HmacDrbg(entropy, nonce, words)
    assert [drbg.generate(size) for size in requests] == list(plain_drbg(entropy + nonce + words, requests))


def test_the_decks_bytes_are_used_as_described() -> None:
    secret, cut = Secret(b"s" * 32, b"t" * 32), b"\0\0\0\0\0\0\0\3ann\0\0\0\0\0\0\0\2hi"
    stream = iter(b"".join(plain_drbg(secret.seed + secret.salt + cut, [64] * 20)))
    order = list(range(53))
    for last in range(52, 0, -1):
        place = 99
        while place > last:
            place = next(stream) % 2 ** last.bit_length()
        order[last], order[place] = order[place], order[last]
    assert deck(secret, [Words("ann", "hi")], 53) == tuple(order)


TEXT = st.text(st.characters(exclude_categories=["Cs"]), max_size=20)
SECRETS = st.builds(Secret, st.binary(min_size=32, max_size=32), st.binary(min_size=32, max_size=32))
CUTS = st.lists(st.builds(Words, TEXT, TEXT), max_size=3)


@given(SECRETS, CUTS, st.sampled_from([52, 53]), TEXT)
def test_a_proof_holds_and_reads_back(secret: Secret, cut: list[Words], cards: int, reason: str) -> None:
    proof = Proof.of(secret, table="t1", book="mbs-v4", round=7, cards=cards, cut=cut, voided=reason)
    assert sorted(proof.deck) == list(range(cards))
    assert Proof.from_json(proof.to_json()) == proof
    assert verify_proof(proof) == ()


def test_secrets_differ_and_words_change_the_deck() -> None:
    (one, public), (other, _) = commit(), commit()
    assert one != other
    assert one.commitment == public != other.commitment
    decks = [deck(one), deck(other), deck(one, [Words("a", "bc")]), deck(one, [Words("ab", "c")])]
    assert len(set(decks)) == 4
    assert deck(one) == deck(one)
    assert one.seed.hex() not in repr(one)
    with pytest.raises(ValueError, match="52 or 53 cards, not 54"):
        deck(one, cards=54)


def proofs(rounds: int = 5) -> list[Proof]:
    chance = random.Random(5)
    made = [Secret(chance.randbytes(32), chance.randbytes(32)) for _ in range(rounds)]
    return [
        Proof.of(secret, table="t1", book="mbs-v4", round=number, cut=[Words("ann", "seven")])
        for number, secret in enumerate(made, 11)
    ]


@pytest.mark.parametrize(
    ("change", "says"),
    [
        ({"seed": "0" * 64}, ["commitment", "the deck"]),
        ({"salt": "0" * 64}, ["commitment", "the deck"]),
        ({"commitment": "0" * 64}, ["commitment"]),
        ({"cut": ()}, ["the deck"]),
        ({"cut": (Words("ann", "eight"),)}, ["the deck"]),
        ({"cards": 52}, ["the deck"]),
        ({"deck": tuple(range(53))}, ["the deck"]),
        ({"ended": "forgotten"}, ["completed or voided, not 'forgotten'"]),
        ({"ended": "voided"}, ["a reason"]),
        ({"reason": "misdeal"}, ["a reason"]),
    ],
)
def test_a_proof_that_does_not_hold_is_found(change: dict[str, object], says: list[str]) -> None:
    found = verify_proof(replace(proofs()[0], **change))  # type: ignore[arg-type]
    assert len(found) == len(says)
    for part, finding in zip(says, found, strict=True):
        assert part in finding
        assert finding.startswith("table t1, round 11: ")


def test_rounds_follow_each_other_and_no_commitment_comes_twice() -> None:
    made = proofs()
    other = replace(proofs(6)[5], table="t2", round=900)
    assert verify_proofs([*made[:2], other, *made[2:]]) == ()
    assert verify_proofs([*made[:2], *made[3:]]) == ("table t1, round 14: follows round 12",)
    assert verify_proofs([made[0], replace(made[0], round=12)]) == (
        "table t1, round 12: uses the commitment of table t1, round 11 again",
    )
    assert verify_proofs([made[1], made[0]]) == ("table t1, round 11: follows round 12",)


def _with(**change: object) -> str:
    return json.dumps({**json.loads(proofs()[0].to_json()), **change})


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("", "no proof in it"),
        ("[]", "no proof in it"),
        ("hello", "line 1: this is not JSON"),
        ("[" * 100_000, "nested too deeply|not JSON"),
        ("7", "proof 1: this is not a proof"),
        ("[{}]", "proof 1: this is not a proof"),
        (proofs()[0].to_json() + "\n{}\n", "line 2: this is not a proof"),
        (_with(more=1), "unknown fields: 'more'"),
        (_with(seed="0"), "seed must be 64 hexadecimal digits"),
        (_with(seed=None), "seed must be text"),
        (_with(round=0), "round must be a whole number"),
        (_with(cards=54), "cards must be 52 or 53"),
        (_with(cards=53.0), "cards must be 52 or 53"),
        (_with(deck="abc"), "deck must be a list"),
        (_with(cut=[["ann", "x"]]), "cut must be a list"),
        (_with(cut=[{"player": "ann", "words": "\ud800"}]), "cut must be a list"),
    ],
)
def test_bad_proofs_are_refused(text: str, says: str) -> None:
    with pytest.raises(ValueError, match=says):
        shuffle.read_proofs(text)


def test_one_proof_an_array_and_lines_are_all_read() -> None:
    made = proofs()
    lines = "\n".join(proof.to_json() for proof in made)
    assert shuffle.read_proofs(made[0].to_json()) == (made[0],)
    assert list(shuffle.read_proofs(lines + "\n\n")) == made
    assert list(shuffle.read_proofs("[" + lines.replace("\n", ",") + "]")) == made


def test_the_checker_runs_without_houseway(tmp_path: Path) -> None:
    """Copied to another folder, without Houseway or any other package."""
    file = shutil.copy(shuffle.__file__, tmp_path / "check.py")
    (tmp_path / "proofs.jsonl").write_text("\n".join(proof.to_json() for proof in proofs()))
    (tmp_path / "bad.json").write_text(_with(seed="0" * 64))
    (tmp_path / "none.json").write_text("{}")

    def run(name: str) -> subprocess.CompletedProcess[str]:
        return subprocess.run(
            [sys.executable, "-I", "-S", str(file), name], capture_output=True, text=True, check=False, cwd=tmp_path
        )

    done = run("proofs.jsonl")
    lines = [f"table t1, round {p.round}, completed: committed to {p.commitment}\n" for p in proofs()]
    assert (done.returncode, done.stdout, done.stderr) == (0, f"{''.join(lines)}5 proofs: all hold\n", "")
    assert run("bad.json").returncode == 1
    assert "do not match the commitment" in run("bad.json").stdout
    assert run("none.json").stderr == f"proof 1: this is not a proof: its format is not {shuffle.FORMAT!r}\n"
    assert run("nowhere").returncode == 1
