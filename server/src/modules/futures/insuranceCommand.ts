import { sql } from 'drizzle-orm';
import { decimal, subtract } from '@halyard/contract/money';
import { rowsOf, type Reader } from '../../db/database.ts';
import type { OperatorCommand } from '../../operator/command.ts';
import { formatFields } from '../../operator/text.ts';
import { sheetsOf, type Currency, type Sheet } from './currencySheets.ts';
import { readInsurance } from './house.ts';

export const INSURANCE_COMMAND: OperatorCommand = {
  group: 'exposure',
  name: 'insurance',
  args: [],
  options: [],
  summary: 'what insurance has, and losses beyond a margin that it and the house have paid',
  run: ({ db }) => sheetsOf(db, insuranceOf),
};

async function insuranceOf(db: Reader, { id, name: currency }: Currency): Promise<Sheet> {
  const balance = await readInsurance(db, id);
  const [row] = await rowsOf<{ shortfalls: number; lost: string; paid: string }>(
    db,
    sql`select count(*)::integer as shortfalls, coalesce(sum(shortfall), 0)::text as lost,
        (select coalesce(-sum(e.available), 0)::text
          from ledger_accounts a join ledger_postings e on e.account_id = a.id
          where a.user_id is null and a.kind = 'insurance' and a.currency_id = ${id} and e.available < 0) as paid
      from contract_positions where currency_id = ${id} and shortfall > 0`,
  );
  const lost = decimal(row?.lost ?? '0');
  const byInsurance = decimal(row?.paid ?? '0');
  const paid = { shortfalls: row?.shortfalls ?? 0, lost, byInsurance, byHouse: subtract(lost, byInsurance) };
  const fields = formatFields([
    ['currency', currency],
    ['insurance', balance],
    ['losses beyond a margin', paid.shortfalls],
    ['in all', paid.lost],
    ['paid by insurance', paid.byInsurance],
    ['paid by the house', paid.byHouse],
  ]);
  return { data: { currency, balance, ...paid }, text: fields };
}
