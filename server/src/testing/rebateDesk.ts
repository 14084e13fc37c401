/** Users who invited each other, their fees, and nodes that share them out, on a clock that tests set. */
import { randomUUID } from 'node:crypto';
import { sql } from 'drizzle-orm';
import type { CurrencyId, OptionId, PositionId, UserId } from '@halyard/contract/ids';
import { add, decimal, negate, ZERO } from '@halyard/contract/money';
import type { OptionResult } from '@halyard/contract/options/rules';
import { rowsOf, type Database } from '../db/database.ts';
import type { TransactionJob } from '../jobs/job.ts';
import { runAllJobs } from '../jobs/jobRunner.ts';
import { createLocalBus } from '../events/eventBus.ts';
import { postEntries, type HouseAccount, type LedgerEntry } from '../ledger/ledger.ts';
import { openEntries } from '../modules/futures/ledgerEntries.ts';
import { openEntry, settleEntry } from '../modules/options/ledgerEntries.ts';
import { createDaysJob, createPayJob } from '../modules/referral/jobs.ts';
import { accountOf, CURRENCY, deposit, posting } from './ledgerFixtures.ts';
import { inLedgerAt } from './ledgerTime.ts';

const { BTC, USDT } = CURRENCY;
const NEVER = new AbortController().signal;

export type RebateDesk = ReturnType<typeof createRebateDesk>;

/** A desk of a database; `nodes` are connections of their own to it. */
export function createRebateDesk(db: Database, nodes: readonly Database[] = [db]) {
  let nowMs = 0;
  const clock = { isSet: true, nowMs: () => nowMs } as const;
  const faults: unknown[] = [];
  const keep = (fields: unknown) => void faults.push(fields);
  const log = { error: keep, warn: keep } as never;
  const events = createLocalBus(log);
  const kinds = [createDaysJob({ clock }), createPayJob({ clock })];
  const setNow = (at: string) => {
    nowMs = Date.parse(at);
  };

  /** All nodes run their due jobs, in parallel. */
  const work = async (at: string): Promise<void> => {
    setNow(at);
    const allDo = async (kind: TransactionJob) =>
      Promise.all(nodes.map((node) => runAllJobs({ db: node, clock, events, log }, kind, NEVER)));
    await inLedgerAt(db, at, async () => {
      for (const kind of kinds) await allDo(kind);
    });
  };

  return {
    ...createUsers(db),
    ...createPayments(db),
    clock,
    faults,
    work,

    /** Every node starts, and runs its due jobs. */
    async start(at: string): Promise<void> {
      setNow(at);
      for (const kind of kinds) await db.transaction(async (tx) => kind.begin?.(tx));
      await work(at);
    },

    /** Outcomes of rebates: `day beneficiary<payer generation currency value end`. */
    async rebates(): Promise<readonly string[]> {
      const rows = await rowsOf<{ line: string }>(
        db,
        sql`select concat_ws(' ', r.day, r.beneficiary_id || '<' || r.payer_id, r.generation, c.name,
            trim_scale(r.value), case when payment_id is not null then 'paid' when lapsed_at is not null then 'lapsed'
            else 'pending' end) as line
          from rebates r join currencies c on c.id = r.currency_id order by r.day, r.payer_id, r.generation, c.name`,
      );
      return rows.map(({ line }) => line);
    },
  };
}

function createUsers(db: Database) {
  return {
    /** Registers a user, invited or not. */
    async join(invitedBy: UserId | null = null): Promise<UserId> {
      const code = randomUUID();
      const [row] = await rowsOf<{ id: UserId }>(
        db,
        sql`insert into users (email, password_hash, invitation_code, invited_by)
          values (${`${code.slice(0, 8)}@example.com`}, 'none', ${code}, ${invitedBy}) returning id`,
      );
      if (row === undefined) throw new Error('nobody registered');
      return row.id;
    },

    /** Verifies a user's basic identity at an instant. */
    async verify(userId: UserId, at = '2026-01-01T12:00:00Z'): Promise<void> {
      await db.execute(
        sql`insert into identity_checks (user_id, level, status, country, full_name, id_number, created_at, reviewed_at)
          values (${userId}, 'basic', 'verified', 'DE', 'Ann Trader', ${randomUUID()}, ${at}, ${at})`,
      );
    },
  };
}

function createPayments(db: Database) {
  let references = 0;
  const next = () => {
    references += 1;
    return references;
  };
  const post = (at: string, entries: readonly LedgerEntry[]) =>
    inLedgerAt(db, at, () => db.transaction((tx) => postEntries(tx, entries)));
  const house = (kind: HouseAccount, currencyId: CurrencyId) => ({ house: kind, currencyId }) as const;
  return {
    /** One user buys BTC from another, in one fill; each pays a fee in the received currency. */
    fill: (at: string, buyer: UserId, seller: UserId, fees: { readonly base: string; readonly quote: string }) =>
      post(at, [
        deposit(accountOf(buyer, USDT), '1000'),
        deposit(accountOf(seller, BTC), '1'),
        {
          kind: 'spot_fill',
          reference: `fill:${next()}`,
          postings: [
            posting(accountOf(buyer, USDT), '-1000'),
            { ...posting(accountOf(buyer, BTC), '1'), available: add(decimal('1'), negate(decimal(fees.base))) },
            posting(house('fees', BTC), fees.base),
            posting(accountOf(seller, BTC), '-1'),
            { ...posting(accountOf(seller, USDT), '0'), available: add(decimal('1000'), negate(decimal(fees.quote))) },
            posting(house('fees', USDT), fees.quote),
          ],
        },
      ]),

    /** An option of 100 USDT with this fee, bought and settled. */
    option(at: string, userId: UserId, result: OptionResult, fee: string) {
      const [stake, payout] = [decimal('100'), decimal('85')];
      const held = add(stake, decimal(fee));
      const option = { id: next() as OptionId, userId, currencyId: USDT, stake, payout, fee: decimal(fee), held };
      return post(at, [
        deposit(accountOf(userId, USDT, 'option'), held),
        deposit(house('options', USDT), payout),
        openEntry(option),
        settleEntry(option, result),
      ]);
    },

    /** A position that cost this fee. */
    position(at: string, userId: UserId, fee: string) {
      const owned = { id: next() as PositionId, userId, currencyId: USDT };
      return post(at, [
        deposit(accountOf(userId, USDT, 'futures'), fee),
        ...openEntries(owned, { margin: ZERO, reserve: ZERO, fee: decimal(fee) }).filter(
          ({ kind }) => kind === 'contract_fee',
        ),
      ]);
    },
  };
}
