/**
 * Closing a UTC day in one currency: its fees are shared out, and what goes to inviters is set aside in `fees`, all in
 * one transaction. Days follow each other without a gap, however long the exchange was away.
 */
import { sql } from 'drizzle-orm';
import type { CurrencyId, UserId } from '@halyard/contract/ids';
import { add, isZero, negate, ZERO, type Decimal } from '@halyard/contract/money';
import { GENERATIONS, rebatesOfDay, type DayRebate, type PaidFees } from '@halyard/contract/referral/rebates';
import { rowsOf, type Reader, type Transaction } from '../../db/database.ts';
import { addJob } from '../../jobs/job.ts';
import { postEntries } from '../../ledger/ledger.ts';
import { dayAfter, dayOf, firstOpenDay, paymentMs, startOf, type Day } from './days.ts';
import { findEnd, findFirstDay, findLastBefore, listFeesAccounts, readFees, type FeesAccount } from './feesOfDay.ts';
import { readPartners } from './partners.ts';
import { PAY } from './payRebates.ts';
import { ratesOf, rebateVersions, versionOfDay } from './versions.ts';

const ROWS_AT_ONCE = 5000;

type OpenDay = { readonly account: FeesAccount; readonly day: Day; readonly after: number };

/** Closes the first day that is over and not closed; false when there is none. */
export async function closeNextDay(tx: Transaction, nowMs: number): Promise<boolean> {
  const next = await findNextDay(tx, nowMs);
  if (next === undefined) return false;
  const { account, day, after } = next;
  const until = await findEnd(tx, account, { day, after });
  const rebates = await shareOut(tx, day, await readFees(tx, account, { after, until }));
  const accrued = add(ZERO, ...rebates.map(({ value }) => value));
  await insertRebates(tx, { day, currencyId: account.currencyId }, rebates);
  await tx.execute(
    sql`insert into rebate_days (currency_id, day, until_entry, accrued, closed_at)
      values (${account.currencyId}, ${day}, ${until}, ${accrued}, ${new Date(nowMs).toISOString()})`,
  );
  // Before the ledger: who pays has his row of due work first, and the account `fees` then.
  await addJob(
    tx,
    [...new Set(rebates.map(({ beneficiary }) => beneficiary))]
      .sort((a, b) => a - b)
      .map((userId) => ({ kind: PAY, key: String(userId), payload: { userId }, dueAtMs: paymentMs(day) })),
    'move',
  );
  if (!isZero(accrued)) await setAside(tx, { day, currencyId: account.currencyId }, accrued);
  return true;
}

async function findNextDay(reader: Reader, nowMs: number): Promise<OpenDay | undefined> {
  const first = (await rebateVersions.listVersions(reader)).at(-1);
  if (first === undefined) return undefined;
  const firstMs = startOf(dayOf(Date.parse(first.effectiveAt)));
  const days = await Promise.all(
    (await listFeesAccounts(reader)).map((account) => findDayOf(reader, account, firstMs)),
  );
  const open = days.filter((one) => one !== undefined).filter(({ day }) => day < firstOpenDay(nowMs));
  return open.toSorted((a, b) => a.day.localeCompare(b.day))[0];
}

/** The day after the last closed one, or the first one with fees since there are rates. */
async function findDayOf(reader: Reader, account: FeesAccount, firstMs: number): Promise<OpenDay | undefined> {
  const [last] = await rowsOf<{ day: Day; until: number }>(
    reader,
    sql`select day::text as day, until_entry::float8 as until from rebate_days
      where currency_id = ${account.currencyId} order by day desc limit 1`,
  );
  if (last !== undefined) return { account, day: dayAfter(last.day), after: last.until };
  const day = await findFirstDay(reader, account, firstMs);
  return day === undefined ? undefined : { account, day, after: await findLastBefore(reader, account, firstMs) };
}

async function shareOut(reader: Reader, day: Day, paid: readonly PaidFees<UserId>[]): Promise<DayRebate<UserId>[]> {
  const version = await versionOfDay(reader, day);
  if (version === undefined || paid.length === 0) return [];
  const inviters = await readInviters(
    reader,
    paid.map(({ payer }) => payer),
  );
  const partners = await readPartners(reader, startOf(day));
  return rebatesOfDay(paid, {
    inviterOf: (user) => inviters.get(user),
    ratesOf: (user) => ratesOf(version, partners.has(user) ? 'partner' : 'user'),
  });
}

/** Who invited these users, those, and those again. */
async function readInviters(reader: Reader, payers: readonly UserId[]): Promise<ReadonlyMap<UserId, UserId>> {
  const rows = await rowsOf<{ id: UserId; inviter: UserId }>(
    reader,
    sql`with recursive chain (id, inviter, generation) as (
        select u.id, u.invited_by, 1 from users u
        where u.id in (select value::integer from jsonb_array_elements_text(${JSON.stringify(payers)}::text::jsonb))
          and u.invited_by is not null
        union
        select u.id, u.invited_by, c.generation + 1 from chain c join users u on u.id = c.inviter
        where c.generation < ${GENERATIONS}::integer and u.invited_by is not null
      ) select distinct id, inviter from chain`,
  );
  return new Map(rows.map(({ id, inviter }) => [id, inviter]));
}

type DayKey = { readonly day: Day; readonly currencyId: CurrencyId };

async function insertRebates(
  tx: Transaction,
  { day, currencyId }: DayKey,
  rebates: readonly DayRebate<UserId>[],
): Promise<void> {
  for (let from = 0; from < rebates.length; from += ROWS_AT_ONCE) {
    const rows = rebates.slice(from, from + ROWS_AT_ONCE);
    await tx.execute(
      sql`insert into rebates (day, beneficiary_id, payer_id, generation, currency_id, fees, rate, value)
        select ${day}::date, beneficiary, payer, generation, ${currencyId}::integer, fees, rate, value
        from json_to_recordset(${JSON.stringify(rows)}::text::json)
          as made (beneficiary integer, payer integer, generation smallint, fees numeric, rate numeric, value numeric)`,
    );
  }
}

async function setAside(tx: Transaction, { day, currencyId }: DayKey, amount: Decimal): Promise<void> {
  await postEntries(tx, [
    {
      kind: 'rebate_accrue',
      reference: `rebate-day:${day}`,
      postings: [{ account: { house: 'fees', currencyId }, available: negate(amount), held: amount }],
    },
  ]);
}
