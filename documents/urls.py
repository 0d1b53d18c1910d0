from django.urls import path

from documents.views import conflicts, corpus, document, figures, library, passages, tables
from documents.views.evidence import pictures
from documents.views.workspace import chunking

urlpatterns = [
    path("", library.documents, name="documents"),
    path("upload/", library.upload, name="upload"),
    path("progress/", library.progress, name="documents_progress"),
    path("passages/", chunking.chunking, name="chunking"),
    path("map/", corpus.document_map, name="document_map"),
    path("figures/", figures.figures, name="figures"),
    path("tables/", tables.tables, name="tables"),
    path("conflicts/", conflicts.conflicts, name="conflicts"),
    path("<int:document_id>/", document.document, name="document"),
    path("<int:document_id>/tables/<int:number>/", tables.table, name="table"),
    path("<int:document_id>/retry/", library.retry, name="retry_document"),
    path("<int:document_id>/copy/", library.copy, name="copy_document"),
    path("<int:document_id>/delete/", library.delete, name="delete_document"),
    path("<int:document_id>/pages/<int:number>.png", pictures.page_image, name="page_image"),
    path("<int:document_id>/pages/<int:number>/evidence/", pictures.evidence, name="evidence"),
    path("<int:document_id>/version/", document.supersede, name="supersede_document"),
    path("<int:document_id>/passages/<int:chunk_id>/", passages.exclude, name="exclude_passage"),
]
