// Recurring buys on a real exchange: each date is bought at most once, also over restarts, and what is not bought is
// skipped with its reason. The books are proved after every test.
import { randomUUID } from 'node:crypto';
import { sql } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import type { RequestOf } from '@halyard/contract/call';
import {
  createPlan,
  editPlan,
  getPlan,
  listPlanRuns,
  listPlans,
  setPlan,
  type Plan,
} from '@halyard/contract/convert/planCalls';
import { add, decimal, divide, negate, subtract } from '@halyard/contract/money';
import { freezeAccount } from '@halyard/contract/security/freezeCalls';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '@halyard/contract/time';
import { listEntries } from '@halyard/contract/wallet/entryCalls';
import { openDatabase } from '../../db/connect.ts';
import { rowsOf, type Database } from '../../db/database.ts';
import { beginHalt, endHalt } from '../../halts/halts.ts';
import { runAllJobs } from '../../jobs/jobRunner.ts';
import { checkBooks } from '../../ledger/closings.ts';
import { postEntries, readBalance } from '../../ledger/ledger.ts';
import { accountOf, CURRENCY, posting } from '../../testing/ledgerFixtures.ts';
import { createTestClock, type TestClock } from '../../testing/testClock.ts';
import { createPostgresDatabase, testEngines } from '../../testing/testDatabase.ts';
import { startTestServer, type TestServer, type TestUser } from '../../testing/testServer.ts';
import { createPlanEndJob, createPlanJob } from './planJob.ts';
import { endPlans, readRuns } from './plans.ts';

const { BTC, USDT } = CURRENCY;
// A Wednesday.
const NOON = Date.parse('2026-12-02T12:00:00.000Z');
const DAILY = { every: 'day', hour: 13 } as const;
const HOUSE = { subject: 'convert', marketId: null } as const;

let server: TestServer;
let clock: TestClock;
let user: TestUser;
const open = () => startTestServer({ clock });
beforeAll(async () => {
  clock = createTestClock(NOON);
  server = await open();
});
afterAll(() => server.close());
beforeEach(async () => {
  // Noon of the next day.
  clock.advance(DAY_MS + (NOON % DAY_MS) - (clock.nowMs() % DAY_MS));
  await server.feed.append('BTC/USDT', { price: '30000' });
  user = await server.registerUser();
  await server.fund(user, USDT, '1000');
});
afterEach(async () => {
  const [fault] = await checkBooks(server.db);
  if (fault !== undefined) throw new Error(`${fault.rule}: ${fault.subject}`);
});

type NewPlan = Partial<RequestOf<typeof createPlan>>;
const create = (plan: NewPlan = {}, of = user, on = server) =>
  on.call(
    createPlan,
    { currencyId: BTC, amount: decimal('100'), ...DAILY, clientRequestId: randomUUID(), ...plan },
    { token: of.token },
  );
const set = ({ id }: Plan, status: Plan['status'], of = user) =>
  server.call(setPlan, { id, status, clientRequestId: randomUUID() }, { token: of.token });
type NewTerms = Partial<Omit<RequestOf<typeof editPlan>, 'id'>>;
const edit = ({ id }: Plan, terms: NewTerms = {}, of = user) =>
  server.call(
    editPlan,
    { id, amount: decimal('100'), ...DAILY, clientRequestId: randomUUID(), ...terms },
    { token: of.token },
  );
const read = ({ id }: Plan, of = user, on = server) => on.call(getPlan, { id }, { token: of.token });
const runs = async ({ id }: Plan, on = server) => {
  const rows = await on.call(listPlanRuns, { id }, { token: user.token });
  return rows.map(({ dueAt, at, skipped }) => [dueAt, skipped ?? 'bought', Date.parse(at) - Date.parse(dueAt)]);
};
const owned = async (currencyId: typeof BTC, of = user) =>
  (await readBalance(server.db, accountOf(of.id, currencyId))).available;
const facts = async (subject: 'plan' | 'plan_end') =>
  (
    await rowsOf<{ facts: Record<string, unknown> }>(
      server.db,
      sql`select facts from user_events where user_id = ${user.id} and subject = ${subject} order by ref`,
    )
  ).map((row) => row.facts);
const code = (expected: string) => expect.objectContaining({ code: expected });
const quiet = { error: fail, warn: fail } as never;
function fail(details: unknown): void {
  throw details instanceof Error ? details : new Error(JSON.stringify(details));
}

