-- Terms of limits and fee groups in force at an instant, as text; null before the first version.
create function limit_terms(at timestamptz) returns text
language sql stable as $$
  select v.terms::text from limit_versions v where v.effective_at <= at order by v.effective_at desc, v.version desc limit 1
$$;
