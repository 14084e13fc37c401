/** What the operator is told of contracts by currency. */
import { sql } from 'drizzle-orm';
import type { CurrencyId } from '@halyard/contract/ids';
import { rowsOf, type Reader } from '../../db/database.ts';
import type { CommandAnswer } from '../../operator/command.ts';

/** A currency in which margin is paid. */
export type Currency = { readonly id: CurrencyId; readonly name: string };
export type Sheet = { readonly data: object; readonly text: string };

/** The currencies in which margin is paid. */
export async function listCurrencies(reader: Reader): Promise<readonly Currency[]> {
  const rows = await rowsOf<{ id: number; name: string }>(
    reader,
    sql`select id, name from currencies where is_contract order by sort, id`,
  );
  return rows.map(({ id, name }) => ({ id: id as CurrencyId, name }));
}

/** A sheet for each currency in which margin is paid. */
export async function sheetsOf(
  db: Reader,
  sheetOf: (db: Reader, currency: Currency) => Promise<Sheet>,
): Promise<CommandAnswer> {
  const sheets = await Promise.all((await listCurrencies(db)).map((currency) => sheetOf(db, currency)));
  return { data: sheets.map(({ data }) => data), text: sheets.map(({ text }) => text).join('\n\n') };
}
