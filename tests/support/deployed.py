"""A machine in a temporary folder, on which the commands of docs/deployment.md are followed.

Here: what each kind of command does there, and the units of systemd. Not here: tests.
"""

from __future__ import annotations

import configparser
import os
import re
import shlex
import signal
import ssl
import subprocess
import sys
import time
import urllib.error
import urllib.request
from pathlib import Path
from typing import Any

from support.reliability.machines import free_port, is_running, processes_of, wait_for

ROOT = Path(__file__).resolve().parents[2]
DEPLOY = ROOT / "deploy"
HOUSEWAY = Path(sys.executable).parent / "houseway"
PAGE = (ROOT / "docs" / "deployment.md").read_text(encoding="utf-8")
ONE_MACHINE, _, SEVERAL = PAGE.partition("\n## 6 ")
ELSEWHERE = ("python3 -m venv", "/opt/houseway/bin/pip", "apt-get install", "journalctl")
"""Commands that are not followed here: they install packages, or show the log of systemd."""


def commands(page: str) -> list[str]:
    """The commands of a page, in order; a comment says on which machine."""
    return [line for block in re.findall(r"```sh\n(.*?)```", page, re.S) for line in block.splitlines()]


class Unit(configparser.RawConfigParser):
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


class Machine:
    """A machine in a temporary folder: what each command of the page does there."""

    def __init__(self, root: Path, cache: Path) -> None:
        self.root, self.cache = root, cache
        self.port, self.plain, self.tls, self.measures = (free_port() for _ in range(4))
        self.house: subprocess.Popen[str] | None = None
        self.proxy: subprocess.Popen[str] | None = None
        self.done: list[str] = []
        self.log = root / "log"
        self.places: list[tuple[str, str]] = []
        """What else is somewhere else here than the page says."""

    def path(self, written: str) -> Path:
        """Where a file of the system is in the temporary folder."""
        found = self.root / written.lstrip("/")
        found.parent.mkdir(parents=True, exist_ok=True)
        return found

    def here(self, text: str) -> str:
        """A file of `deploy/`, or a command, with the places of this machine."""
        for old, new in (
            *self.places,
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
        """`echo`: the options of the house, in a new file or at the end of one."""
        with self.path(words[3]).open("a" if words[2] == ">>" else "w", encoding="utf-8") as file:
            file.write(self.here(words[1]) + "\n")

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
            case ["reload", "houseway"]:
                assert self.house is not None
                dropped_in = Unit(self.path("/etc/systemd/system/houseway.service.d/several.conf"))
                assert dropped_in["Service"]["ExecReload"] == "kill -HUP $MAINPID"
                before = processes_of(self.house.pid)
                self.house.send_signal(signal.SIGHUP)
                wait_for(lambda: not any(map(is_running, before)), lambda: self.log.read_text()[-2000:])
            case ["reload", "haproxy"]:
                command = ["haproxy", "-db", "-f", str(self.path("/etc/haproxy/haproxy.cfg"))]
                self.proxy = subprocess.Popen(command, text=True)
            case ["reload", "nginx"]:
                self.proxy = subprocess.Popen(["nginx", "-c", str(self.main_file()), "-g", "daemon off;"], text=True)
            case ["daemon-reload"]:
                assert self.path("/etc/systemd/system/houseway.service").is_file()

    def start(self) -> None:
        """Start the house as the unit says: its environment, its options, its command."""
        unit = Unit(self.path("/etc/systemd/system/houseway.service"))
        state = self.path("/var/lib/houseway")
        state.mkdir(exist_ok=True)
        state.chmod(int(unit["Service"]["StateDirectoryMode"], 8))
        given = [*unit.repeated["Environment"], *self.path("/etc/houseway.conf").read_text().splitlines()]
        environment = dict(os.environ)
        for line in given:
            name, _, value = line.partition("=")
            environment[name] = (
                value.strip('"').replace("%S", str(state.parent)).replace("%C/houseway", str(self.cache))
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
