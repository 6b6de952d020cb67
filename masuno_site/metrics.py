"""The page for operators' machines: how this process is doing, and what waits in the database.

Every process tells of itself, so each is to be asked at its own port.
"""

import secrets
import time
from collections.abc import Callable, Iterable, Iterator
from typing import Any

from django.conf import settings
from django.db.models import Count, Min, QuerySet
from django.http import Http404, HttpRequest, HttpResponse
from django.utils import timezone
from django.views.decorators.http import require_safe
from django_ox.models import OxTask
from prometheus_client import CONTENT_TYPE_LATEST, REGISTRY, Histogram, generate_latest
from prometheus_client.core import GaugeMetricFamily, Metric
from prometheus_client.registry import Collector

from games.models import Due, Heartbeat, Match
from games.models_ranked import Ticket

View = Callable[[HttpRequest], HttpResponse]

PAGE_SECONDS = Histogram(
    "masuno_page_seconds", "Pages by name, method and kind of answer.", ["page", "method", "answer"]
)
METHODS = frozenset({"GET", "HEAD", "POST"})
# Matches that are over are many, and tell nothing of now.
GOING_ON = (Match.State.OPEN, Match.State.PLAYING, Match.State.BETWEEN, Match.State.PAUSED)


class Stored(Collector):
    """What all processes share, counted when asked."""

    def describe(self) -> Iterable[Metric]:
        """Nothing beforehand: there may be no database yet."""
        return ()

    def collect(self) -> Iterable[Metric]:
        now = timezone.now()
        yield labelled(
            "masuno_matches", "Matches that go on.", "state", counts(Match.objects.filter(state__in=GOING_ON), "state")
        )
        yield labelled(
            "masuno_queue", "People who wait for a ranked table.", "ladder", counts(Ticket.objects.all(), "ladder")
        )
        yield labelled("masuno_tasks", "Background tasks.", "status", counts(OxTask.objects.all(), "status"))
        overdue = Due.objects.filter(due_at__lt=now).aggregate(waiting=Count("pk"), oldest=Min("due_at"))
        yield GaugeMetricFamily("masuno_due_waiting", "Things whose time has come.", overdue["waiting"])
        late = (now - overdue["oldest"]).total_seconds() if overdue["oldest"] else 0
        yield GaugeMetricFamily("masuno_due_oldest_seconds", "How long the oldest of them has waited.", late)
        yield labelled("masuno_beat_age_seconds", "How long ago a clock was heard.", "clock", beats(now.timestamp()))


def counts(rows: QuerySet[Any], field: str) -> Iterator[tuple[str, float]]:
    yield from rows.order_by().values_list(field).annotate(Count("pk"))


def labelled(name: str, about: str, label: str, values: Iterable[tuple[str, float]]) -> Metric:
    family = GaugeMetricFamily(name, about, labels=[label])
    for value, figure in values:
        family.add_metric([value], figure)
    return family


def beats(now: float) -> Iterator[tuple[str, float]]:
    for name, beat_at in Heartbeat.objects.values_list("name", "beat_at"):
        yield name, now - beat_at.timestamp()


def measured(get_response: View) -> View:
    """Counts pages and their time, by name: an address would name people and tables."""

    def middleware(request: HttpRequest) -> HttpResponse:
        begun = time.perf_counter()
        response = get_response(request)
        found = request.resolver_match
        page = (found.view_name or found.route) if found else "none"
        method = request.method if request.method in METHODS else "other"
        answer = f"{response.status_code // 100}xx"
        PAGE_SECONDS.labels(page, method, answer).observe(time.perf_counter() - begun)
        return response

    return middleware


REGISTRY.register(Stored())


@require_safe
def metrics(request: HttpRequest) -> HttpResponse:
    """What is counted, for who knows the token; without one set there is no such page."""
    asked = request.headers.get("Authorization", "")
    if not settings.METRICS_TOKEN or not secrets.compare_digest(
        asked.encode(), f"Bearer {settings.METRICS_TOKEN}".encode()
    ):
        raise Http404
    return HttpResponse(generate_latest(REGISTRY), content_type=CONTENT_TYPE_LATEST)
