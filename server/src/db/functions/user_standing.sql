-- What decides a user's limits and fee group beside the terms, as JSON: the level of verification, granted limits, and
-- the volume of the last 30 closed days. The advanced level counts on top of the basic one only.
create function user_standing(of_user integer) returns json
language plpgsql stable as $$
declare
  level text := 'none';
begin
  if (select i.status = 'verified' from identity_checks i where i.user_id = of_user and i.level = 'basic' order by i.id desc limit 1) then
    level := 'basic';
    if (select i.status = 'verified' from identity_checks i where i.user_id = of_user and i.level = 'advanced' order by i.id desc limit 1) then
      level := 'advanced';
    end if;
  end if;
  return json_build_object(
    'level', level,
    'granted', (select g.limits from granted_limits g where g.user_id = of_user),
    'volume', (select trim_scale(f.volume)::text from fee_volumes f where f.user_id = of_user));
end
$$;
