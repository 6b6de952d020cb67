from django.urls import include, path

from leagues import views_paper

app_name = "leagues"

urlpatterns = [
    path("", include("leagues.urls_ladder")),
    path("", include("leagues.urls_desk")),
    path("", include("leagues.urls_open")),
    path("tine-scorul/", views_paper.start, name="paper"),
    path("tine-scorul/foaie/", views_paper.empty_sheet, name="paper_empty"),
    path("tine-scorul/vezi/<code>/", views_paper.view, name="paper_view"),
    path("tine-scorul/f/<key>/", views_paper.sheet, name="paper_sheet"),
    path("tine-scorul/f/<key>/runda/", views_paper.write, name="paper_write"),
    path("tine-scorul/f/<key>/scoate/", views_paper.remove, name="paper_remove"),
    path("tine-scorul/f/<key>/gata/", views_paper.close, name="paper_close"),
    path("tine-scorul/f/<key>/trimite/", views_paper.sync, name="paper_sync"),
]
