/** What the house quotes with in the sandbox. */
import { sql } from 'drizzle-orm';
import type { CurrencyId } from '@halyard/contract/calls/ids';
import { decimal, negate, ZERO } from '@halyard/contract/money';
import { rowsOf, type Database } from '../db/database.ts';
import { postEntries, type LedgerEntry } from './ledger.ts';

// In units of each currency: so much that no ladder is ever cut short by it (the largest side is worth 315,000 USDT a
// tick).
const CAPITAL = decimal('1000000000');
// Any number that nobody else uses; nodes that start together take turns.
const CAPITAL_LOCK = 7_204_121;

/**
 * Gives the maker account its capital in every currency that has not had it yet, from outside. For the sandbox alone:
 * elsewhere the operator funds the maker.
 */
export async function seedMakerCapital(db: Database): Promise<void> {
  await db.transaction(async (tx) => {
    await tx.execute(sql`select pg_advisory_xact_lock(${CAPITAL_LOCK})`);
    const missing = await rowsOf<{ id: number }>(
      tx,
      sql`select c.id from currencies c
        where not exists (select 1 from ledger_entries e where e.kind = 'maker_capital' and e.reference = 'currency:' || c.id)
        order by c.id`,
    );
    await postEntries(
      tx,
      missing.map(({ id }) => capitalOf(id as CurrencyId)),
    );
  });
}

function capitalOf(currencyId: CurrencyId): LedgerEntry {
  return {
    kind: 'maker_capital',
    reference: `currency:${currencyId}`,
    postings: [
      { account: { house: 'outside', currencyId }, available: negate(CAPITAL), held: ZERO },
      { account: { house: 'maker', currencyId }, available: CAPITAL, held: ZERO },
    ],
  };
}
