from django.contrib import admin
from django.contrib.auth.views import LoginView, LogoutView
from django.urls import include, path

from ragsite.api import api

handler400 = "ragsite.error_pages.bad_request"
urlpatterns = [
    path(
        "login/",
        LoginView.as_view(template_name="login.html", redirect_authenticated_user=True),
        name="login",
    ),
    path("logout/", LogoutView.as_view(), name="logout"),
    path("admin/", admin.site.urls),
    path("api/", api.urls),
    path("w/<slug:slug>/documents/", include("documents.urls")),
    path("", include("chat.urls")),
]
