"""Every setting comes from the environment; docs/settings.md explains each."""

from __future__ import annotations

from pathlib import Path

from ragsite import env
from ragsite.storage.database import database_settings
from ragsite.storage.file_storage import incoming, storages
from ragsite.storage.secret_key import secret_key

BASE_DIR = Path(__file__).resolve().parent.parent
RAGSITE_HOME = env.folder("RAGSITE_HOME", BASE_DIR / "var")
RAGSITE_HOST = env.text("RAGSITE_HOST", "127.0.0.1")
RAGSITE_PORT = env.integer("RAGSITE_PORT", 8000)

DEBUG = env.boolean("RAGSITE_DEBUG", False)
SECRET_KEY = env.text("RAGSITE_SECRET_KEY") or secret_key(RAGSITE_HOME)
RAGSITE_ALLOWED_HOSTS = env.words("RAGSITE_ALLOWED_HOSTS")
ALLOWED_HOSTS = [*RAGSITE_ALLOWED_HOSTS, "localhost", "127.0.0.1", "[::1]"]
CSRF_TRUSTED_ORIGINS = env.words("RAGSITE_TRUSTED_ORIGINS")
RAGSITE_CORS_ORIGINS = env.words("RAGSITE_CORS_ORIGINS")

# Behind a proxy that ends TLS
RAGSITE_HTTPS = env.boolean("RAGSITE_HTTPS", False)
RAGSITE_TRUSTED_PROXIES = env.networks("RAGSITE_TRUSTED_PROXIES", "127.0.0.1, ::1" if RAGSITE_HTTPS else "")
SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https") if RAGSITE_HTTPS else None
SECURE_SSL_REDIRECT = SESSION_COOKIE_SECURE = CSRF_COOKIE_SECURE = RAGSITE_HTTPS
SECURE_REDIRECT_EXEMPT = [r"^api/health$"]  # asked for by whoever watches this machine from itself
SECURE_HSTS_SECONDS = 365 * 24 * 3600 if RAGSITE_HTTPS else 0
# Whether a domain's other names have TLS, and browsers know it by heart, is for its owner to say.
SILENCED_SYSTEM_CHECKS = ["security.W005", "security.W021"]

DATABASE_URL = env.text("DATABASE_URL")
DATABASE_IS_EMBEDDED = not DATABASE_URL
# The one local user is signed in without a password only where nobody else can reach the server.
RAGSITE_AUTO_LOGIN = env.boolean("RAGSITE_AUTO_LOGIN", DATABASE_IS_EMBEDDED)
RAGSITE_ADMIN_NAME = env.text("RAGSITE_ADMIN_NAME")
RAGSITE_ADMIN_PASSWORD = env.text("RAGSITE_ADMIN_PASSWORD")
AUTH_PASSWORD_VALIDATORS = [
    {"NAME": f"django.contrib.auth.password_validation.{name}Validator"}
    for name in ("UserAttributeSimilarity", "MinimumLength", "CommonPassword", "NumericPassword")
]
RAGSITE_SAMPLES = env.boolean("RAGSITE_SAMPLES", True)

INSTALLED_APPS = [
    "django.contrib.admin",
    "django.contrib.auth",
    "django.contrib.contenttypes",
    "django.contrib.postgres",
    "django.contrib.sessions",
    "django.contrib.messages",
    "django.contrib.staticfiles",
    "django_htmx",
    "django_q",
    "ninja",
    "documents",
    "retrieval",
    "agentic",
    "chat",
    "ragsite",
]
MIDDLEWARE = [
    "ragsite.gate.headers.HeadersMiddleware",
    "ragsite.gate.middleware.requests_go_first",
    "django.middleware.security.SecurityMiddleware",
    "whitenoise.middleware.WhiteNoiseMiddleware",
    "django.contrib.sessions.middleware.SessionMiddleware",
    "django.middleware.common.CommonMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
    "ragsite.gate.middleware.LocalUserMiddleware",
    "ragsite.gate.limits.LimitsMiddleware",
    "django.contrib.messages.middleware.MessageMiddleware",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
    "django_htmx.middleware.HtmxMiddleware",
    "ragsite.gate.middleware.DatabaseAwayMiddleware",
]
ROOT_URLCONF = "ragsite.urls"
ASGI_APPLICATION = "ragsite.asgi.application"
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
                "chat.pages.context_processors.frame",
            ]
        },
    }
]

