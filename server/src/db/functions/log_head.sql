-- Where the newest public log stands: its last entry, what was signed then, and why it must not go on.
create view log_head as
select e.idx::text as index, c.note, (extract(epoch from e.sealed_at) * 1000)::bigint::text as sealed_ms,
  (select h.reason from log_halts h where h.log = e.idx >> 40) as halted_by, (select max(s.log) from log_successors s) as newest
from log_entries e left join log_checkpoints c on c.size = e.idx + 1 order by e.idx desc limit 1;
