"""The page on deployment, followed step by step: the unit, the proxy with TLS, a round through it.

Here: the files in `deploy/` as systemd and nginx read them, and the commands of docs/deployment.md, each by a function
that does the same in a temporary folder. Not here: installing the packages (`test_built_wheel`).
"""

from __future__ import annotations

import configparser
import json
import os
import re
import shlex
import shutil
import signal
import socket
import ssl
import subprocess
import sys
import time
import urllib.error
import urllib.request
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("litestar", reason="the extra houseway[web] is not installed")

from websockets.sync.client import connect
from websockets.typing import Origin

from support.command import Run

ROOT = Path(__file__).resolve().parent.parent
DEPLOY = ROOT / "deploy"
HOUSEWAY = Path(sys.executable).parent / "houseway"
PAGE = (ROOT / "docs" / "deployment.md").read_text(encoding="utf-8")
COMMANDS = [line for block in re.findall(r"```sh\n(.*?)```", PAGE, re.S) for line in block.splitlines()]
EXPOSURE = 20
"""The highest exposure that `systemd-analyze security` may find, in tenths."""


class _Unit(configparser.RawConfigParser):
    """A unit file: names may be repeated, and their case counts."""

    def __init__(self, path: Path) -> None:
        super().__init__(strict=False, interpolation=None)
        self.repeated: dict[str, list[str]] = {}
        self.read_string(path.read_text(encoding="utf-8"))
        for line in path.read_text(encoding="utf-8").splitlines():
            name, equals, value = line.partition("=")
            if equals and not line.startswith("#"):
                self.repeated.setdefault(name, []).append(value)

    def optionxform(self, optionstr: str) -> str:
        """Keep the case of names."""
        return optionstr


UNIT = _Unit(DEPLOY / "houseway.service")


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


def free_port() -> int:
    """A port that nobody listens at."""
    with socket.socket() as one:
        one.bind(("127.0.0.1", 0))
        return int(one.getsockname()[1])


