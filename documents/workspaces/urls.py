from django.urls import path

from documents.views.workspace import sharing, workspaces

urlpatterns = [
    path("", workspaces.workspaces, name="workspaces"),
    path("<slug:slug>/", workspaces.workspace, name="workspace"),
    path("<slug:slug>/rename/", workspaces.rename, name="rename_workspace"),
    path("<slug:slug>/limits/", workspaces.limits, name="limit_workspace"),
    path("<slug:slug>/delete/", workspaces.delete, name="delete_workspace"),
    path("<slug:slug>/members/", sharing.add, name="add_member"),
    path("<slug:slug>/members/change/", sharing.change, name="change_member"),
    path("<slug:slug>/members/remove/", sharing.remove, name="remove_member"),
    path("<slug:slug>/invitations/", sharing.invite, name="invite"),
    path("<slug:slug>/invitations/<int:pk>/withdraw/", sharing.withdraw, name="withdraw_invitation"),
    path("<slug:slug>/keys/", sharing.make_key, name="make_workspace_key"),
    path("<slug:slug>/keys/<int:pk>/revoke/", sharing.revoke_key, name="revoke_workspace_key"),
]
