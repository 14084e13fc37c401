/** Quotes that ticks of live prices were made from, until they are in the public log. */
import { sql } from 'drizzle-orm';
import { parseEntry } from '@halyard/contract/transparency/entries';
import type { LoggedTicks, QuotesEntry } from '@halyard/contract/transparency/priceEntries';
import { splitQuotes } from '@halyard/contract/transparency/splitEntry';
import { rowsOf, type Transaction } from '../db/database.ts';

type Row = { series_id: number; seq: string; body: string };

/**
 * Takes the quotes of these ticks out of the table, as entries; none for other prices. Quotes of ticks from before
 * their series was in the log are deleted.
 */
export async function takeInputs(
  tx: Transaction,
  sealedMs: number,
  ticks: readonly LoggedTicks[],
): Promise<readonly QuotesEntry[]> {
  const ends = ticks.map(({ id, firstSeq, ticks: own }) => ({ id, first: firstSeq, last: firstSeq + own.length - 1 }));
  const rows = await rowsOf<Row>(
    tx,
    sql`with taken as (
        delete from tick_inputs i using jsonb_to_recordset(${JSON.stringify(ends)}::text::jsonb) as e (id integer, first bigint, last bigint)
        where i.series_id = e.id and i.seq <= e.last returning i.series_id, i.seq, i.body, i.seq >= e.first as is_logged
      ) select series_id, seq::text as seq, body from taken where is_logged order by series_id, taken.seq`,
    'log_take_inputs',
  );
  return splitQuotes({ sealedMs, ticks: rows.flatMap((row) => parseInputs(row)) });
}

function parseInputs({ series_id: id, seq, body }: Row): QuotesEntry['ticks'] {
  const entry = parseEntry(`halyard/quotes/v1\nsealed 0\nseries ${id} ${seq}\n${body}\n`);
  return entry.kind === 'quotes' ? entry.ticks : [];
}
