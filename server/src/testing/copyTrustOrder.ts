// Many trust orders of one day, for measurements at full size: each is a copy of a bought one.
import { sql } from 'drizzle-orm';
import type { UserId } from '@halyard/contract/ids';
import type { TrustOrder, TrustOrderId } from '@halyard/contract/trust/calls';
import { rowsOf, type Database } from '../db/database.ts';

export type CopiedTrustOrder = { readonly id: string; readonly user_id: number };

/** Copies an order from owner to owner in turn; the caller posts the holds of the copies. */
export async function copyTrustOrder(
  db: Database,
  { id, product, amount }: Pick<TrustOrder, 'product' | 'amount'> & { readonly id: TrustOrderId },
  { copies, owners }: { readonly copies: number; readonly owners: readonly UserId[] },
): Promise<CopiedTrustOrder[]> {
  const rows = await rowsOf<CopiedTrustOrder>(
    db,
    sql`insert into trust_orders (user_id, currency_id, product, amount, interest, days, terms, terms_hash, bought_at, bought_on,
        due_at, updated_at)
      select u.id, currency_id, product, amount, interest, days, terms, terms_hash, bought_at, bought_on, due_at, updated_at
      from trust_orders o, generate_series(1, ${copies}::int) as n
        join unnest(${sql.param(owners)}::int[]) with ordinality as u (id, place) on u.place = n % ${owners.length} + 1
      where o.id = ${id} order by n returning id::text as id, user_id`,
  );
  await db.execute(
    sql`update trust_products set invested = invested + ${copies}::int * ${amount}::numeric where product = ${product}`,
  );
  return rows;
}
