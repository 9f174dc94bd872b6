"""The page on deployment, followed step by step: the unit, the proxy with TLS, a round through it.

Here: the files in `deploy/` as systemd and nginx read them, and the commands of docs/deployment.md, each by a function
that does the same in a temporary folder. Not here: installing the packages (`test_built_wheel`).
"""

from __future__ import annotations

import json
import os
import re
import shlex
import shutil
import socket
import subprocess
import urllib.error
import urllib.request
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("litestar", reason="the extra houseway[web] is not installed")

from websockets.sync.client import connect
from websockets.typing import Origin

from houseway.web.wire.scene_changes import heard
from support.command import Run
from support.deployed import DEPLOY, ELSEWHERE, HOUSEWAY, ONE_MACHINE, Machine, Unit, commands

COMMANDS = commands(ONE_MACHINE)
EXPOSURE = 20
"""The highest exposure that `systemd-analyze security` may find, in tenths."""


UNIT = Unit(DEPLOY / "houseway.service")


def test_the_unit_keeps_the_house_to_itself() -> None:
    service = UNIT["Service"]
    wanted = {
        "DynamicUser": "yes",
        "StateDirectoryMode": "0700",
        "UMask": "0077",
        "NoNewPrivileges": "yes",
        "ProtectSystem": "strict",
        "ProtectHome": "yes",
        "PrivateTmp": "yes",
        "PrivateDevices": "yes",
        "CapabilityBoundingSet": "",
        "Restart": "on-failure",
    }
    assert {name: service[name] for name in wanted} == wanted
    assert int(service["LimitNOFILE"]) >= 4100  # the connections of `serve`, and the files of the journal
    assert UNIT.repeated["SystemCallFilter"] == ["@system-service", "~@privileged", "adjtimex"]


def test_the_command_of_the_unit_has_real_options_and_time_to_stop(houseway: Run) -> None:
    command = shlex.split(UNIT["Service"]["ExecStart"].replace("$OPTIONS", ""))
    assert command[0] == "/opt/houseway/bin/houseway"
    done = houseway(*command[1:], "--host-name", "tables.example", "--help")
    assert (done.returncode, done.stderr) == (0, "")
    assert float(UNIT["Service"]["TimeoutStopSec"]) > 20  # what --drain waits


def test_systemd_accepts_the_unit_and_finds_it_safe(tmp_path: Path) -> None:
    if not shutil.which("systemd-analyze"):
        pytest.skip("systemd-analyze is not on this machine")
    unit = tmp_path / "houseway.service"
    unit.write_text((DEPLOY / "houseway.service").read_text().replace("/opt/houseway/bin/houseway", str(HOUSEWAY)))
    verified = subprocess.run(["systemd-analyze", "verify", str(unit)], capture_output=True, text=True, check=False)
    if "Failed to" in verified.stderr and "houseway" not in verified.stderr:
        pytest.skip(f"systemd-analyze does not work here: {verified.stderr.strip()[:200]}")
    assert (verified.returncode, verified.stderr) == (0, "")
    words = ["systemd-analyze", "security", "--offline=true", f"--threshold={EXPOSURE}", str(unit)]
    rated = subprocess.run(words, capture_output=True, text=True, check=False)
    if "unrecognized option" in rated.stderr:
        pytest.skip("this systemd-analyze rates no file")
    assert rated.returncode == 0, rated.stdout[-500:]


def test_the_proxy_passes_on_only_what_it_knows() -> None:
    text = (DEPLOY / "nginx.conf").read_text(encoding="utf-8")
    assert "proxy_set_header X-Forwarded-For $remote_addr;" in text
    assert "proxy_set_header X-Forwarded-Proto $scheme;" in text
    assert 'proxy_set_header Forwarded "";' in text
    (upstream,) = re.findall(r"server 127\.0\.0\.1:(\d+);", text)
    command = shlex.split(UNIT["Service"]["ExecStart"])
    assert command[command.index("--port") + 1] == upstream
    assert command[command.index("--trusted-proxy") + 1] == "127.0.0.1"


# ---------------------------------------------------------------------------------------------------------------------
# Step by step


