import os

from django.conf import settings
from django.core.asgi import get_asgi_application

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "masuno_site.settings")
http = get_asgi_application()

# Django must be set up before anything that imports models.
from channels.auth import AuthMiddlewareStack  # noqa: E402
from channels.routing import ProtocolTypeRouter, URLRouter  # noqa: E402

from games.routing import websocket_urlpatterns  # noqa: E402
from masuno_site.origin import ExactOrigin  # noqa: E402
from masuno_site.single import claim  # noqa: E402

if not settings.REDIS_URL:
    claim(settings.SERVER_LOCK)

application = ProtocolTypeRouter(
    {
        "http": http,
        "websocket": ExactOrigin(AuthMiddlewareStack(URLRouter(websocket_urlpatterns))),
    }
)
