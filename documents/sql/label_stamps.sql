-- The mark of a workspace changes with its figures too: what they are called is kept like names.
CREATE TRIGGER labels_added AFTER INSERT ON documents_metric
    REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION documents_names_changed();
CREATE TRIGGER labels_changed AFTER UPDATE ON documents_metric
    REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION documents_names_changed();
CREATE TRIGGER labels_removed AFTER DELETE ON documents_metric
    REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION documents_names_changed();
