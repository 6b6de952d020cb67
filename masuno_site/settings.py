"""The settings of the site: one file, fed by the environment. README.md lists the variables."""

from importlib.metadata import version
from pathlib import Path

from django.core.exceptions import ImproperlyConfigured
from django.utils.csp import CSP

from masuno_site import environment
from masuno_site.lan import lan_addresses

BASE_DIR = Path(__file__).resolve().parent.parent
VAR_DIR = Path(environment.text("MASUNO_VAR", str(BASE_DIR / "var")))
VAR_DIR.mkdir(parents=True, exist_ok=True)
# Without Redis one process alone may serve; this file says which.
SERVER_LOCK = VAR_DIR / "server.lock"
# Of the workers of a machine one at a time analyses rounds.
ANALYSIS_LOCK = VAR_DIR / "analysis.lock"

# Home: plain http for the people in the same network. Public: https behind a proxy.
PUBLIC = environment.choice("MASUNO_MODE", "home", "public") == "public"
DEBUG = environment.switch("MASUNO_DEBUG", default=False)
if PUBLIC and DEBUG:
    raise ImproperlyConfigured("MASUNO_DEBUG shows secrets to strangers: not with MASUNO_MODE=public.")

SECRET_KEY = environment.secret_key("MASUNO_SECRET_KEY", public=PUBLIC, kept_in=VAR_DIR / "secret_key")
SECRET_KEY_FALLBACKS = environment.words("MASUNO_SECRET_KEY_FALLBACKS")

ALLOWED_HOSTS = environment.words("MASUNO_HOSTS")
if PUBLIC and (not ALLOWED_HOSTS or "*" in ALLOWED_HOSTS):
    raise ImproperlyConfigured("MASUNO_HOSTS must name the site's hosts in MASUNO_MODE=public.")
if not PUBLIC:
    ALLOWED_HOSTS += ["localhost", "127.0.0.1", "[::1]", *lan_addresses()]
# Pages of these origins may post and open sockets too, beside the one the request came to.
TRUSTED_ORIGINS = environment.words("MASUNO_ORIGINS")
CSRF_TRUSTED_ORIGINS = TRUSTED_ORIGINS

INSTALLED_APPS = [
    "daphne",  # first: it replaces runserver
    "games",
    "leagues",
    "django.contrib.admin",
    "django.contrib.auth",
    "django.contrib.contenttypes",
    "django.contrib.humanize",
    "django.contrib.messages",
    "django.contrib.sessions",
    "django.contrib.staticfiles",
    "django.forms",
    "channels",
    "django_htmx",
    "django_ox",
    "allauth",
    "allauth.account",
    "allauth.mfa",
    "allauth.usersessions",
]

MIDDLEWARE = [
    "masuno_site.metrics.measured",
    "django.middleware.security.SecurityMiddleware",
    "whitenoise.middleware.WhiteNoiseMiddleware",
    "django.middleware.csp.ContentSecurityPolicyMiddleware",
    "masuno_site.middleware.no_store",
    "django.contrib.sessions.middleware.SessionMiddleware",
    "django.middleware.locale.LocaleMiddleware",
    "django.middleware.common.CommonMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
    "django.contrib.messages.middleware.MessageMiddleware",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
    "allauth.account.middleware.AccountMiddleware",
    "allauth.usersessions.middleware.UserSessionsMiddleware",
    "django_htmx.middleware.HtmxMiddleware",
    "masuno_site.middleware.guests_have_no_account",
]

ROOT_URLCONF = "masuno_site.urls"
ASGI_APPLICATION = "masuno_site.asgi.application"
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"
FORM_RENDERER = "django.forms.renderers.TemplatesSetting"
TEMPLATES = [
    {
        "BACKEND": "django.template.backends.django.DjangoTemplates",
        "DIRS": [BASE_DIR / "templates"],
        "APP_DIRS": True,
        "OPTIONS": {
            "context_processors": [
                "django.template.context_processors.request",
                "django.contrib.auth.context_processors.auth",
                "django.contrib.messages.context_processors.messages",
                "games.context.restart",
                "games.context.mail",
                "games.context.push",
            ],
        },
    },
]