/** Runs all plans that are due, here or on the server's own runner. */
async function runDue(db: Database = server.db, events = server.events) {
  const jobs = [createPlanJob({ clock }), createPlanEndJob({ clock })];
  await vi.waitFor(async () => {
    for (const job of jobs) await runAllJobs({ db, clock, events, log: quiet }, job, new AbortController().signal);
    const at = new Date(clock.nowMs()).toISOString();
    const due = await rowsOf(db, sql`select 1 from jobs where kind like 'convert.%' and due_at <= ${at}::timestamptz`);
    expect(due).toHaveLength(0);
  });
}
async function goTo(atMs: number) {
  clock.advance(atMs - clock.nowMs());
  // On simulated prices the last price stays current.
  await runDue();
}
const nextOf = ({ nextAt }: Plan) => Date.parse(nextAt ?? '');
const iso = (ms: number) => new Date(ms).toISOString();

describe('a plan', () => {
  it('buys on its date as a convert, once, and says so in the history', async () => {
    const plan = await create();
    expect(plan).toMatchObject({ status: 'active', skips: 0, buys: 0, average: null, amount: '100' });
    const due = nextOf(plan);
    expect(new Date(due).getUTCHours()).toBe(13);
    await goTo(due - 1);
    expect(await runs(plan)).toEqual([]);
    await goTo(due);
    await goTo(due + HOUR_MS);
    expect(await runs(plan)).toEqual([[iso(due), 'bought', 0]]);
    const received = await owned(BTC);
    const [run] = await server.call(listPlanRuns, { id: plan.id }, { token: user.token });
    expect(run).toMatchObject({ paid: '100', received, price: '30066', spread: '0.22' });
    expect(await owned(USDT)).toBe('900');
    expect(await read(plan)).toMatchObject({
      buys: 1,
      spent: '100',
      bought: received,
      average: divide(decimal('100'), received, 8, 'half-even'),
      nextAt: iso(due + DAY_MS),
    });
    const { rows } = await server.call(listEntries, { kind: 'convert' }, { token: user.token });
    expect(rows.map(({ currency, trade }) => [currency, trade?.side, trade?.plan])).toEqual(
      expect.arrayContaining([
        ['BTC', 'buy', plan.id],
        ['USDT', 'buy', plan.id],
      ]),
    );
    expect(await facts('plan')).toMatchObject([
      { planId: plan.id, skipped: null, isLate: false, missed: 0, isPaused: false, bought: { received } },
    ]);
  });

  it('is started once by a repeated request', async () => {
    const clientRequestId = randomUUID();
    const [first, second] = await Promise.all([create({ clientRequestId }), create({ clientRequestId })]);
    expect(second.id).toBe(first.id);
    expect(await server.call(listPlans, {}, { token: user.token })).toHaveLength(1);
  });

  it('of the 31st buys on the last day of February', async () => {
    const plan = await create({ every: 'month', day: 31, hour: 13 });
    const dates = ['2026-12-31', '2027-01-31', '2027-02-28'].map((date) => `${date}T13:00:00.000Z`);
    for (const date of dates) await goTo(Date.parse(date));
    // Sessions end meanwhile.
    const made = await readRuns(server.db, user.id, { id: plan.id, after: undefined, limit: 5 });
    expect(made.map(({ dueAt, skipped }) => [dueAt, skipped])).toEqual(dates.toReversed().map((date) => [date, null]));
  });

  it('after three days without an exchange buys the newest date once, and reports the others', async () => {
    const plan = await create();
    const due = nextOf(plan);
    const now = due + 2 * DAY_MS + 5 * HOUR_MS;
    await goTo(now);
    expect(await runs(plan)).toEqual([
      [iso(due + 2 * DAY_MS), 'bought', 5 * HOUR_MS],
      [iso(due + DAY_MS), 'missed', now - due - DAY_MS],
      [iso(due), 'missed', now - due],
    ]);
    expect(await owned(USDT)).toBe('900');
    expect(await read(plan)).toMatchObject({ skips: 0, nextAt: iso(due + 3 * DAY_MS) });
    expect(await facts('plan')).toMatchObject([{ isLate: true, missed: 2, skipped: null }]);
  });

  it('without balance is skipped, and paused at the third date in a row', async () => {
    const plan = await create({ amount: decimal('600') });
    const due = nextOf(plan);
    for (const day of [0, 1, 2]) await goTo(due + day * DAY_MS);
    expect(await read(plan)).toMatchObject({ status: 'active', skips: 2, buys: 1 });
    // A purchase ends the row of skipped dates.
    await server.fund(user, USDT, '200');
    await goTo(due + 3 * DAY_MS);
    expect(await read(plan)).toMatchObject({ skips: 0, buys: 2 });
    for (const day of [4, 5, 6, 7]) await goTo(due + day * DAY_MS);
    expect(await read(plan)).toMatchObject({ status: 'paused', reason: 'skips', nextAt: null, buys: 2 });
    expect((await facts('plan')).map(({ skipped, isPaused }) => [skipped, isPaused])).toEqual([
      [null, false],
      ['balance', false],
      ['balance', false],
      [null, false],
      ['balance', false],
      ['balance', false],
      ['balance', true],
    ]);
    expect(await set(plan, 'active')).toMatchObject({ status: 'active', skips: 0, nextAt: iso(due + 8 * DAY_MS) });
  });

  it('at the limit of the house is skipped, which counts towards no pause', async () => {
    const plan = await create();
    const house = { house: 'maker', currencyId: BTC } as const;
    const all = (await readBalance(server.db, house)).available;
    const move = (amount: typeof all) =>
      server.db.transaction((tx) =>
        postEntries(tx, [
          {
            kind: 'maker_capital',
            reference: `test:${randomUUID()}`,
            postings: [posting(house, amount), posting({ house: 'outside', currencyId: BTC }, negate(amount))],
          },
        ]),
      );
    await move(negate(subtract(all, decimal('0.01'))));
    await goTo(nextOf(plan));
    await move(subtract(all, decimal('0.01')));
    expect(await read(plan)).toMatchObject({ status: 'active', skips: 0, buys: 0 });
    expect(await facts('plan')).toMatchObject([{ skipped: 'house' }]);
    expect(await owned(USDT)).toBe('1000');
  });

  it('waits for the end of a halt, and for a market that trades', async () => {
    const plan = await create();
    const due = nextOf(plan);
    await server.db.transaction((tx) => beginHalt(tx, HOUSE, 'maintenance'));
    await goTo(due);
    expect(await read(plan)).toMatchObject({ waits: 'halted', nextAt: iso(due), buys: 0 });
    await server.db.transaction((tx) => endHalt(tx, HOUSE));
    await server.feed.setStatus('BTC/USDT', 'feed-stalled');
    await goTo(due + MINUTE_MS);
    expect(await read(plan)).toMatchObject({ waits: 'suspended', buys: 0 });
    await server.feed.setStatus('BTC/USDT', 'trading');
    await goTo(due + 2 * MINUTE_MS);
    expect(await read(plan)).toMatchObject({ waits: null, buys: 1, nextAt: iso(due + DAY_MS) });
    expect(await facts('plan')).toHaveLength(1);
  });

  it('buys nothing while it is paused, makes up for nothing, and ends for good', async () => {
    const plan = await create();
    const due = nextOf(plan);
    expect(await set(plan, 'paused')).toMatchObject({ status: 'paused', reason: 'user', nextAt: null });
    await goTo(due + DAY_MS + HOUR_MS);
    expect(await set(plan, 'active')).toMatchObject({ nextAt: iso(due + 2 * DAY_MS) });
    expect(await set(plan, 'ended')).toMatchObject({ status: 'ended', reason: 'user' });
    await goTo(due + 3 * DAY_MS);
    await expect(set(plan, 'active')).rejects.toEqual(code('PLAN_ENDED'));
    expect(await runs(plan)).toEqual([]);
  });

  it('of a frozen account, and of a country without spot trading, is skipped', async () => {
    const plan = await create();
    const due = nextOf(plan);
    await server.db.execute(sql`update users set country = 'JP' where id = ${user.id}`);
    await server.db.execute(
      sql`insert into country_rules (country, is_registration_off, products_off, reason) values ('JP', false, array['spot'], 'law')`,
    );
    await goTo(due);
    await server.db.execute(sql`delete from country_rules`);
    await server.call(freezeAccount, {}, { token: user.token });
    await expect(create()).rejects.toEqual(code('ACCOUNT_FROZEN'));
    await goTo(due + DAY_MS);
    expect((await facts('plan')).map(({ skipped }) => skipped)).toEqual(['country', 'frozen']);
    expect(await set(plan, 'paused')).toMatchObject({ status: 'paused' });
    await expect(set(plan, 'active')).rejects.toEqual(code('ACCOUNT_FROZEN'));
  });

  it('ends with its account', async () => {
    const plan = await create();
    await server.db.transaction((tx) => endPlans(tx, { userId: user.id, at: iso(clock.nowMs()) }));
    await goTo(nextOf(plan));
    expect(await read(plan)).toMatchObject({ status: 'ended', reason: 'closed', buys: 0 });
  });

  it('belongs to its user', async () => {
    const plan = await create();
    const other = await server.registerUser();
    await expect(read(plan, other)).rejects.toEqual(code('PLAN_NOT_FOUND'));
    await expect(set(plan, 'ended', other)).rejects.toEqual(code('PLAN_NOT_FOUND'));
    await expect(edit(plan, {}, other)).rejects.toEqual(code('PLAN_NOT_FOUND'));
  });

  it.each<[NewPlan, string]>([
    [{ amount: decimal('0.99') }, 'AMOUNT_TOO_SMALL'],
    [{ amount: decimal('50001') }, 'AMOUNT_TOO_LARGE'],
    [{ day: 1 }, 'PARAMETER_INVALID'],
    [{ every: 'week' }, 'PARAMETER_INVALID'],
    [{ every: 'month', day: 32 }, 'PARAMETER_INVALID'],
    [{ hour: 24 }, 'PARAMETER_INVALID'],
    [{ currencyId: USDT }, 'MARKET_NOT_FOUND'],
  ])('with %j is refused with %s', async (plan, expected) => {
    await expect(create(plan)).rejects.toEqual(code(expected));
  });

  it('is refused as the twenty-first, also of requests at once', async () => {
    const made = await Promise.allSettled(Array.from({ length: 22 }, () => create()));
    expect(made.filter(({ status }) => status === 'fulfilled')).toHaveLength(20);
    await expect(create()).rejects.toEqual(code('PLANS_TOO_MANY'));
  });
});

