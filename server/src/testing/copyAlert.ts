/** Makes many price alerts from one, without the checks of setting them. */
import { sql } from 'drizzle-orm';
import type { AlertId, UserId } from '@halyard/contract/ids';
import type { Reader } from '../db/database.ts';

/** Copies an alert to owners in turn, each copy a hundredth further up: percentages and prices alike. */
export async function copyAlert(
  reader: Reader,
  id: AlertId,
  { owners, copies }: { readonly owners: readonly UserId[]; readonly copies: number },
): Promise<void> {
  await reader.execute(
    sql`insert into price_alerts (user_id, market_id, kind, minutes, threshold, is_repeating, status, series_id, after_seq, created_at)
      select (${`{${owners.join(',')}}`}::text::int[])[1 + n % ${owners.length}::int], market_id, kind, minutes, threshold + (n + 1) / 100.0,
        is_repeating, status, series_id, after_seq, created_at
      from price_alerts, generate_series(0, ${copies}::int - 1) as n where id = ${id}`,
  );
}
