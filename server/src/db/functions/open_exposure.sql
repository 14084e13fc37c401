-- Open amounts of a user by currency, with what decides their limit, as JSON: the terms in force, the user's standing,
-- and the amounts, which are null where neither has a limit. With is_locking it locks the user's row, so that no other
-- purchase adds to them until the transaction ends. The sum is a separate statement, so that it includes what was
-- committed during the wait for the lock.
create function open_exposure(of_user integer, is_locking boolean, at timestamptz) returns json
language plpgsql as $$
declare
  terms text := limit_terms(at);
  standing json := user_standing(of_user);
  amounts json;
begin
  if standing ->> 'level' = 'none' or terms::jsonb #>> array['levels', standing ->> 'level', 'exposure'] is not null then
    if is_locking then
      perform from users where id = of_user for no key update;
    end if;
    select coalesce(json_agg(json_build_object('id', c.id, 'name', c.name, 'amount', trim_scale(s.amount)::text)), '[]')
    into amounts
    from (
      select a.currency_id, sum(a.amount) as amount
      from (
        select currency_id, case status when 'trading' then margin else margin + fee end as amount
        from futures_positions where user_id = of_user and status in ('pending', 'trading')
        union all
        select currency_id, amount from trust_orders where user_id = of_user and status = 'active'
        union all
        select o.currency_id, s.amount from offering_subscriptions s join offerings o on o.id = s.offering_id
        where s.user_id = of_user and s.status in ('pending', 'passed')
      ) a group by a.currency_id
    ) s join currencies c on c.id = s.currency_id;
  end if;
  return json_build_object('terms', terms, 'standing', standing, 'amounts', amounts);
end
$$;
