from channels.generic.websocket import AsyncWebsocketConsumer
from django.urls import URLPattern, path, re_path

from games.consumers import NO_TABLE, TableConsumer


class Nowhere(AsyncWebsocketConsumer):  # type: ignore[misc]
    """What any other address is: the browser is told that there is nothing, and does not come again."""

    async def connect(self) -> None:
        await self.accept()
        await self.close(NO_TABLE)


websocket_urlpatterns: list[URLPattern] = [
    path("ws/t/<code>/", TableConsumer.as_asgi()),
    re_path("", Nowhere.as_asgi()),
]