describe('a change of a plan', () => {
  it('counts from now, and keeps purchases and totals', async () => {
    const plan = await create();
    const due = nextOf(plan);
    await goTo(due);
    const before = await read(plan);
    const clientRequestId = randomUUID();
    // The Wednesday on which it bought has passed.
    const day = new Date(due).getUTCDay() || 7;
    const terms = { amount: decimal('25'), every: 'week', day, hour: 13, clientRequestId } as const;
    const changed = await edit(plan, terms);
    const nextAt = iso(due + 7 * DAY_MS);
    expect(changed).toEqual({ ...before, amount: '25', every: 'week', day, nextAt });
    expect(await edit(plan, terms)).toEqual(changed);
    await expect(edit(plan, { clientRequestId })).rejects.toEqual(code('REQUEST_ID_REUSED'));
    await goTo(due + 6 * DAY_MS);
    expect(await read(plan)).toEqual(changed);
    await goTo(due + 7 * DAY_MS);
    expect(await runs(plan)).toEqual([
      [nextAt, 'bought', 0],
      [iso(due), 'bought', 0],
    ]);
    expect(await read(plan)).toMatchObject({ buys: 2, spent: '125' });
  });

  it('to the terms that it has changes nothing, also not a date that waits', async () => {
    const plan = await create();
    await server.feed.setStatus('BTC/USDT', 'feed-stalled');
    await goTo(nextOf(plan));
    expect(await edit(plan)).toMatchObject({ waits: 'suspended', nextAt: plan.nextAt });
    // Under other terms that date is missed, and never bought.
    expect(await edit(plan, { amount: decimal('25') })).toMatchObject({
      waits: null,
      nextAt: iso(nextOf(plan) + DAY_MS),
      skips: 0,
    });
    await server.feed.setStatus('BTC/USDT', 'trading');
    await goTo(nextOf(plan) + HOUR_MS);
    expect(await runs(plan)).toEqual([[plan.nextAt, 'missed', 0]]);
  });

  it('at a due date neither loses nor doubles it, whichever is first', async () => {
    const plan = await create();
    const due = nextOf(plan);
    clock.advance(due - clock.nowMs());
    // The same hour of the same day.
    const changed = await edit(plan, { amount: decimal('25') });
    expect(changed).toMatchObject({ buys: 1, spent: '100', amount: '25', nextAt: iso(due + DAY_MS) });
    clock.advance(DAY_MS);
    await Promise.all([edit(plan, { amount: decimal('30'), hour: 14 }), runDue()]);
    expect(await runs(plan)).toEqual([
      [iso(due + DAY_MS), 'bought', 0],
      [iso(due), 'bought', 0],
    ]);
    expect(await read(plan)).toMatchObject({ spent: '125', nextAt: iso(due + DAY_MS + HOUR_MS), status: 'active' });
    // A node whose clock is behind that of the one that bought.
    await goTo(due + DAY_MS + HOUR_MS);
    clock.advance(-500);
    expect(await edit(plan, { hour: 14 })).toMatchObject({ nextAt: iso(due + 2 * DAY_MS + HOUR_MS) });
  });

  it('leaves a paused plan paused, whose next date follows when it is resumed', async () => {
    const plan = await create();
    await set(plan, 'paused');
    const changed = await edit(plan, { hour: 15 });
    expect(changed).toMatchObject({ status: 'paused', reason: 'user', hour: 15, nextAt: null });
    expect(await set(plan, 'active')).toMatchObject({ nextAt: iso(nextOf(plan) + 2 * HOUR_MS) });
  });

  it('is refused by what refuses a new plan, and for an ended one', async () => {
    const plan = await create();
    const refused = async (terms: NewTerms, expected: string) => {
      await expect(edit(plan, terms)).rejects.toEqual(code(expected));
    };
    await refused({ amount: decimal('0.99') }, 'AMOUNT_TOO_SMALL');
    await refused({ amount: decimal('1.000000001') }, 'AMOUNT_PRECISION');
    await refused({ every: 'week', day: 8 }, 'PARAMETER_INVALID');
    await server.db.transaction((tx) => beginHalt(tx, HOUSE, 'maintenance'));
    server.events.publish({ type: 'halts-changed' });
    await refused({ amount: decimal('25') }, 'HALTED');
    await server.db.transaction((tx) => endHalt(tx, HOUSE));
    server.events.publish({ type: 'halts-changed' });
    await server.db.execute(sql`update markets set delisted_at = now() where symbol = 'BTC/USDT'`);
    await refused({ amount: decimal('25') }, 'MARKET_NOT_FOUND');
    await server.db.execute(sql`update markets set delisted_at = null where symbol = 'BTC/USDT'`);
    await server.db.execute(sql`update users set country = 'JP' where id = ${user.id}`);
    await server.db.execute(
      sql`insert into country_rules (country, is_registration_off, products_off, reason) values ('JP', false, array['spot'], 'law')`,
    );
    server.events.publish({ type: 'catalogue-changed' });
    await refused({ amount: decimal('25') }, 'PRODUCT_NOT_OFFERED');
    await server.db.execute(sql`delete from country_rules`);
    server.events.publish({ type: 'catalogue-changed' });
    expect(await read(plan)).toEqual(plan);
    await set(plan, 'ended');
    await refused({ amount: decimal('25') }, 'PLAN_ENDED');
    await server.call(freezeAccount, {}, { token: user.token });
    await refused({ amount: decimal('25') }, 'ACCOUNT_FROZEN');
  });
});

