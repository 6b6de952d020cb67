"""E-mail, sent by the worker: nobody waits for a mail server, and its silence tells nothing about an address."""

import re
from collections.abc import Collection
from datetime import datetime, timedelta

from django.core.mail import EmailMessage
from django.db.models import QuerySet
from django.tasks import task
from django.utils import timezone
from django_ox.models import OxTask

SENT_KEPT = timedelta(days=1)


@task()
def send_letter(
    subject: str, body: str, sender: str, recipients: list[str], headers: dict[str, str] | None = None
) -> None:
    EmailMessage(subject, body, sender, recipients, headers=headers).send()


def sweep(now: datetime | None = None) -> int:
    """Forget letters that were sent a day ago: each holds an address, and many a link that opens an account."""
    before = (now or timezone.now()) - SENT_KEPT
    return _letters().filter(finished_at__lt=before).delete()[0]


def forget(*, names: Collection[str], addresses: Collection[str]) -> int:
    """Forget all letters to these addresses, and what was sent to others that speaks of these names."""
    named = mention(names)
    about = [
        letter.pk
        for letter in _letters().only("pk", "args", "finished_at")
        if set(addresses) & set(letter.args[3]) or (letter.finished_at and any(map(named.search, letter.args[:2])))
    ]
    return _letters().filter(pk__in=about).delete()[0]


def mention(names: Collection[str]) -> re.Pattern[str]:
    """What finds these names in a text, as whole words."""
    longest_first = sorted(names, key=len, reverse=True)
    return re.compile(rf"(?<![\w-])(?:{'|'.join(map(re.escape, longest_first))})(?![\w-])", re.IGNORECASE)


def _letters() -> QuerySet[OxTask]:
    return OxTask.objects.filter(task_path=send_letter.module_path)