# Data
DATABASES = {
    "default": environment.database(environment.text("DATABASE_URL"), default=VAR_DIR / "masuno.sqlite3"),
}
REDIS_URL = environment.text("REDIS_URL")
REDIS_PREFIX = environment.text("REDIS_PREFIX", "masuno")
if REDIS_URL:
    if int(version("redis").split(".")[0]) >= 8:
        raise ImproperlyConfigured("redis-py 8 drops idle sockets: install what requirements.txt pins.")
    CHANNEL_LAYERS = {
        "default": {
            "BACKEND": "channels_redis.pubsub.RedisPubSubChannelLayer",
            "CONFIG": {"hosts": [{"address": REDIS_URL}], "prefix": REDIS_PREFIX},
        },
    }
    CACHES = {
        "default": {
            "BACKEND": "django.core.cache.backends.redis.RedisCache",
            "LOCATION": REDIS_URL,
            "KEY_PREFIX": REDIS_PREFIX,
            "OPTIONS": {"socket_timeout": 2, "socket_connect_timeout": 2},
        },
    }
    # Kept in the database as well: an emptied Redis must not sign everybody out.
    SESSION_ENGINE = "django.contrib.sessions.backends.cached_db"
else:
    CHANNEL_LAYERS = {"default": {"BACKEND": "channels.layers.InMemoryChannelLayer"}}
    CACHES = {"default": {"BACKEND": "django.core.cache.backends.locmem.LocMemCache"}}
TASKS = {"default": {"BACKEND": "django_ox.backend.OxBackend"}}

# The processes
BIND = environment.text("MASUNO_BIND", "127.0.0.1" if PUBLIC else "0.0.0.0")  # noqa: S104
# Under these other devices of a home reach the site: links meant for them are written so.
LAN_ADDRESSES = lan_addresses() if BIND == "0.0.0.0" and not PUBLIC else []  # noqa: S104
PORT = environment.number("MASUNO_PORT", 8000)
CLOCK = environment.switch("MASUNO_CLOCK", default=True)
WORKER = environment.switch("MASUNO_WORKER", default=not PUBLIC)
# Processes that migrate at once get in each other's way: a public site does it once, by hand.
PREPARE = environment.switch("MASUNO_PREPARE", default=not PUBLIC)
if not CLOCK and not REDIS_URL:
    raise ImproperlyConfigured("MASUNO_CLOCK=off needs REDIS_URL: a clock apart cannot be heard.")

# The table's own pace, in milliseconds; tests play faster
BOT_PAUSE_MS = environment.number("MASUNO_BOT_PAUSE_MS", 1200)
BETWEEN_ROUNDS_MS = environment.number("MASUNO_BETWEEN_ROUNDS_MS", 12_000)
# How long a shuffle waits, at most, for pages to bind themselves to their parts, and then to open them.
SHUFFLE_COMMIT_MS = environment.number("MASUNO_SHUFFLE_COMMIT_MS", 3_000)
SHUFFLE_OPEN_MS = environment.number("MASUNO_SHUFFLE_OPEN_MS", 2_000)

# Languages and time
LANGUAGE_CODE = "ro"
LANGUAGES = [("ro", "Română"), ("en", "English")]
LOCALE_PATHS = [BASE_DIR / "masuno_site" / "locale"]
TIME_ZONE = "UTC"
USE_TZ = True

# Static files
STATIC_URL = "static/"
STATIC_ROOT = environment.text("MASUNO_STATIC", str(BASE_DIR / "staticfiles"))
STATICFILES_DIRS = [BASE_DIR / "static"]
STORAGES = {
    "default": {"BACKEND": "django.core.files.storage.FileSystemStorage"},
    "staticfiles": {"BACKEND": "whitenoise.storage.CompressedManifestStaticFilesStorage"},
}