describe('a coin that is no longer traded', () => {
  it('ends its plans without waiting for their dates, and reports that', async () => {
    const plan = await create({ every: 'month', day: 1, hour: 0 });
    await server.db.execute(sql`update markets set delisted_at = now() where symbol = 'BTC/USDT'`);
    await goTo(clock.nowMs() + 11 * MINUTE_MS);
    expect(await read(plan)).toMatchObject({ status: 'ended', reason: 'delisted' });
    expect(await facts('plan_end')).toEqual([{ currency: 'BTC' }]);
    await expect(create()).rejects.toEqual(code('MARKET_NOT_FOUND'));
    await server.db.execute(sql`update markets set delisted_at = null where symbol = 'BTC/USDT'`);
  });
});

describe.runIf((await testEngines()).includes('postgres'))('an exchange that restarts', () => {
  it('buys a date that came meanwhile, once, on two nodes at the same time', async () => {
    const place = await createPostgresDatabase();
    const location = { databaseUrl: place.url };
    const [usual, usualUser] = [server, user];
    let second: Awaited<ReturnType<typeof openDatabase>> | undefined;
    try {
      server = await startTestServer({ clock, location });
      await server.feed.append('BTC/USDT', { price: '30000' });
      user = await server.registerUser();
      await server.fund(user, USDT, '1000');
      const plans = [];
      for (let count = 0; count < 8; count += 1) plans.push(await create());
      await server.close();
      const [plan] = plans as [Plan];
      clock.advance(nextOf(plan) - clock.nowMs() + 3 * MINUTE_MS);
      server = await startTestServer({ clock, location });
      second = await openDatabase(location);
      await Promise.all([runDue(), runDue(second.db)]);
      for (const { id } of plans) expect(await runs({ id } as Plan)).toEqual([[plan.nextAt, 'bought', 3 * MINUTE_MS]]);
      expect(await owned(USDT)).toBe('200');
      const bought = await Promise.all(plans.map(async (one) => (await read(one)).bought));
      expect(add(decimal('0'), ...bought)).toBe(await owned(BTC));
      expect(await checkBooks(server.db)).toEqual([]);
    } finally {
      await second?.close();
      await server.close();
      await place.drop();
      [server, user] = [usual, usualUser];
    }
  });
});
