"""The page on deployment, followed for several machines: PostgreSQL, two machines of a house, and a proxy before them.

Here: the commands of its last section, each done in a temporary folder, then people who play through the proxy while a
machine dies and another one is upgraded, with the checker afterwards. Not here: one machine (`test_deployment`).
"""

from __future__ import annotations

import asyncio
import json
import re
import shlex
import shutil
import signal
import subprocess
import urllib.request
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

pytest.importorskip("litestar", reason="the extra houseway[web] is not installed")

from support.deployed import DEPLOY, ELSEWHERE, ONE_MACHINE, SEVERAL, Machine, commands
from support.postgres import NoServer, Server
from support.reliability.checker import check_journal
from support.reliability.crowd import Crowd
from support.reliability.machines import processes_of, signal_to

INSTALLED, _, UPGRADE = SEVERAL.partition("**Upgrade**")
DATABASE, ONE, TWO, PROXY = "10.0.0.5", "10.0.0.11", "10.0.0.12", "10.0.0.10"
BOOK = "mbs-v4"


def test_the_proxy_of_several_machines_passes_on_only_what_it_knows() -> None:
    text = (DEPLOY / "haproxy.cfg").read_text(encoding="utf-8")
    assert "http-request set-header X-Forwarded-For %[src]" in text
    assert "http-request set-header X-Forwarded-Proto https" in text
    assert "http-request del-header Forwarded" in text
    assert "uri /health/ready" in text
    assert re.findall(r"server \w+ (\S+):8000", text) == [ONE, TWO]
    for address in (ONE, TWO):
        assert f"--workers 4 --host {address} --trusted-proxy {PROXY} " in INSTALLED


