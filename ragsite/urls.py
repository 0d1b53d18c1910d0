from django.contrib import admin
from django.contrib.auth.views import LoginView, LogoutView
from django.urls import include, path

from documents.views.workspace import sharing
from ragsite.api import api
from ragsite.endpoints import settings_page
from ragsite.endpoints.metrics import metrics

handler400 = "ragsite.gate.error_pages.bad_request"
handler500 = "ragsite.gate.error_pages.server_error"
urlpatterns = [
    path(
        "login/",
        LoginView.as_view(template_name="login.html", redirect_authenticated_user=True),
        name="login",
    ),
    path("logout/", LogoutView.as_view(), name="logout"),
    path("admin/", admin.site.urls),
    path("api/", api.urls),
    path("metrics", metrics, name="metrics"),
    path("w/<slug:slug>/documents/", include("documents.urls")),
    path("settings/", settings_page.settings, name="settings"),
    path("settings/status/", settings_page.status, name="settings_status"),
    path("settings/test/", settings_page.test, name="test_settings"),
    path("settings/keys/", settings_page.make_key, name="make_key"),
    path("settings/keys/<int:pk>/revoke/", settings_page.revoke_key, name="revoke_key"),
    path("workspaces/", include("documents.workspaces.urls")),
    path("invitations/<str:token>/", sharing.invitation, name="invitation"),
    path("", include("chat.urls")),
]