# Accounts
AUTH_USER_MODEL = "games.Player"
AUTHENTICATION_BACKENDS = ["games.backends.NameOrEmailBackend"]
PASSWORD_HASHERS = [
    "django.contrib.auth.hashers.Argon2PasswordHasher",
    "django.contrib.auth.hashers.PBKDF2PasswordHasher",
]
AUTH_PASSWORD_VALIDATORS = [
    {"NAME": f"django.contrib.auth.password_validation.{name}"}
    for name in ("MinimumLengthValidator", "CommonPasswordValidator")
]
PASSWORD_RESET_TIMEOUT = 24 * 3600
LOGIN_URL = "account_login"
LOGIN_REDIRECT_URL = "games:home"
ACCOUNT_ADAPTER = "games.adapter.AccountAdapter"
USERSESSIONS_ADAPTER = "games.adapter.SessionsAdapter"
ACCOUNT_USERNAME_VALIDATORS = "games.adapter.USERNAME_VALIDATORS"
ACCOUNT_FORMS = {"signup": "games.account_forms.SignupForm"}
# Beside allauth's own. A key is a name and a network, so that nobody locks out a player from elsewhere.
ACCOUNT_RATE_LIMITS = {
    "login_known_device": "10/5m/key",
    "recovery_code": "10/m/ip,5/5m/key",
    # A class that comes in through one network, and no more.
    "guest": "40/h/ip",
    # Sheets for paper cards, and what phones send of them: everybody at a club, behind one address.
    "paper": "60/h/ip",
    "paper_sync": "600/m/ip",
    # Codes of leagues, which nobody may try one after the other.
    "league_code": "30/m/ip",
    "own_data": "5/h/user",
    # Matches from files: a step of each is a request, two a second where they play by themselves. One that was not
    # read before is replayed whole, which may take a second.
    "open_file": "600/m/ip",
    "open_file_new": "60/m/ip",
    # Leagues opened, and seasons tried out before: the latter may take a second each.
    "league": "20/h/user",
    "dry_run": "60/m/user",
    # As much as a socket may send; the burst is part of it.
    "table_command": "45/10s/user",
    "reset_password": "20/m/ip,5/15m/key",
}
ACCOUNT_LOGIN_METHODS = {"username", "email"}
ACCOUNT_SIGNUP_FIELDS = ["username*", "email", "password1*"]
ACCOUNT_EMAIL_VERIFICATION = "optional"
# An address may be given that somebody else gave before: only who confirms it has it.
ACCOUNT_PREVENT_ENUMERATION = "strict"
ACCOUNT_REAUTHENTICATION_METHODS = ["password", "mfa"]
ACCOUNT_EMAIL_NOTIFICATIONS = True
ACCOUNT_EMAIL_SUBJECT_PREFIX = "MAS UNO: "
ACCOUNT_SESSION_REMEMBER = True
ACCOUNT_DEFAULT_HTTP_PROTOCOL = "https" if PUBLIC else "http"
ALLAUTH_TRUSTED_PROXY_COUNT = environment.number("MASUNO_PROXIES", 1 if PUBLIC else 0)
MFA_SUPPORTED_TYPES = ["totp", "recovery_codes", "webauthn"]
MFA_FORMS = {
    "add_webauthn": "games.account_forms.AddPasskeyForm",
    "edit_webauthn": "games.account_forms.RenamePasskeyForm",
}
MFA_PASSKEY_LOGIN_ENABLED = True
MFA_ALLOW_UNVERIFIED_EMAIL = True
MFA_RECOVERY_CODES_SHOW_ONCE = True
MFA_TOTP_ISSUER = "MAS UNO"
# Browsers allow passkeys on https and on localhost; the machine's own browser at home is the latter.
MFA_WEBAUTHN_ALLOW_INSECURE_ORIGIN = not PUBLIC

