-- Who locks this view locks the audit log, by the right of the view's owner (as `journal_lock` does it).
create view audit_lock as select count(*) as actions from operator_actions;
