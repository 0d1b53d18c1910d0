from django.urls import path

from chat import file_views, views

urlpatterns = [
    path("", views.home, name="home"),
    path("w/<slug:slug>/", views.new_chat, name="chat"),
    path("w/<slug:slug>/ask/", views.ask, name="ask"),
    path("w/<slug:slug>/files/", file_views.attach, name="attach_files"),
    path("w/<slug:slug>/files/delete/", file_views.detach, name="detach_files"),
    path("w/<slug:slug>/welcome/", views.welcome, name="welcome"),
    path("w/<slug:slug>/conversations/", views.conversations, name="conversations"),
    path("w/<slug:slug>/c/<uuid:session_id>/", views.conversation, name="conversation"),
    path("w/<slug:slug>/c/<uuid:session_id>/rename/", views.rename, name="rename_conversation"),
    path("w/<slug:slug>/c/<uuid:session_id>/delete/", views.delete, name="delete_conversation"),
    path("runs/<uuid:run_id>/events", views.run_stream, name="run_events"),
    path("runs/<uuid:run_id>/stop/", views.run_stop, name="run_stop"),
    path("runs/<uuid:run_id>/rating/", views.run_rating, name="run_rating"),
    path("runs/<uuid:run_id>/export.<slug:form>", views.run_export, name="run_export"),
]
