-- Locking this view locks the audit log, by the right of the view's owner (like `journal_lock`).
create view audit_lock as select count(*) as actions from operator_actions;
