-- Up to which tick contracts go, by series: the last one that is in the public log, where the series is in it. Whole when none is left out.
create view contract_reach as
select s.id as series_id, coalesce(l.logged_seq, s.last_seq) as seq, l.series_id is null or l.logged_seq >= s.last_seq as is_whole
from price_series s left join log_series l on l.series_id = s.id;
