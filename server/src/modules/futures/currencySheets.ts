/** Margin currencies, and operator reports by currency. */
import { sql } from 'drizzle-orm';
import type { CurrencyId } from '@halyard/contract/ids';
import { rowsOf, type Reader } from '../../db/database.ts';
import type { CommandAnswer } from '../../operator/command.ts';

/** A margin currency. */
export type Currency = { readonly id: CurrencyId; readonly name: string };
export type Sheet = { readonly data: object; readonly text: string };

/** The margin currencies. */
export async function listCurrencies(reader: Reader): Promise<readonly Currency[]> {
  const rows = await rowsOf<{ id: number; name: string }>(
    reader,
    sql`select id, name from currencies where is_contract order by sort, id`,
  );
  return rows.map(({ id, name }) => ({ id: id as CurrencyId, name }));
}

/** A report for each margin currency. */
export async function sheetsOf(
  db: Reader,
  sheetOf: (db: Reader, currency: Currency) => Promise<Sheet>,
): Promise<CommandAnswer> {
  const sheets = await Promise.all((await listCurrencies(db)).map((currency) => sheetOf(db, currency)));
  return { data: sheets.map(({ data }) => data), text: sheets.map(({ text }) => text).join('\n\n') };
}
