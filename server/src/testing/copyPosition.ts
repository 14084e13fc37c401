/** Many similar open positions for benchmarks: opened once, and copied. */
import { sql } from 'drizzle-orm';
import type { PositionId, UserId } from '@halyard/contract/ids';
import { decimal } from '@halyard/contract/money';
import { rowsOf, type Database } from '../db/database.ts';
import { postEntries } from '../ledger/ledger.ts';
import { openEntries } from '../modules/futures/ledgerEntries.ts';
import { CURRENCY } from './ledgerFixtures.ts';

type Copies = {
  readonly copies: number;
  readonly owners: readonly UserId[];
  /** Stop losses of the copies, evenly spaced from the first to the last; none: those of the original. */
  readonly stops?: { readonly first: string; readonly last: string };
  /** Whether margins and reserves are held: only positions that never close work without. */
  readonly isPosted: boolean;
};

const ENTRIES_AT_ONCE = 500;

/** Makes that many copies of a position, for owners in turn. */
export async function copyPosition(
  db: Database,
  id: PositionId,
  { copies, owners, stops, isPosted }: Copies,
): Promise<void> {
  const rows = await rowsOf<{ id: string; user_id: number; margin: string; fee: string; reserve: string }>(
    db,
    sql`insert into futures_positions (user_id, market_id, series_id, currency_id, side, mode, leverage, lots, quantity,
        stop_loss, open_price, open_seq, open_at, open_tick_price, origin_margin, margin, fee, reserve, terms, terms_hash,
        status, submitted_at, opened_at, trigger_low, trigger_high)
      select (${sql.param(owners)}::int[])[1 + n % ${owners.length}::int], market_id, series_id, currency_id, side, mode, leverage,
        lots, quantity, stop, open_price, open_seq, open_at, open_tick_price, origin_margin, margin, fee, reserve, terms,
        terms_hash, status, submitted_at, opened_at, coalesce(stop, trigger_low), trigger_high
      from futures_positions, generate_series(0, ${copies - 1}::int) as n, lateral (
        select round(${stops?.first ?? null}::numeric
          + (${stops?.last ?? null}::numeric - ${stops?.first ?? null}::numeric) * n / ${copies}::int, 2) as stop
      ) s where id = ${id}
      returning id::text as id, user_id, margin::text as margin, fee::text as fee, reserve::text as reserve`,
  );
  if (!isPosted) return;
  const entries = rows.map((row) =>
    openEntries(
      { id: Number(row.id) as PositionId, userId: row.user_id as UserId, currencyId: CURRENCY.USDT },
      { margin: decimal(row.margin), fee: decimal(row.fee), reserve: decimal(row.reserve) },
    ),
  );
  for (let first = 0; first < entries.length; first += ENTRIES_AT_ONCE) {
    const batch = entries.slice(first, first + ENTRIES_AT_ONCE).flat();
    await db.transaction((tx) => postEntries(tx, batch));
  }
}
