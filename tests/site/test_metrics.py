"""What operators read of a process: figures, for who knows the token, and nothing of anybody."""

from datetime import timedelta
from typing import Any

import pytest
from django.test import Client
from django.utils import timezone
from prometheus_client.parser import text_string_to_metric_families

from games import replies
from games.models import Due, Heartbeat
from games.services import clock
from tests.services.table import player, start

pytestmark = pytest.mark.django_db
TOKEN = "of-no-worth-0123456789"

type Figures = dict[tuple[str, frozenset[tuple[str, str]]], float]


@pytest.fixture
def figures(client: Client, settings: Any) -> Any:
    settings.METRICS_TOKEN = TOKEN

    def read() -> Figures:
        page = client.get("/metrics", headers={"Authorization": f"Bearer {TOKEN}"})
        assert page.status_code == 200
        families = text_string_to_metric_families(page.content.decode())
        return {(one.name, frozenset(one.labels.items())): one.value for family in families for one in family.samples}

    return read


def figure(read: Figures, name: str, **labels: str) -> float:
    return read.get((name, frozenset(labels.items())), 0)


@pytest.mark.parametrize("header", [None, "", "Bearer ", "Bearer x", TOKEN, f"Basic {TOKEN}", "Bearer ț"])
@pytest.mark.parametrize("token", ["", TOKEN])
def test_without_the_token_there_is_no_such_page(client: Client, settings: Any, token: str, header: str | None) -> None:
    settings.METRICS_TOKEN = token
    headers = {} if header is None else {"Authorization": header}
    assert client.get("/metrics", headers=headers).status_code == 404


def test_commands_are_counted_by_what_came_of_them(figures: Any) -> None:
    ana, bogdan = player("ana"), player("bogdan")
    match = start(ana, bogdan).match
    before = figures()
    frame = {"command": "draw", "after": "0", "command_id": "1" * 32}
    for number, person in enumerate((ana, bogdan)):
        replies.command(match.code, person.pk, frame | {"command_id": str(number) * 32}, "ro", 0)
    after = figures()
    gained = {
        answer: figure(after, "masuno_command_answers_total", answer=answer)
        - figure(before, "masuno_command_answers_total", answer=answer)
        for answer in ("done", "stale", "not_your_turn")
    }
    assert sum(gained.values()) == 2
    assert gained["done"] == 1
    name = "masuno_command_seconds_count"
    assert figure(after, name) - figure(before, name) == 2


def test_pages_are_counted_by_name_and_never_by_address(client: Client, figures: Any) -> None:
    match = start(player("ana"), player("bogdan")).match
    before = figures()
    client.get(f"/t/{match.code}/")
    client.get("/jucator/ana/")
    client.get("/")
    client.get("/nowhere/ana/")
    after = figures()
    name = "masuno_page_seconds_count"
    for page, answer in (("games:table", "2xx"), ("games:home", "2xx"), ("none", "4xx")):
        labels = {"page": page, "method": "GET", "answer": answer}
        assert figure(after, name, **labels) - figure(before, name, **labels) == 1
    told = repr(after)
    assert match.code not in told
    assert "ana'" not in told


def test_what_waits_is_counted_for_all_processes(figures: Any) -> None:
    match = start(player("ana"), player("bogdan")).match
    now = timezone.now()
    Due.objects.all().delete()
    Due.objects.create(match=match, kind=Due.Kind.AWAY, seat=0, due_at=now - timedelta(seconds=30), number=0)
    Heartbeat.objects.update_or_create(name=clock.CLOCK, defaults={"beat_at": now - timedelta(seconds=5)})
    read = figures()
    assert figure(read, "masuno_matches", state="playing") == 1
    assert figure(read, "masuno_due_waiting") == 1
    assert 30 <= figure(read, "masuno_due_oldest_seconds") < 60
    assert 5 <= figure(read, "masuno_beat_age_seconds", clock=clock.CLOCK) < 35


def test_how_late_a_thing_was_and_that_it_failed_is_counted(figures: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    match = start(player("ana"), player("bogdan")).match
    Due.objects.all().delete()
    now = timezone.now()
    Due.objects.create(match=match, kind=Due.Kind.AWAY, seat=0, due_at=now - timedelta(seconds=3), number=0)
    before = figures()

    def fail(*_: Any) -> None:
        raise RuntimeError

    monkeypatch.setattr(clock, "_someone_away", fail)
    clock.take_due(now)
    after = figures()
    late, failed = "masuno_due_late_seconds_sum", "masuno_due_failures_total"
    assert figure(after, late, kind="away") - figure(before, late, kind="away") == pytest.approx(3)
    assert figure(after, failed, kind="away") - figure(before, failed, kind="away") == 1


def test_reading_costs_few_questions(figures: Any, django_assert_max_num_queries: Any) -> None:
    start(player("ana"), player("bogdan"))
    with django_assert_max_num_queries(5):
        figures()