# Mail
# At home nobody has set up a mail server: letters are printed, and pages say so.
MAIL_IS_PRINTED = not environment.text("SMTP_URL")
MAILERS = {"default": environment.mailer(environment.text("SMTP_URL"), public=PUBLIC)}
# Where letters lead to.
SITE_ADDRESS = environment.text(
    "MASUNO_ADDRESS", f"https://{ALLOWED_HOSTS[0]}" if PUBLIC else f"http://localhost:{PORT}"
)
DEFAULT_FROM_EMAIL = environment.text("MASUNO_MAIL_FROM", "MAS UNO <masuno@localhost>")
SERVER_EMAIL = DEFAULT_FROM_EMAIL

# Messages to browsers whose page is closed: off without a key (manage.py pushkeys)
PUSH_PRIVATE_KEY = environment.push_key("MASUNO_PUSH_PRIVATE_KEY")
PUSH_CONTACT = environment.push_contact("MASUNO_PUSH_CONTACT", needed=bool(PUSH_PRIVATE_KEY))
PUSH_TO_ANY_ADDRESS = False  # for tests, whose push service is on this machine

# Security
SECURE_CSP = {
    "default-src": [CSP.NONE],
    "script-src": [CSP.SELF],
    "style-src": [CSP.SELF],
    "img-src": [CSP.SELF, "data:"],
    "font-src": [CSP.SELF],
    "connect-src": [CSP.SELF],
    "form-action": [CSP.SELF],
    "frame-ancestors": [CSP.NONE],
    "base-uri": [CSP.NONE],
    "manifest-src": [CSP.SELF],
    "worker-src": [CSP.SELF],
}
X_FRAME_OPTIONS = "DENY"
# Where holes are told of: "mailto:…" or "https://…", for /.well-known/security.txt.
SECURITY_CONTACT = environment.text("MASUNO_SECURITY_CONTACT")
# Who knows it may read /metrics; without it there is no such page.
METRICS_TOKEN = environment.text("MASUNO_METRICS_TOKEN")
# A browser takes a __Host- cookie from its own host over https only, so no neighbour can plant one.
COOKIE_PREFIX = "__Host-masuno" if PUBLIC else "masuno"
SESSION_COOKIE_NAME = f"{COOKIE_PREFIX}-session"
SESSION_COOKIE_SECURE = PUBLIC
CSRF_COOKIE_NAME = f"{COOKIE_PREFIX}-csrf"
CSRF_COOKIE_SECURE = PUBLIC
CSRF_COOKIE_HTTPONLY = True
LANGUAGE_COOKIE_NAME = f"{COOKIE_PREFIX}-language"
LANGUAGE_COOKIE_AGE = 365 * 24 * 3600
LANGUAGE_COOKIE_SECURE = PUBLIC
LANGUAGE_COOKIE_HTTPONLY = True
LANGUAGE_COOKIE_SAMESITE = "Lax"
if PUBLIC:
    SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https")
    SECURE_SSL_REDIRECT = True
    SECURE_REDIRECT_EXEMPT = [r"^healthz$"]
    SECURE_HSTS_SECONDS = 365 * 24 * 3600
    # Whether the neighbours of this host speak https too is not ours to promise.
    SILENCED_SYSTEM_CHECKS = ["security.W005", "security.W021"]
else:
    # Over plain http browsers ignore it and complain about it.
    SECURE_CROSS_ORIGIN_OPENER_POLICY = None

# Logs
LOGGING = {
    "version": 1,
    "disable_existing_loggers": False,
    "formatters": {
        "plain": {"format": "%(asctime)s %(levelname)s %(name)s: %(message)s"},
        "json": {
            "()": "pythonjsonlogger.json.JsonFormatter",
            "fmt": "%(asctime)s %(levelname)s %(name)s %(message)s",
        },
    },
    "handlers": {
        "stderr": {
            "class": "logging.StreamHandler",
            "formatter": environment.choice("MASUNO_LOG", "plain", "json"),
        },
    },
    "root": {"handlers": ["stderr"], "level": "WARNING"},
    "loggers": {
        "django": {"handlers": ["stderr"], "level": "WARNING", "propagate": False},
        "games": {"level": environment.choice("MASUNO_LOG_LEVEL", "INFO", "DEBUG", "WARNING")},
    },
}
