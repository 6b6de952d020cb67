"""What a running server's clock has come to, as the database tells it."""

import time
from datetime import timedelta

from django.utils import timezone

from games.models import Heartbeat


def looked_at_everything() -> None:
    """Wait until the clock, which looks each second, has done so twice from now on."""
    later = timezone.now() + timedelta(seconds=2)
    while not Heartbeat.objects.filter(beat_at__gt=later).exists():
        time.sleep(0.05)
