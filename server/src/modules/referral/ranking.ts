/** The ranking of rebates, by their worth in USDT when they were paid. Accounts are masked. */
import { sql } from 'drizzle-orm';
import type { UserId } from '@halyard/contract/ids';
import type { Ranked } from '@halyard/contract/referral/calls';
import { decimal } from '@halyard/contract/money';
import { maskAccount, RANKS_MAX } from '@halyard/contract/referral/rebates';
import { rowsOf, type Reader } from '../../db/database.ts';
import type { Day } from './days.ts';

const NOBODY = 0 as UserId;

/** The top of the ranking, by payments since a day, or by all. */
export async function readRanking(
  reader: Reader,
  ownId: UserId,
  { from, limit = RANKS_MAX }: { readonly from?: Day | undefined; readonly limit?: number } = {},
): Promise<Ranked[]> {
  const all = sql`select user_id, worth, payment_id from rebate_ranks where is_ranked and worth > 0`;
  const since = sql`select p.user_id, sum(p.worth) as worth, max(p.id) as payment_id
    from rebate_payments p left join rebate_ranks k on k.user_id = p.user_id
    where p.paid_at >= ${from ?? null}::timestamptz and coalesce(k.is_ranked, true)
    group by p.user_id having sum(p.worth) > 0`;
  const rows = await rowsOf<{ id: UserId; account: string; total: string }>(
    reader,
    sql`select u.id, coalesce(u.email, u.phone, '') as account, r.worth::text as total
      from (select * from (${from === undefined ? all : since}) as ranks
        order by worth desc, payment_id limit ${limit}) as r
      join users u on u.id = r.user_id order by r.worth desc, r.payment_id`,
  );
  return rows.map(({ id, account, total }) => ({
    total: decimal(total),
    userId: id === ownId ? id : NOBODY,
    account: maskAccount(account),
  }));
}

/** Whether other users can see the user in the ranking. */
export async function readRanked(reader: Reader, userId: UserId): Promise<boolean> {
  const [row] = await rowsOf<{ isRanked: boolean }>(
    reader,
    sql`select is_ranked as "isRanked" from rebate_ranks where user_id = ${userId}`,
  );
  return row?.isRanked ?? true;
}

/** Removes the user from the ranking or adds them again, at once. */
export async function writeRanked(reader: Reader, userId: UserId, isRanked: boolean): Promise<void> {
  await reader.execute(
    sql`insert into rebate_ranks (user_id, is_ranked) values (${userId}, ${isRanked})
      on conflict (user_id) do update set is_ranked = excluded.is_ranked`,
  );
}