@pytest.fixture
def machine(tmp_path: Path, cache_folder: Path) -> Iterator[Machine]:
    """A machine on which nothing runs yet."""
    found = Machine(tmp_path, cache_folder)
    try:
        yield found
    finally:
        found.stop()


def _follow(machine: Machine) -> None:
    """Do what the page says, line by line."""
    steps: dict[str, Callable[[list[str]], None]] = {
        "cp": machine.copy,
        "echo": machine.write,
        "mkdir": machine.run,
        "openssl": machine.run,
        "systemctl": machine.service,
        "nginx": machine.check_proxy,
        "curl": machine.ask,
        "/opt/houseway/bin/houseway": machine.add_staff,
    }
    for line in COMMANDS:
        if not line.startswith(ELSEWHERE):
            words = shlex.split(line)
            steps[words[0]](words)
        machine.done.append(line)


@pytest.mark.full
def test_a_house_is_deployed_as_the_page_says_and_a_round_is_played_over_tls(machine: Machine) -> None:
    if not shutil.which("nginx"):
        if os.geteuid() == 0 and shutil.which("apt-get"):
            subprocess.run(["apt-get", "install", "-y", "-qq", "--no-install-recommends", "nginx-light"], check=False)
        if not shutil.which("nginx"):
            pytest.skip("nginx is not on this machine and could not be installed: apt-get install nginx")
    if not shutil.which("openssl"):
        pytest.skip("openssl is not on this machine: no certificate can be made")
    print("without systemd as init, the command of the unit is started by the test itself")
    _follow(machine)
    assert machine.done == COMMANDS
    house = f"https://tables.example:{machine.tls}"
    with machine.get(f"{house}/") as answer:
        assert answer.headers["strict-transport-security"] == "max-age=31536000"
    for url, status in ((f"{house}/health/ready", 404), (f"{house}/metrics", 404)):
        with pytest.raises(urllib.error.HTTPError) as refused:
            machine.get(url)
        assert refused.value.code == status
    _play(machine, house)
    lines = [json.loads(line) for line in machine.log.read_text().splitlines() if line.startswith("{")]
    assert any(line.get("path") == "/enter" and line["address"] == "127.0.0.1" for line in lines)


def _play(machine: Machine, house: str) -> None:
    """A round over wss, with a cookie that only TLS carries."""
    body = json.dumps({"name": "Ann"}).encode()
    headers = {"content-type": "application/json", "origin": house, "host": f"tables.example:{machine.tls}"}
    request = urllib.request.Request(f"https://127.0.0.1:{machine.tls}/enter", data=body, headers=headers)
    with urllib.request.urlopen(request, timeout=30, context=machine.trusting()) as answer:
        (cookie,) = answer.headers.get_all("set-cookie")
    assert cookie.startswith("__Host-houseway-player=")
    assert {"Secure", "HttpOnly", "Path=/"} <= {part.strip() for part in cookie.split(";")}
    with connect(
        f"wss://tables.example:{machine.tls}/socket/mbs-v4?as=player&protocol=2",
        sock=socket.create_connection(("127.0.0.1", machine.tls)),
        ssl=machine.trusting(),
        origin=Origin(house),
        additional_headers={"cookie": cookie.split(";")[0]},
        max_size=None,
    ) as page:
        scene: dict[str, Any] = {}

        def until(wanted: Callable[[dict[str, Any]], bool]) -> None:
            nonlocal scene
            while not (scene and wanted(scene)):
                scene = heard(json.loads(page.recv(timeout=60)), scene).get("scene", scene)

        def do(id: str, **command: Any) -> None:
            page.send(json.dumps({"type": "do", "id": id, "command": command}))

        until(bool)
        assert scene["you"]["name"] == "Ann"
        do("1", type="sit", position=1)
        until(lambda scene: scene["table"]["phase"] == "betting")
        do("2", type="wager", position=1, wager="main", cents=1000)
        until(lambda scene: bool(scene["table"]["wagers"]))
        page.send(json.dumps({"type": "ready", "id": "3", "round": 1}))
        until(lambda scene: scene["table"]["phase"] == "setting")
        do("4", type="view", position=1)
        until(lambda scene: bool(scene["arranging"]))
        do("5", type="set", position=1, low=scene["arranging"]["house_way"])
        until(lambda scene: scene["table"]["phase"] == "between rounds")
