"""Schemathesis over every HTTP route, asked by everybody: no failure, only described answers, refusals of one sentence.

The public interface is described at /api/schema/openapi.json. The routes of the pages are described here in the same
way, from the same types, so that they can be asked like the rest.
"""

from __future__ import annotations

import copy
import functools
import warnings
from collections.abc import Iterator
from typing import Any

import pytest

pytest.importorskip("litestar", reason="the extra houseway[web] is not installed")

import msgspec
from hypothesis import HealthCheck, Phase, given, seed, settings
from litestar import Litestar
from litestar.testing import TestClient

from houseway.errors import HousewayError
from houseway.journal.store import Journal
from houseway.people.acts import Who
from houseway.people.passwords import Passwords
from houseway.web.http import (
    api_analyst,
    api_books,
    app,
    audit,
    cage,
    long_counts,
    pages,
    published,
    rarity,
    rules,
    staff_sign_in,
    train,
)
from houseway.web.http.errors import MAY_REFUSE
from houseway.web.http.front_door import FrontDoor
from houseway.web.http.host_names import HostNames
from houseway.web.http.proxies import Proxies
from support.open_house import House
from support.web_house import CHEAP

PEOPLE = [who.words for who in Who]
NOT_JSON = (
    *pages.PAGES,
    rules.rules_list,
    rules.rules_page,
    rules.odds_list,
    rules.odds_page,
    api_analyst.analysis_picture,
    published.published,
    cage.report,
    audit.export_events,
    audit.export_journal,
)
"""Routes that answer with files and pages."""
QUICK_PEOPLE = (Who.ANYONE.words, Who.PLAYER.words, Who.GAMING_SHIFT_MANAGER.words)
"""Who asks in the quick tier: who may do the least, and who may do the most."""
QUICK, FULL = 1, 60
"""Examples for each route and person."""
Client = TestClient[Any]


def _interrupted(*_: object) -> Any:
    raise HousewayError("counting was interrupted; ask again")


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    """One house for this module; it counts nothing that takes long, and fails a sign-in at once."""
    folder = tmp_path_factory.mktemp("house")
    with pytest.MonkeyPatch.context() as patch, Journal.open(str(folder / "journal.db")) as journal:
        patch.setattr(published._counting, "ask", lambda: True)
        patch.setattr(api_books, "in_a_process", _interrupted)
        patch.setattr(rules, "in_a_process", _interrupted)
        patch.setattr(rarity, "in_a_process", _interrupted)
        patch.setattr(train, "in_a_process", _interrupted)
        patch.setattr(long_counts, "each_in_a_process", _interrupted)
        patch.setattr(staff_sign_in, "FAILS_AFTER", 0.0)
        opened = House(journal)
        opened.open.door._passwords = Passwords(CHEAP)
        yield opened


@pytest.fixture(scope="module")
def client(house: House) -> Iterator[Client]:
    """Its application behind the front door, running."""
    door = FrontDoor(house.app, names=HostNames("testserver.local"), proxies=Proxies(()))
    with TestClient(house.app) as running:
        running.app = running._transport.app = door  # type: ignore[attr-defined]
        yield running
        running.blocking_portal.call(house.open.stop)


def described() -> dict[str, Any]:
    """An OpenAPI document of every route that answers with JSON, those of the pages too."""
    routes = [_described(route) for route in app.ROUTES if route not in NOT_JSON]
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        written = Litestar(routes).openapi_schema.to_schema()
    document: dict[str, Any] = msgspec.json.decode(msgspec.json.encode(written))
    for path in document["paths"].values():
        for operation in path.values():
            for content in operation.get("requestBody", {}).get("content", {}).values():
                name = content["schema"]["$ref"].rpartition("/")[2]
                document["components"]["schemas"][name]["additionalProperties"] = False  # a body has no unknown field
    return document


def _described(route: Any) -> Any:
    if getattr(route, "include_in_schema", True):
        return route
    shown = copy.copy(route)
    shown.include_in_schema, shown.responses = True, MAY_REFUSE
    return shown


@functools.cache
def operations() -> tuple[Any, ...]:
    """Everything that can be asked, as Schemathesis reads it from the document."""
    import schemathesis

    found: Any = schemathesis.openapi.from_dict(described()).get_all_operations()
    return tuple(each.ok() for each in found)


def ask(operation: Any, who: str, house: House, client: Client, examples: int, *, fits: bool = True) -> None:
    """Ask for one thing as one person, with arguments that fit the description or do not."""
    from schemathesis import GenerationMode
    from schemathesis import checks as every

    checks = [
        every.not_a_server_error,
        every.status_code_conformance,
        every.content_type_conformance,
        every.response_headers_conformance,
        every.response_schema_conformance,
    ]

    @seed(1)
    @settings(
        max_examples=examples,
        deadline=None,
        database=None,
        phases=[Phase.explicit, Phase.generate],
        suppress_health_check=list(HealthCheck),
    )
    @given(case=operation.as_strategy(GenerationMode.POSITIVE if fits else GenerationMode.NEGATIVE))
    def run(case: Any) -> None:
        asked = case.as_transport_kwargs(base_url="http://testserver.local")
        cookies = "; ".join(f"{name}={value}" for name, value in house.cookies(who).items())
        asked["headers"] = {**asked.get("headers", {}), "cookie": cookies}
        asked.pop("cookies", None)
        answer = client.request(**asked)
        house.forget(who)
        case.validate_response(answer, checks=checks)
        if answer.status_code >= 400:
            sentence = answer.json()["error"]
            assert sentence.strip() == sentence
            assert 0 < len(sentence) < 400, sentence
            assert sentence.isprintable(), sentence
            assert not any(note in sentence for note in ("Expected `", "Object contains", "data:")), sentence

    run()


@pytest.mark.parametrize(
    "who", [who if who in QUICK_PEOPLE else pytest.param(who, marks=pytest.mark.full) for who in PEOPLE]
)
def test_every_route_answers_as_described(who: str, house: House, client: Client) -> None:
    for operation in operations():
        ask(operation, who, house, client, QUICK)


@pytest.mark.full
@pytest.mark.parametrize("fits", [True, False])
@pytest.mark.parametrize("who", PEOPLE)
def test_every_route_answers_many_requests_as_described(who: str, fits: bool, house: House, client: Client) -> None:
    for operation in operations():
        if fits or operation.body or operation.query or operation.path_parameters:
            ask(operation, who, house, client, FULL, fits=fits)
