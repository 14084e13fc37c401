-- Last tick, by series, up to which futures are processed: the last one in the transparency log, if the series is
-- logged. `is_whole` when that is the last tick.
create view futures_reach as
select s.id as series_id, coalesce(l.logged_seq, s.last_seq) as seq, l.series_id is null or l.logged_seq >= s.last_seq as is_whole
from price_series s left join log_series l on l.series_id = s.id;
