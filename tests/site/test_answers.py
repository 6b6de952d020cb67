import pytest
from django.test import Client

pytestmark = pytest.mark.django_db


def test_health_is_told_to_anybody(client: Client) -> None:
    answer = client.get("/healthz")
    assert (answer.status_code, answer.content) == (200, b"ok")


def test_a_page_is_kept_by_no_cache(client: Client) -> None:
    assert "no-store" in client.get("/cont/login/")["Cache-Control"]


def test_a_page_runs_and_loads_nothing_foreign(client: Client) -> None:
    policy = client.get("/cont/login/")["Content-Security-Policy"]
    assert "default-src 'none'" in policy
    assert "unsafe" not in policy
    assert "http" not in policy


def test_romanian_is_the_default_and_english_is_complete(client: Client) -> None:
    assert 'lang="ro"' in client.get("/cont/login/").text
    assert 'lang="en"' in client.get("/cont/login/", headers={"accept-language": "en-GB,en;q=0.9"}).text


def test_administrators_log_in_where_players_do(client: Client) -> None:
    assert client.get("/admin/login/", follow=True).redirect_chain[0][0].startswith("/cont/login/")