DATABASES = {
    "default": database_settings(
        DATABASE_URL,
        RAGSITE_HOME,
        # For whoever looks at the server's connections. The health check looks for names by
        # `ragsite.running.broker`.
        application_name=f"ragsite {env.text('Q_CLUSTER_NAME', 'web')}",
    )
}
RAGSITE_DATABASE_MB = env.integer("RAGSITE_DATABASE_MB", 0)
READER_DATABASE_URL = env.text("READER_DATABASE_URL")
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"

MEDIA_ROOT = RAGSITE_HOME / "files"
STORAGES = storages(env.text("RAGSITE_S3_BUCKET"), endpoint=env.text("RAGSITE_S3_ENDPOINT"))
FILE_UPLOAD_PERMISSIONS, FILE_UPLOAD_DIRECTORY_PERMISSIONS = 0o600, 0o700
STATIC_URL = "/static/"
STATIC_ROOT = RAGSITE_HOME / "static"
STATICFILES_DIRS = [BASE_DIR / "static"]
LANGUAGE_CODE = "en-us"
TIME_ZONE = "UTC"
USE_TZ = True
RAGSITE_MAX_WORKSPACES = env.integer("RAGSITE_MAX_WORKSPACES", 50)
RAGSITE_INVITATION_DAYS = env.integer("RAGSITE_INVITATION_DAYS", 7, least=1)
AUTH_PASSWORD_VALIDATORS = [
    {"NAME": f"django.contrib.auth.password_validation.{name}"}
    for name in ("UserAttributeSimilarityValidator", "MinimumLengthValidator", "CommonPasswordValidator")
]
LOGIN_URL = "/login/"
LOGIN_REDIRECT_URL = "/"
LOGOUT_REDIRECT_URL = "/login/"

# Uploads
RAGSITE_MAX_FILE_MB = env.integer("RAGSITE_MAX_FILE_MB", 100, least=1)
RAGSITE_MAX_PAGES = env.integer("RAGSITE_MAX_PAGES", 5000, least=1)
RAGSITE_MAX_FILES = env.integer("RAGSITE_MAX_FILES", 200, least=1)
RAGSITE_SESSION_DAYS = env.integer("RAGSITE_SESSION_DAYS", 30, least=1)
RAGSITE_WORKSPACE_DOCUMENTS = env.integer("RAGSITE_WORKSPACE_DOCUMENTS", 0)
RAGSITE_WORKSPACE_MB = env.integer("RAGSITE_WORKSPACE_MB", 0)
RAGSITE_WORKSPACE_PAGES = env.integer("RAGSITE_WORKSPACE_PAGES", 0)
DATA_UPLOAD_MAX_NUMBER_FILES = RAGSITE_MAX_FILES
RAGSITE_MAX_UPLOAD_MB = env.integer("RAGSITE_MAX_UPLOAD_MB", 1000, least=1)
RAGSITE_PARALLEL_UPLOADS = env.integer("RAGSITE_PARALLEL_UPLOADS", 4, least=1)
RAGSITE_REQUEST_SECONDS = env.integer("RAGSITE_REQUEST_SECONDS", 20, least=1)
FILE_UPLOAD_TEMP_DIR = incoming(MEDIA_ROOT)
RAGSITE_PAGE_SECONDS = env.integer("RAGSITE_PAGE_SECONDS", 10, least=1)
RAGSITE_FILE_SECONDS = env.integer("RAGSITE_FILE_SECONDS", 50, least=1)
# The rules of a 1,600-page PDF take some 100 s, and several times that where questions go before them.
RAGSITE_RULES_SECONDS = env.integer("RAGSITE_RULES_SECONDS", 600, least=1)
RAGSITE_PARSER_MB = env.integer("RAGSITE_PARSER_MB", 1500, least=300)
RAGSITE_SHEET_ROWS = env.integer("RAGSITE_SHEET_ROWS", 20_000, least=1)
RAGSITE_OCR = env.boolean("RAGSITE_OCR", True)
RAGSITE_OCR_PAGES = env.integer("RAGSITE_OCR_PAGES", 50, least=1)
DATA_UPLOAD_MAX_MEMORY_SIZE = 2_621_440

