from allauth.account.decorators import secure_admin_login
from allauth.account.views import logout
from django.contrib import admin
from django.urls import include, path

from masuno_site import well_known
from masuno_site.health import healthz
from masuno_site.metrics import metrics
from masuno_site.worker import worker

# Administrators sign in and out like everybody else, with the same limits and second factor.
admin.site.login = secure_admin_login(admin.site.login)  # type: ignore[method-assign]
admin.site.logout = logout  # type: ignore[method-assign]

urlpatterns = [
    path("healthz", healthz),
    path("metrics", metrics),
    path("favicon.ico", well_known.favicon),
    path("robots.txt", well_known.robots),
    path(".well-known/security.txt", well_known.security),
    path("cont/", include("games.urls_accounts")),
    path("cont/", include("allauth.urls")),
    path("admin/", admin.site.urls),
    path("i18n/", include("django.conf.urls.i18n")),
    path("worker.js", worker),
    path("", include("leagues.urls")),
    path("", include("games.urls")),
]
