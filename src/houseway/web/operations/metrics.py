"""What is measured, for Prometheus.

Here: the counters, and reading the house when somebody collects. They are served at an address of their own
(`serve_metrics`), never with the pages. Not here: where something is counted.
"""

from __future__ import annotations

from collections import Counter as Count
from collections.abc import Callable, Iterator
from typing import Protocol

from prometheus_client import CollectorRegistry, Counter, Histogram, disable_created_metrics, start_http_server
from prometheus_client.core import CounterMetricFamily, GaugeMetricFamily, Metric
from prometheus_client.registry import Collector

from houseway.errors import Refused
from houseway.web.operations.alarms import KINDS, Alarms
from houseway.web.operations.clock import ClockCheck

disable_created_metrics()  # type: ignore[no-untyped-call]
REGISTRY = CollectorRegistry()
REQUESTS = Counter("houseway_requests", "Requests over HTTP that were answered.", ["status"], registry=REGISTRY)
SECONDS = Histogram(
    "houseway_request_seconds",
    "How long an answer took.",
    buckets=(0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30),
    registry=REGISTRY,
)
MESSAGES = Counter("houseway_messages", "Messages of pages that were carried out.", registry=REGISTRY)
REFUSALS = Counter(
    "houseway_refusals",
    "What was refused: messages of pages by their reason, requests over HTTP, connections.",
    ["of", "reason"],
    registry=REGISTRY,
)
ROUNDS = Counter("houseway_rounds", "Rounds that ended.", ["how"], registry=REGISTRY)
COMMITS = Histogram(
    "houseway_journal_commit_seconds",
    "How long it took to write to the journal, from asking for the turn to the commit.",
    buckets=(0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10),
    registry=REGISTRY,
)
JOURNAL_FAILURES = Counter("houseway_journal_failures", "Reads and writes that the journal failed.", registry=REGISTRY)


class TableState(Protocol):
    """What is measured of a table."""

    @property
    def phase(self) -> str:
        """The phase of the round."""
        ...

    @property
    def on_hold(self) -> float | None:
        """For how many seconds it has been on hold; None if it is not."""
        ...

    @property
    def sockets(self) -> int:
        """How many pages are connected."""
        ...


class HouseCollector(Collector):
    """Reads a house when somebody collects."""

    def __init__(
        self,
        *,
        tables: Callable[[], list[TableState]],
        alarms: Alarms,
        clock: ClockCheck,
        ready: Callable[[], bool],
        queues: dict[str, Callable[[], int]],
        connections: Callable[[], int],
        connections_refused: Callable[[], Count[str]],
    ) -> None:
        self._tables, self._alarms, self._clock, self._ready = tables, alarms, clock, ready
        self._queues, self._connections, self._refused = queues, connections, connections_refused

    def collect(self) -> Iterator[Metric]:
        """Everything as it is now."""
        tables = self._tables()
        phases = Count(each.phase for each in tables)
        waits = [each.on_hold for each in tables if each.on_hold is not None]
        raised = Count(alarm.kind for alarm in self._alarms.raised())
        yield _gauge("ready", "Whether the house is ready to play (1) or not (0).", float(self._ready()))
        yield _by("tables", "Tables by the phase of their round.", "phase", dict(phases))
        yield _gauge("sockets", "Pages that are connected to a table.", sum(each.sockets for each in tables))
        yield _gauge("connections", "Open connections.", self._connections())
        yield _gauge("holds", "Tables that are on hold.", len(waits))
        yield _gauge("longest_hold_seconds", "How long the longest hold has waited.", max(waits, default=0.0))
        yield _by("alarms", "Alarms that are raised, by kind.", "kind", {kind: raised[kind] for kind in KINDS})
        yield _by(
            "queue", "Questions that are waiting or being computed.", "of", {k: n() for k, n in self._queues.items()}
        )
        yield _gauge("clock_drift_seconds", "What the clock gained since the house opened.", self._clock.drift)
        yield _gauge("clock_synchronised", "Whether the clock is synchronised.", float(self._clock.kept.synchronised))
        yield _gauge("clock_error_seconds", "How far the clock may be off.", self._clock.kept.error)
        jumps = CounterMetricFamily("houseway_clock_jumps", "Jumps of the clock since the house opened.")
        jumps.add_metric([], self._clock.jumps)
        yield jumps
        refused = CounterMetricFamily(
            "houseway_connections_refused", "Connections that were refused or cut off.", labels=["reason"]
        )
        for reason, number in list(self._refused().items()):
            refused.add_metric([reason], number)
        yield refused


def _gauge(name: str, words: str, value: float) -> GaugeMetricFamily:
    return GaugeMetricFamily(f"houseway_{name}", words, value=value)


def _by(name: str, words: str, label: str, values: dict[str, int]) -> GaugeMetricFamily:
    found = GaugeMetricFamily(f"houseway_{name}", words, labels=[label])
    for value, number in values.items():
        found.add_metric([value], number)
    return found


def serve_metrics(place: str, collector: Collector) -> Callable[[], None]:
    """Serve everything that is measured at HOST:PORT; returns what stops it again."""
    host, port = read_place(place)
    REGISTRY.register(collector)
    try:
        server, thread = start_http_server(port, addr=host, registry=REGISTRY)
    except OSError as error:
        REGISTRY.unregister(collector)
        raise Refused(f"cannot serve metrics at {place}: {error.strerror or error}; give another --metrics") from None

    def stop() -> None:
        server.shutdown()
        server.server_close()
        thread.join()
        REGISTRY.unregister(collector)

    return stop


def read_place(written: str) -> tuple[str, int]:
    """The host and the port of an address.

    >>> read_place("127.0.0.1:9100"), read_place("[::1]:9100")
    (('127.0.0.1', 9100), ('::1', 9100))
    """
    host, colon, port = written.rpartition(":")
    if not colon or not host or not port.isascii() or not port.isdecimal() or not 0 < int(port) < 65536:
        raise Refused(f"--metrics takes an address such as 127.0.0.1:9100, not {written[:60]!r}")
    return host.strip("[]"), int(port)
