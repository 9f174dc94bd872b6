"""The pages and their files: HTML that draws itself from what the house sends, scripts, style sheets and fonts.

Here: which page has which address, and how long a browser may keep it. Not here: how a file is read and sent (`files`),
or what is on a page.
"""

from __future__ import annotations

import re
from typing import Any

from litestar import HttpMethod, Request, Response, route
from litestar.datastructures import State
from litestar.params import FromPath
from litestar.types import ControllerRouterHandler

from houseway.people.acts import HouseAct
from houseway.web.http import offline
from houseway.web.http.files import PACKED, STATIC, file, without_version
from houseway.web.http.guard import act
from houseway.web.http.security_headers import policy

Asked = Request[Any, Any, State]
FIXED = re.compile(
    r"/|/analyse|/design|/learn|/daily|/train(?:/worker\.js|/test|/certificate/[^/]+/[^/]+)?|/favicon\.ico|/health/live|/(?:table|console)/[^/]+|/static/.+"
)
"""The paths of pages and files that are the same for everybody, whatever house there is."""
READ = (HttpMethod.GET, HttpMethod.HEAD)
"""How pages and files are asked for; the answer to HEAD has the headers and no body."""
LOOK = {**act(HouseAct.LOOK), PACKED: True}
PRELOAD = {
    "link": ", ".join(
        f'</static/fonts/{font.name}>; rel="preload"; as="font"; type="font/woff2"; crossorigin'
        for font in sorted((STATIC / "fonts").glob("*.woff2"))
    )
}
"""The header that lets a browser fetch the fonts while it still reads the page."""
FOR_ALL = {"cache-control": "no-cache"}
"""The header of what is the same for everybody: a browser may keep it, and asks each time whether it has changed."""
TRAINER = policy(scripts="houseway-train")
"""What the page of the trainer may do: start the one script that works without it."""
FOR_EVER = {"cache-control": f"public, max-age={365 * 24 * 60 * 60}, immutable"}
"""The header of what has its version in its address, as fonts have in their names: a browser never asks again."""


def page(name: str, request: Asked) -> Response[bytes]:
    """A page of the static folder."""
    return file(name, request, {**PRELOAD, **FOR_ALL})


@route("/", http_method=READ, include_in_schema=False, opt=LOOK)
async def lobby_page(request: Asked) -> Response[bytes]:
    """The lobby."""
    return page("lobby/lobby.html", request)


@route("/table/{name:str}", http_method=READ, include_in_schema=False, opt=LOOK)
async def table_page(request: Asked) -> Response[bytes]:
    """A table."""
    return page("player/table.html", request)


@route(["/staff", "/console/{name:str}", "/staff/{name:str}"], http_method=READ, include_in_schema=False, opt=LOOK)
async def staff_page(request: Asked) -> Response[bytes]:
    """The floor, or the console of a table, which was at `/staff/TABLE` before 0.3."""
    return page("staff/staff.html", request)


@route("/cage", http_method=READ, include_in_schema=False, opt=LOOK)
async def cage_page(request: Asked) -> Response[bytes]:
    """The cage."""
    return page("cage/cage.html", request)


@route("/audit", http_method=READ, include_in_schema=False, opt=LOOK)
async def audit_page(request: Asked) -> Response[bytes]:
    """The records, for auditors."""
    return page("audit/audit.html", request)


@route(["/history", "/history/{name:str}"], http_method=READ, include_in_schema=False, opt=LOOK)
async def history_page(request: Asked) -> Response[bytes]:
    """The last rounds."""
    return page("history/history.html", request)


@route("/analyse", http_method=READ, include_in_schema=False, opt=LOOK)
async def analyse_page(request: Asked) -> Response[bytes]:
    """One hand in full."""
    return page("analyse/analyse.html", request)


@route("/design", http_method=READ, include_in_schema=False, opt=LOOK)
async def design_page(request: Asked) -> Response[bytes]:
    """The designer."""
    return page("design/design.html", request)


@route("/learn", http_method=READ, include_in_schema=False, opt=LOOK)
async def learn_page(request: Asked) -> Response[bytes]:
    """How to play."""
    return page("learn/learn.html", request)


@route("/train", http_method=READ, include_in_schema=False, opt=LOOK)
async def train_page(request: Asked) -> Response[bytes]:
    """The trainer, which starts a script that keeps it for when the house does not answer."""
    return file(offline.PAGE, request, {**PRELOAD, **FOR_ALL, "content-security-policy": TRAINER})


@route("/train/worker.js", http_method=READ, include_in_schema=False, opt=LOOK)
async def train_worker(request: Asked) -> Response[bytes]:
    """The script that keeps the trainer in a browser."""
    del request
    headers = {**FOR_ALL, "service-worker-allowed": offline.SCOPE}
    return Response(offline.script(), media_type="text/javascript", headers=headers)


@route("/train/test", http_method=READ, include_in_schema=False, opt=LOOK)
async def test_page(request: Asked) -> Response[bytes]:
    """The dealer test."""
    return page("learn/exam.html", request)


@route("/train/certificate/{name:str}/{id:str}", http_method=READ, include_in_schema=False, opt=LOOK)
async def certificate_page(request: Asked) -> Response[bytes]:
    """A certificate of the dealer test, to print."""
    return page("learn/certificate.html", request)


@route("/daily", http_method=READ, include_in_schema=False, opt=LOOK)
async def daily_page(request: Asked) -> Response[bytes]:
    """The Daily ten."""
    return page("learn/daily.html", request)


@route("/favicon.ico", http_method=READ, include_in_schema=False, opt=LOOK)
async def icon(request: Asked) -> Response[bytes]:
    """The icon browsers ask for."""
    return file("shared/favicon.svg", request, FOR_ALL)


@route("/static/{path:path}", http_method=READ, include_in_schema=False, opt=LOOK)
async def static_file(request: Asked, path: FromPath[str]) -> Response[bytes]:
    """A script, a style sheet, a drawing or a font."""
    name, newest = without_version(path.removeprefix("/"))
    return file(name, request, FOR_EVER if newest or name.startswith("fonts/") else FOR_ALL)


PAGES: list[ControllerRouterHandler] = [
    lobby_page,
    table_page,
    staff_page,
    cage_page,
    audit_page,
    history_page,
    analyse_page,
    design_page,
    learn_page,
    train_page,
    train_worker,
    daily_page,
    test_page,
    certificate_page,
    icon,
    static_file,
]
