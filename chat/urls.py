from django.urls import path

from chat.pages import company_views, file_views, views

urlpatterns = [
    path("", views.home, name="home"),
    path("help/", views.help_page, name="help"),
    path("w/<slug:slug>/", views.new_chat, name="chat"),
    path("w/<slug:slug>/ask/", views.ask, name="ask"),
    path("w/<slug:slug>/files/", file_views.attach, name="attach_files"),
    path("w/<slug:slug>/files/delete/", file_views.detach, name="detach_files"),
    path("w/<slug:slug>/welcome/", views.welcome, name="welcome"),
    path("w/<slug:slug>/conversations/", views.conversations, name="conversations"),
    path("w/<slug:slug>/c/<uuid:session_id>/", views.conversation, name="conversation"),
    path("w/<slug:slug>/c/<uuid:session_id>/rename/", views.rename, name="rename_conversation"),
    path("w/<slug:slug>/c/<uuid:session_id>/delete/", views.delete, name="delete_conversation"),
    path("w/<slug:slug>/companies/", company_views.companies, name="companies"),
    path("w/<slug:slug>/companies/analysis/", company_views.company, name="company"),
    path("w/<slug:slug>/companies/analysis.xlsx", company_views.company_workbook, name="company_workbook"),
    path(
        "w/<slug:slug>/documents/<int:document_id>/analysis/",
        company_views.document_analysis,
        name="document_analysis",
    ),
    path(
        "w/<slug:slug>/documents/<int:document_id>/analysis.xlsx",
        company_views.document_workbook,
        name="document_workbook",
    ),
    path("runs/<uuid:run_id>/events", views.run_stream, name="run_events"),
    path("runs/<uuid:run_id>/stop/", views.run_stop, name="run_stop"),
    path("runs/<uuid:run_id>/quick/", views.run_quick, name="run_quick"),
    path("runs/<uuid:run_id>/choose/", views.run_choose, name="run_choose"),
    path("runs/<uuid:run_id>/rating/", views.run_rating, name="run_rating"),
    path("runs/<uuid:run_id>/matches.<slug:form>", views.run_matches, name="run_matches"),
    path("runs/<uuid:run_id>/export.<slug:form>", views.run_export, name="run_export"),
]