def test_haproxy_reads_its_file(tmp_path: Path) -> None:
    if not shutil.which("haproxy"):
        pytest.skip("haproxy is not on this machine: apt-get install haproxy")
    without_tls = re.sub(r"bind :443 .*", "bind :443", (DEPLOY / "haproxy.cfg").read_text(encoding="utf-8"))
    file = tmp_path / "haproxy.cfg"
    file.write_text(without_tls, encoding="utf-8")
    done = subprocess.run(["haproxy", "-c", "-f", str(file)], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    assert "WARNING" not in done.stderr


class _House:
    """The machines of the page, all in one temporary folder."""

    def __init__(self, root: Path, cache: Path) -> None:
        self.server = Server()
        self.machines = {address: Machine(root / address, cache) for address in (ONE, TWO, PROXY)}
        self.url = f"postgresql://houseway@/houseway?host={self.server.folder}"
        for machine in self.machines.values():
            machine.root.mkdir()
            machine.log.touch()
            machine.tls = self.machines[PROXY].tls
            machine.places = [
                ("postgresql://houseway:PASSWORD@10.0.0.5/houseway", self.url),
                *((f"{address}:8000", f"127.0.0.1:{self.machines[address].port}") for address in (ONE, TWO)),
                *((f" {address} ", " 127.0.0.1 ") for address in (ONE, TWO, PROXY)),
                ("--workers 4", "--workers 2"),
                ("bind :80", f"bind 127.0.0.1:{self.machines[PROXY].plain}"),
                ("bind :443", f"bind 127.0.0.1:{self.machines[PROXY].tls}"),
            ]
        self.done: list[str] = []

    def follow(self, lines: list[str]) -> None:
        """Do what the page says, line by line."""
        address = ""
        for line in lines:
            words = shlex.split(line)
            if line.startswith("# on "):
                address = words[-1]
            elif address == DATABASE and "createdb" in words:
                self.server.ask(f"CREATE DATABASE {words[-1]}")
            elif address != DATABASE and not line.startswith(ELSEWHERE):
                self._step(self.machines[address], words)
            self.done.append(line)

    def _step(self, machine: Machine, words: list[str]) -> None:
        steps: dict[str, Callable[[list[str]], None]] = {
            "cp": machine.copy,
            "echo": machine.write,
            "systemctl": machine.service,
            "curl": machine.ask,
            "openssl": machine.run,
            "scp": lambda words: self._fetch(machine, words),
        }
        if words[0] in steps:
            steps[words[0]](words)
            return
        here = [str(machine.path(word)) if word.startswith(("/etc/", "/var/")) else word for word in words]
        subprocess.run(shlex.join(here).replace("'>'", ">"), shell=True, check=True, capture_output=True, timeout=60)

    def _fetch(self, machine: Machine, words: list[str]) -> None:
        for word in words[1:-1]:
            address, _, file = word.removeprefix("root@").partition(":")
            shutil.copy(self.machines[address].path(file), machine.path(words[-1] + Path(file).name))

    def stop(self) -> None:
        """Stop everything, by its own process."""
        for machine in self.machines.values():
            machine.stop()
        self.server.remove()

    def kill(self, address: str) -> None:
        """A machine dies."""
        house = self.machines[address].house
        assert house is not None
        for process in [house.pid, *processes_of(house.pid)]:
            signal_to(process, signal.SIGKILL)
        house.wait()


@pytest.fixture
def house(tmp_path: Path, cache_folder: Path) -> Iterator[_House]:
    """Machines on which nothing runs yet."""
    try:
        found = _House(tmp_path, cache_folder)
    except NoServer as error:
        pytest.skip(f"no PostgreSQL: {error}")
    try:
        yield found
    finally:
        found.stop()


def _with_nginx(house: _House) -> None:
    """nginx in the place of haproxy: its file with one line for each machine."""
    proxy = house.machines[PROXY]
    proxy.copy(["cp", "deploy/nginx.conf", "/etc/nginx/conf.d/houseway.conf"])
    file = proxy.path("/etc/nginx/conf.d/houseway.conf")
    servers = "".join(f"server 127.0.0.1:{house.machines[address].port};\n" for address in (ONE, TWO))
    text, found = re.subn(r"server 127\.0\.0\.1:\d+;\n", servers, file.read_text())
    assert found == 1
    file.write_text(text)
    proxy.service(["systemctl", "reload", "nginx"])
    proxy.ask(["curl", "-f", "https://tables.example/"])


@pytest.mark.full
@pytest.mark.parametrize("proxy", ["haproxy", "nginx"])
def test_a_machine_dies_and_another_is_upgraded_while_people_play_through_a_proxy(
    house: _House, proxy: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    if not shutil.which(proxy):
        pytest.skip(f"{proxy} is not on this machine: apt-get install {proxy}")
    made = [line for line in commands(ONE_MACHINE) if line.startswith(("mkdir", "openssl"))]
    lines = commands(INSTALLED)
    first, last = lines[: lines.index(f"# on {PROXY}")], lines[lines.index(f"# on {PROXY}") :]
    house.follow([*first, f"# on {PROXY}", *made])
    house.follow(last) if proxy == "haproxy" else _with_nginx(house)
    trusting = house.machines[PROXY].trusting()
    place = f"https://localhost:{house.machines[PROXY].tls}"

    def enter(name: str) -> str:
        headers = {"content-type": "application/json", "origin": place}
        request = urllib.request.Request(f"{place}/enter", data=json.dumps({"name": name}).encode(), headers=headers)
        with urllib.request.urlopen(request, timeout=30, context=trusting) as answer:
            cookies = [header.split(";")[0] for header in answer.headers.get_all("set-cookie", [])]
        assert any(cookie.startswith("__Host-") for cookie in cookies)
        return "; ".join(cookies)

    async def run() -> Crowd:
        crowd = Crowd(lambda _number: place, [BOOK], trusting=trusting)
        await crowd.enter(enter)
        async with crowd:
            await crowd.acts(20)
            house.kill(ONE)
            await crowd.acts(40)
            for _ in range(20):  # nobody is sent to the machine that died
                await asyncio.to_thread(urllib.request.urlopen, f"{place}/lobby", timeout=30, context=trusting)
            await asyncio.to_thread(house.machines[ONE].start)
            await crowd.acts(20)
            await asyncio.to_thread(house.follow, commands(UPGRADE))
            await asyncio.to_thread(house.follow, [line.replace(ONE, TWO) for line in commands(UPGRADE)])
            await crowd.acts(40)
        return crowd

    crowd = asyncio.run(run())
    for address in (TWO, ONE):
        house.machines[address].stop()
    monkeypatch.setenv("XDG_DATA_HOME", str(house.machines[ONE].path("/var/lib")))  # where its keys are
    report = check_journal(crowd.history, house.url)
    print(dict(report.counts))
    assert report.wrong == []
    assert report.counts["acts acknowledged"] > 60
