-- Locking this view locks the journal, by the right of the view's owner: a role that may lock the journal itself may
-- also change it. A function would take the transaction's snapshot before it has the lock. An aggregate view cannot be
-- written through.
create view journal_lock as select count(*) as entries from ledger_entries;
