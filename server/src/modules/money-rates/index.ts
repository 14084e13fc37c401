/** Rates of fiat currencies, for the totals that users see. */
import { sql, type SQL } from 'drizzle-orm';
import { decimal, fitsPlaces, isPositive, type Decimal } from '@halyard/contract/money';
import { listMoneyRates } from '@halyard/contract/money-rates/calls';
import { isRateLeap, isRateOld, RATE_DAYS_MAX, type MoneyRate } from '@halyard/contract/money-rates/rules';
import { dateOf } from '@halyard/contract/time';
import { answerPublic } from '../../calls/callHandler.ts';
import { isoText, rowsOf, type Reader, type Transaction } from '../../db/database.ts';
import type { Module } from '../../module.ts';
import { writeAudit, type Reviewer } from '../../operator/audit.ts';
import {
  argument,
  CommandError,
  READ,
  readDecimal,
  TERMS,
  UsageError,
  type CommandAnswer,
  type CommandInput,
  type OperatorCommand,
  type OperatorDeps,
} from '../../operator/command.ts';
import { formatInstant, formatTable } from '../../operator/text.ts';

const RATE_COMMANDS: readonly OperatorCommand[] = [
  {
    group: 'rates',
    name: 'list',
    rule: READ,
    args: [],
    options: [],
    summary: 'the rates of money that were set, newest first, and which of them count',
    run: (deps) => listRates(deps),
  },
  {
    group: 'rates',
    name: 'set',
    rule: TERMS,
    args: ['currency', 'per-usdt'],
    options: [
      { name: 'day', value: 'date', summary: 'whose rate it is (UTC), like 2026-12-01; today unless said otherwise' },
      { name: 'sure', value: 'yes', summary: 'it is right, though it is far from the one before' },
    ],
    summary: 'say what one USDT is worth in a money of a state (ISO 4217), for totals that users read',
    run: (deps, operator, input) => setRate(deps, operator, input),
  },
];

export const moneyRates: Module = {
  commands: RATE_COMMANDS,
  create: ({ db, clock }) => ({
    handlers: [
      answerPublic(listMoneyRates, async () => {
        const rates = await selectNewestRates(db, dateOf(clock.nowMs()));
        return rates.map(({ currency, perUsdt, day }) => ({ currency, perUsdt, day }));
      }),
    ],
  }),
};

// `operator rates`: fiat value of one USDT, by day. Only totals are shown in it.

const LISTED_MAX = 200;

const PLACES_MAX = 8;

async function listRates({ db, clock }: OperatorDeps): Promise<CommandAnswer> {
  const nowMs = clock.nowMs();
  const [rates, newest] = await Promise.all([selectRates(db, LISTED_MAX), selectNewestRates(db, dateOf(nowMs))]);
  const counting = new Set(newest.filter((rate) => !isRateOld(rate, nowMs)).map(({ id }) => id));
  const data = rates.map((rate) => ({ ...rate, counts: counting.has(rate.id) }));
  const columns = ['money', 'for 1 USDT', 'day (UTC)', 'counts', 'set by', 'at (UTC)'];
  const text = formatTable(
    columns.map((title, place) => ({ title, isRight: place === 1 })),
    data.map((rate) => [
      rate.currency,
      rate.perUsdt,
      rate.day,
      rate.counts ? 'yes' : 'no',
      rate.operator,
      formatInstant(rate.at),
    ]),
    'There are no rates: totals are shown in coins only.',
  );
  return { data, text };
}

async function setRate({ db, clock }: OperatorDeps, operator: Reviewer, input: CommandInput): Promise<CommandAnswer> {
  const currency = readMoney(argument(input, 0));
  const perUsdt = readRate(argument(input, 1));
  const today = dateOf(clock.nowMs());
  const day = readDay(input.options['day'] ?? today, today);
  const rate = { currency, perUsdt, day };
  const isSure = input.options['sure'] === 'yes';
  const before = await db.transaction(async (tx) => {
    const [last] = await selectNewestRates(tx, today, currency);
    if (last !== undefined && isRateLeap(last.perUsdt, perUsdt) && !isSure) {
      throw new CommandError(`the rate of ${last.day} is ${last.perUsdt}: say --sure yes if ${perUsdt} is right`);
    }
    await insertRate(tx, rate, operator.name);
    await writeAudit(tx, operator, {
      action: 'rates.set',
      subject: `rate:${currency}`,
      reason: `${perUsdt} on ${day}`,
    });
    return last;
  });
  const earlier = before === undefined ? '' : ` It was ${before.perUsdt} on ${before.day}.`;
  return {
    data: rate,
    text: `1 USDT is ${perUsdt} ${currency} on ${day} and the ${RATE_DAYS_MAX} days after it, until there is a later rate.${earlier}`,
  };
}

/** Throws {@link UsageError} for an unknown currency code. */
function readMoney(text: string): string {
  const code = text.toUpperCase();
  if (/^[A-Z]{3}$/.test(code) && Intl.supportedValuesOf('currency').includes(code)) return code;
  throw new UsageError(`currency must be a code of ISO 4217 like EUR, not «${text}»`);
}

function readRate(text: string): Decimal {
  const rate = readDecimal(text, 'per-usdt');
  if (isPositive(rate) && fitsPlaces(rate, PLACES_MAX)) return rate;
  throw new UsageError(`per-usdt must be above 0 with ${PLACES_MAX} places at most, not «${text}»`);
}

function readDay(text: string, today: string): string {
  const isDay = /^\d{4}-\d\d-\d\d$/.test(text) && !Number.isNaN(Date.parse(text)) && dateOf(Date.parse(text)) === text;
  if (isDay && text <= today) return text;
  throw new UsageError(`--day must be a day that has come, like ${today}, not «${text}»`);
}

// Fiat rates, as operators set them: each row is one, and rows are never changed.

/** A rate as it was set. */
type SetRate = MoneyRate & { readonly id: number; readonly operator: string; readonly at: string };

type RateRow = { id: string; currency: string; per_usdt: string; day: string; operator: string; at: string };

const COLUMNS = sql`r.id::text as id, r.currency, r.per_usdt::text as per_usdt, to_char(r.day, 'YYYY-MM-DD') as day,
  r.operator, ${isoText(sql`r.created_at`)} as at`;

/** The valid rate of each currency on a day: that of the latest day up to it, and of that day the last one set. */
async function selectNewestRates(reader: Reader, today: string, currency?: string): Promise<SetRate[]> {
  return select(
    reader,
    sql`select distinct on (r.currency) ${COLUMNS} from money_rates r
      where r.day <= ${today}::date and r.currency = coalesce(${currency ?? null}::text, r.currency)
      order by r.currency, r.day desc, r.id desc`,
  );
}

/** All rates, the last set first. */
async function selectRates(reader: Reader, limit: number): Promise<SetRate[]> {
  return select(reader, sql`select ${COLUMNS} from money_rates r order by r.id desc limit ${limit}`);
}

async function insertRate(tx: Transaction, { currency, perUsdt, day }: MoneyRate, operator: string): Promise<void> {
  await tx.execute(
    sql`insert into money_rates (currency, per_usdt, day, operator) values (${currency}, ${perUsdt}, ${day}, ${operator})`,
  );
}

async function select(reader: Reader, query: SQL): Promise<SetRate[]> {
  const rows = await rowsOf<RateRow>(reader, query);
  return rows.map(({ id, per_usdt, ...row }) => ({ ...row, id: Number(id), perUsdt: decimal(per_usdt) }));
}