class _Machine:
    """A machine in a temporary folder: what each command of the page does there."""

    def __init__(self, root: Path, cache: Path) -> None:
        self.root, self.cache = root, cache
        self.port, self.plain, self.tls, self.measures = (free_port() for _ in range(4))
        self.house: subprocess.Popen[str] | None = None
        self.proxy: subprocess.Popen[str] | None = None
        self.done: list[str] = []
        self.log = root / "log"

    def path(self, written: str) -> Path:
        """Where a file of the system is in the temporary folder."""
        found = self.root / written.lstrip("/")
        found.parent.mkdir(parents=True, exist_ok=True)
        return found

    def here(self, text: str) -> str:
        """A file of `deploy/`, or a command, with the places of this machine."""
        for old, new in (
            ("127.0.0.1:8000", f"127.0.0.1:{self.port}"),
            ("--port 8000", f"--port {self.port}"),
            ("127.0.0.1:9100", f"127.0.0.1:{self.measures}"),
            ("listen 80;", f"listen 127.0.0.1:{self.plain};"),
            ("listen 443 ssl;", f"listen 127.0.0.1:{self.tls} ssl;"),
            ("listen [::]:80;", ""),
            ("listen [::]:443 ssl;", ""),
            ("/etc/houseway/", f"{self.root}/etc/houseway/"),
            ("/opt/houseway/bin/houseway", str(HOUSEWAY)),
            ("https://tables.example/", f"https://tables.example:{self.tls}/"),
        ):
            text = text.replace(old, new)
        return text

    def stop(self) -> None:
        """Stop whatever runs, by its own process."""
        for running in (self.house, self.proxy):
            if running is not None and running.poll() is None:
                running.send_signal(signal.SIGTERM)
                running.wait(timeout=90)

    # one function for each kind of command

    def copy(self, words: list[str]) -> None:
        """`cp`: a file of the repository to its place."""
        self.path(words[2]).write_text(self.here((ROOT / words[1]).read_text(encoding="utf-8")), encoding="utf-8")

    def write(self, words: list[str]) -> None:
        """`echo`: the options of the house."""
        self.path(words[3]).write_text(words[1] + "\n", encoding="utf-8")

    def run(self, words: list[str]) -> None:
        """`mkdir`, `openssl`: as written, in the temporary folder."""
        subprocess.run([self.here(word) for word in words], check=True, capture_output=True, timeout=120)

    def add_staff(self, words: list[str]) -> None:
        """`houseway staff add`, while the house is open."""
        command = [self.here(word).replace("/var/lib", f"{self.root}/var/lib") for word in words]
        done = subprocess.run(command, check=True, capture_output=True, text=True, timeout=120)
        assert f"https://tables.example:{self.tls}/staff#" in done.stdout.replace("\n", "")

    def service(self, words: list[str]) -> None:
        """`systemctl`: what it does with the unit, and with nginx."""
        match words[1:]:
            case ["enable", "--now", "houseway"]:
                self.start()
            case ["restart", "houseway"]:
                assert self.house is not None
                self.house.send_signal(signal.SIGTERM)
                assert self.house.wait(timeout=90) == 0
                self.start()
            case ["reload", "nginx"]:
                self.proxy = subprocess.Popen(["nginx", "-c", str(self.main_file()), "-g", "daemon off;"], text=True)
            case ["daemon-reload"]:
                assert self.path("/etc/systemd/system/houseway.service").is_file()

    def start(self) -> None:
        """Start the house as the unit says: its environment, its options, its command."""
        unit = _Unit(self.path("/etc/systemd/system/houseway.service"))
        state = self.path("/var/lib/houseway")
        state.mkdir(exist_ok=True)
        state.chmod(int(unit["Service"]["StateDirectoryMode"], 8))
        given = [*unit.repeated["Environment"], *self.path("/etc/houseway.conf").read_text().splitlines()]
        environment = dict(os.environ)
        for line in given:
            name, _, value = line.partition("=")
            environment[name] = (
                value.strip('"').replace("%S/houseway", str(state)).replace("%C/houseway", str(self.cache))
            )
        environment.pop("NUMBA_CACHE_DIR")  # the kernels of the tests are compiled already
        command = shlex.split(unit["Service"]["ExecStart"].replace("$OPTIONS", environment["OPTIONS"]))
        with self.log.open("a") as log:
            self.house = subprocess.Popen(command, env=environment, cwd=state, stdout=log, stderr=log, text=True)
        self.until(f"http://127.0.0.1:{self.port}/health/ready")

    def main_file(self) -> Path:
        """The main file of nginx, which includes ours as Debian's does."""
        main = self.path("/etc/nginx/nginx.conf")
        main.write_text(
            f"pid {self.root}/nginx.pid; error_log {self.root}/nginx.log;\n"
            f"events {{}}\nhttp {{ access_log off; client_body_temp_path {self.root}/body; "
            f"proxy_temp_path {self.root}/proxy; fastcgi_temp_path {self.root}/f; uwsgi_temp_path {self.root}/u; "
            f"scgi_temp_path {self.root}/s; include {self.root}/etc/nginx/conf.d/*.conf; }}\n",
            encoding="utf-8",
        )
        return main

    def check_proxy(self, words: list[str]) -> None:
        """`nginx -t`."""
        self.run([*words, "-c", str(self.main_file())])

    def ask(self, words: list[str]) -> None:
        """`curl -f`: the answer must be a good one."""
        self.until(self.here(words[2]))

    def until(self, url: str) -> None:
        """Ask until the answer is good."""
        end = time.monotonic() + 90
        while True:
            try:
                with self.get(url):
                    return
            except (OSError, urllib.error.URLError):
                assert time.monotonic() < end, (url, self.log.read_text()[-2000:])
                time.sleep(0.2)

    def get(self, url: str, **headers: str) -> Any:
        """Ask; the certificate is ours, and the name of the house is this machine."""
        request = urllib.request.Request(url.replace("tables.example", "127.0.0.1"), headers=headers)
        if "tables.example" in url:
            request.add_header("host", f"tables.example:{self.tls}")
        return urllib.request.urlopen(request, timeout=30, context=self.trusting())

    def trusting(self) -> ssl.SSLContext:
        """TLS that trusts our certificate, under another address than it names."""
        certificate = self.path("/etc/houseway/tls/certificate.pem")
        found = ssl.create_default_context(cafile=certificate if certificate.is_file() else None)
        found.check_hostname = False
        return found


@pytest.fixture
def machine(tmp_path: Path, cache_folder: Path) -> Iterator[_Machine]:
    """A machine on which nothing runs yet."""
    found = _Machine(tmp_path, cache_folder)
    try:
        yield found
    finally:
        found.stop()


def _follow(machine: _Machine) -> None:
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
    elsewhere = ("python3 -m venv", "/opt/houseway/bin/pip", "apt-get install", "journalctl")
    for line in COMMANDS:
        if not line.startswith(elsewhere):
            words = shlex.split(line)
            steps[words[0]](words)
        machine.done.append(line)


@pytest.mark.full
def test_a_house_is_deployed_as_the_page_says_and_a_round_is_played_over_tls(machine: _Machine) -> None:
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


def _play(machine: _Machine, house: str) -> None:
    """A round over wss, with a cookie that only TLS carries."""
    body = json.dumps({"name": "Ann"}).encode()
    headers = {"content-type": "application/json", "origin": house, "host": f"tables.example:{machine.tls}"}
    request = urllib.request.Request(f"https://127.0.0.1:{machine.tls}/enter", data=body, headers=headers)
    with urllib.request.urlopen(request, timeout=30, context=machine.trusting()) as answer:
        (cookie,) = answer.headers.get_all("set-cookie")
    assert cookie.startswith("__Host-houseway-player=")
    assert {"Secure", "HttpOnly", "Path=/"} <= {part.strip() for part in cookie.split(";")}
    with connect(
        f"wss://tables.example:{machine.tls}/socket/mbs-v4?as=player&protocol=1",
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
                scene = json.loads(page.recv(timeout=60)).get("scene", scene)

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
