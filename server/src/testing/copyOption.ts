// Many options that expire at one instant, for measurements at full size: each is a copy of a bought one.
import { sql } from 'drizzle-orm';
import type { OptionId, UserId } from '@halyard/contract/ids';
import { rowsOf, type Database } from '../db/database.ts';
import type { OptionRow } from '../modules/options/optionsRepository.ts';

export type CopiedOption = Pick<OptionRow, 'stake' | 'fee' | 'payout' | 'direction'> & {
  readonly id: string;
  readonly user_id: number;
};

/** Copies an option, up and down and from owner to owner in turn; the caller posts their holds. */
export async function copyOption(
  db: Database,
  id: OptionId,
  { copies, owners }: { readonly copies: number; readonly owners: readonly UserId[] },
): Promise<CopiedOption[]> {
  return rowsOf<CopiedOption>(
    db,
    sql`with made as (
        insert into options (user_id, market_id, series_id, currency_id, direction, seconds, stake, fee, payout, terms,
          terms_hash, open_seq, open_at, open_price, purchased_at, due_at)
        select u.id, market_id, series_id, currency_id, case n % 2 when 0 then 'up' else 'down' end, seconds, stake, fee,
          payout, terms, terms_hash, open_seq, open_at, open_price, purchased_at, due_at
        from options o, generate_series(0, ${copies - 1}::int) as n
          join unnest(${sql.param(owners)}::int[]) with ordinality as u (id, place) on u.place = n % ${owners.length} + 1
        where o.id = ${id} order by n
        returning id::text as id, user_id, direction, stake::text as stake, fee::text as fee, payout::text as payout
      ) select * from made order by id::bigint`,
  );
}