# How often; 0 for no limit
RAGSITE_QUESTIONS_PER_MINUTE = env.integer("RAGSITE_QUESTIONS_PER_MINUTE", 300)
RAGSITE_SEARCHES_PER_MINUTE = env.integer("RAGSITE_SEARCHES_PER_MINUTE", 600)
RAGSITE_UPLOADS_PER_MINUTE = env.integer("RAGSITE_UPLOADS_PER_MINUTE", 600)
RAGSITE_REQUESTS_PER_MINUTE = env.integer("RAGSITE_REQUESTS_PER_MINUTE", 3000)
RAGSITE_PARALLEL_REQUESTS = env.integer("RAGSITE_PARALLEL_REQUESTS", 32)
RAGSITE_SIGN_IN_TRIES = env.integer("RAGSITE_SIGN_IN_TRIES", 5, least=1)
RAGSITE_SIGN_IN_WAIT_SECONDS = env.integer("RAGSITE_SIGN_IN_WAIT_SECONDS", 900)

# Models
RAGSITE_LLM = env.choice("RAGSITE_LLM", "", ("", "none", "local", "gemini", "openai"))
RAGSITE_LOCAL_MODEL = env.text("RAGSITE_LOCAL_MODEL")
RAGSITE_LOCAL_URL = env.text("RAGSITE_LOCAL_URL")
RAGSITE_PROMPT_CACHE_MB = env.integer("RAGSITE_PROMPT_CACHE_MB", 256, least=0)
GEMINI_API_KEY = env.text("GEMINI_API_KEY")
GEMINI_BASE_URL = env.text("GEMINI_BASE_URL")
GEMINI_MODEL = env.text("GEMINI_MODEL")
GEMINI_FAST_MODEL = env.text("GEMINI_FAST_MODEL")
GEMINI_DEEP_MODEL = env.text("GEMINI_DEEP_MODEL")
OPENAI_BASE_URL = env.text("OPENAI_BASE_URL")
OPENAI_API_KEY = env.text("OPENAI_API_KEY")
OPENAI_MODEL = env.text("OPENAI_MODEL")
OPENAI_FAST_MODEL = env.text("OPENAI_FAST_MODEL")
OPENAI_DEEP_MODEL = env.text("OPENAI_DEEP_MODEL")
OPENAI_CONTEXT_TOKENS = env.integer("OPENAI_CONTEXT_TOKENS", 32_768, least=2048)
RAGSITE_EMBEDDER = env.choice("RAGSITE_EMBEDDER", "", ("", "multilingual", "openai", "gemini"))
RAGSITE_EMBEDDING_MODEL = env.text("RAGSITE_EMBEDDING_MODEL")
RAGSITE_EMBEDDING_URL = env.text("RAGSITE_EMBEDDING_URL")
RAGSITE_EMBEDDING_KEY = env.text("RAGSITE_EMBEDDING_KEY")
RAGSITE_EMBEDDING_DIMENSIONS = env.integer("RAGSITE_EMBEDDING_DIMENSIONS", 768, least=8, most=4000)
RAGSITE_MODEL_TIMEOUT = env.integer("RAGSITE_MODEL_TIMEOUT", 300, least=1)
RAGSITE_ANALYSIS_SECONDS = env.integer("RAGSITE_ANALYSIS_SECONDS", 10, least=0)
RAGSITE_PLAN_SECONDS = env.integer("RAGSITE_PLAN_SECONDS", 30, least=0)
RAGSITE_SEARCH_CALLS = env.integer("RAGSITE_SEARCH_CALLS", 4, least=3, most=5)
RAGSITE_SEARCH_SECONDS = env.integer("RAGSITE_SEARCH_SECONDS", 30, least=1)
RAGSITE_SEARCH_CONTROL = env.choice("RAGSITE_SEARCH_CONTROL", "orchestrator", ("orchestrator", "loop"))
RAGSITE_MAP_SECONDS = env.integer("RAGSITE_MAP_SECONDS", 60, least=1)

