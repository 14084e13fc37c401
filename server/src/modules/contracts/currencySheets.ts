/** What the operator is told of contracts by currency. */
import { sql } from 'drizzle-orm';
import type { CurrencyId } from '@halyard/contract/calls/ids';
import { rowsOf, type Reader } from '../../db/database.ts';
import type { CommandAnswer } from '../../operator/command.ts';

/** A currency in which margin is paid. */
export type Currency = { readonly id: CurrencyId; readonly name: string };
export type Sheet = { readonly data: object; readonly text: string };

/** A sheet for each currency in which margin is paid. */
export async function sheetsOf(
  db: Reader,
  sheetOf: (db: Reader, currency: Currency) => Promise<Sheet>,
): Promise<CommandAnswer> {
  const currencies = await rowsOf<{ id: number; name: string }>(
    db,
    sql`select id, name from currencies where is_contract order by sort, id`,
  );
  const sheets = await Promise.all(currencies.map(({ id, name }) => sheetOf(db, { id: id as CurrencyId, name })));
  return { data: sheets.map(({ data }) => data), text: sheets.map(({ text }) => text).join('\n\n') };
}