# Questions
RAGSITE_MAX_QUESTION_CHARS = env.integer("RAGSITE_MAX_QUESTION_CHARS", 4000, least=10)
RAGSITE_RERANKER = env.text("RAGSITE_RERANKER")
RAGSITE_MIN_SIMILARITY = env.number("RAGSITE_MIN_SIMILARITY", 0.2, least=-1, most=1)
RAGSITE_THRESHOLDS = env.assignments("RAGSITE_THRESHOLDS")
RAGSITE_PREFILTER = env.boolean("RAGSITE_PREFILTER", True)
RAGSITE_MAX_CANDIDATES = env.integer("RAGSITE_MAX_CANDIDATES", 200, least=1)
RAGSITE_ANSWER_CANDIDATES = env.integer("RAGSITE_ANSWER_CANDIDATES", 40, least=1, most=200)
RAGSITE_TOP_K = env.integer("RAGSITE_TOP_K", 0, least=0, most=50)
RAGSITE_SQL_ROWS = env.integer("RAGSITE_SQL_ROWS", 1000, least=1)
RAGSITE_SQL_TIMEOUT = env.integer("RAGSITE_SQL_TIMEOUT", 5, least=1)
RAGSITE_SQL_MB = env.integer("RAGSITE_SQL_MB", 256, least=32)
RAGSITE_SOURCE_HOSTS = env.words("RAGSITE_SOURCE_HOSTS")
RAGSITE_SOURCE_OWN_DATABASE = env.boolean("RAGSITE_SOURCE_OWN_DATABASE", False)
RAGSITE_SOURCE_FOLDERS = env.words("RAGSITE_SOURCE_FOLDERS")
RAGSITE_SOURCE_ROWS = env.integer("RAGSITE_SOURCE_ROWS", 1000, least=1)
RAGSITE_SOURCE_TIMEOUT = env.integer("RAGSITE_SOURCE_TIMEOUT", 20, least=1)
RAGSITE_SOURCE_REPAIR_SECONDS = env.integer("RAGSITE_SOURCE_REPAIR_SECONDS", 5, least=0)
RAGSITE_SOURCE_CACHE_SECONDS = env.integer("RAGSITE_SOURCE_CACHE_SECONDS", 3600)
RAGSITE_SOURCE_REFRESH_HOURS = env.integer("RAGSITE_SOURCE_REFRESH_HOURS", 24)
RAGSITE_SQL_CONNECTIONS = env.integer("RAGSITE_SQL_CONNECTIONS", 4, least=1)
RAGSITE_WEB_PROCESSES = env.integer("RAGSITE_WEB_PROCESSES", 2, least=1)
RAGSITE_WEB_CONNECTIONS = env.integer("RAGSITE_WEB_CONNECTIONS", 6, least=2)
RAGSITE_BUSY_SECONDS = env.integer("RAGSITE_BUSY_SECONDS", 20, least=1)
RAGSITE_EXTRACTION_TOKENS = env.integer("RAGSITE_EXTRACTION_TOKENS", 1600, least=0)
RAGSITE_WORKERS = env.integer("RAGSITE_WORKERS", 1, least=1)

# django-q2 hands a task to a second worker once `retry` is over, so it must exceed the longest task.
TASK_TIMEOUT = env.integer("RAGSITE_TASK_TIMEOUT", 6 * 3600, least=60)
Q_CLUSTER = {
    "name": "questions",
    "orm": "default",
    "broker_class": "ragsite.running.broker.QueueBroker",
    "workers": RAGSITE_WORKERS,
    "timeout": TASK_TIMEOUT,
    "retry": TASK_TIMEOUT + 600,
    "max_attempts": 3,
    "recycle": 10_000,  # tasks; a worker that ends is taken for a crash
    "ack_failures": True,
    "poll": 0.2,
    "save_limit": 1000,
    "label": "Tasks",
    "ALT_CLUSTERS": {
        name: {
            "workers": RAGSITE_WORKERS,
            "timeout": TASK_TIMEOUT,
            "retry": TASK_TIMEOUT + 600,
            "poll": poll,
        }
        # By rules, and by the model: what takes a model minutes keeps no new file waiting.
        for name, poll in (("ingestion", 0.5), ("reading", 2.0))
    },
}

OTEL_EXPORTER_OTLP_ENDPOINT = env.text("OTEL_EXPORTER_OTLP_ENDPOINT")

LOGGING = {
    "version": 1,
    "disable_existing_loggers": False,
    "formatters": {"line": {"format": "{asctime} {levelname} {name}: {message}", "style": "{"}},
    "handlers": {"console": {"class": "logging.StreamHandler", "formatter": "line"}},
    # What clients send wrongly is told to them; a line for each would let them fill the disk.
    "loggers": {
        "django.request": {"level": "ERROR"},
        "django.security": {"level": "CRITICAL"},
    },
    "root": {
        "handlers": ["console"],
        "level": env.choice("RAGSITE_LOG", "warning", ("debug", "info", "warning", "error")).upper(),
    },
}
