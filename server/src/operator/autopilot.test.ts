// The sandbox's autopilot on both engines: reviews every record when it is due by the clock, both ways, once on any
// number of nodes, and continues past records that it cannot review.
import { sql } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { decimal } from '@halyard/contract/money';
import { REVIEW_REASONS } from '@halyard/contract/reviewReasons';
import { rowsOf } from '../db/database.ts';
import { checkBooks } from '../ledger/closings.ts';
import { readBalance } from '../ledger/ledger.ts';
import { askWithdrawal, CHANNEL, openWithdrawer } from '../testing/funding.ts';
import { accountOf, CURRENCY } from '../testing/ledgerFixtures.ts';
import { waitingDeposit, waitingIdentity, waitingPapers, waitingWithdrawal } from '../testing/operatorTool.ts';
import { createTestClock } from '../testing/testClock.ts';
import { newTestLocation, testEnginesByNight, usualEngine, type TestLocation } from '../testing/testDatabase.ts';
import { startTestServer, type TestServer, type TestUser } from '../testing/testServer.ts';
import { runAllJobs } from '../jobs/jobRunner.ts';
import { reviewDeposit, DEPOSIT_REVIEWS } from '../modules/deposits/depositReviews.ts';
import { IDENTITY_REVIEWS } from '../modules/identity/identityReviews.ts';
import { WITHDRAWAL_REVIEWS } from '../modules/withdrawals/withdrawalReviews.ts';
import { createAutopilot } from './autopilot.ts';

const SECONDS = 5;
const MS = SECONDS * 1000;
const RUNNING = new AbortController().signal;

describe.each(await testEnginesByNight())('the autopilot on %s', (engine) => {
  const clock = createTestClock();
  let place: TestLocation;
  let server: TestServer;
  let user: TestUser;
  beforeAll(async () => {
    place = await newTestLocation(engine);
    server = await startTestServer({ clock, location: place.location });
    user = await server.registerUser();
  });
  afterAll(async () => {
    await server.close();
    await place.remove();
  });

  const error = vi.fn<(fields: { readonly key: string }, message: string) => void>();
  beforeEach(() => error.mockClear());
  // A pending record of one test would be reviewed in the next one.
  afterEach(() => server.db.execute(sql`update withdrawals set status = 'cancelled' where status = 'pending'`));

  const { jobs } = createAutopilot({
    clock,
    reviewAfterMs: MS,
    queues: [IDENTITY_REVIEWS, DEPOSIT_REVIEWS, WITHDRAWAL_REVIEWS],
  });
  const log = { error, warn: error } as unknown as Parameters<typeof runAllJobs>[0]['log'];
  /** Runs the jobs of a starting node. */
  const pass = async (node = server, signal = RUNNING) => {
    for (const kind of jobs) {
      await node.db.transaction(async (tx) => kind.begin?.(tx));
      await runAllJobs({ ...node, log }, kind, signal);
    }
  };

  type Reviewed = { id: number; status: string; reason: string | null };
  const statesOf = async (table: 'deposits' | 'withdrawals' | 'identity_checks', ids: readonly number[]) => {
    const rows = await rowsOf<Reviewed>(
      server.db,
      sql`select id, status, reject_reason as reason from ${sql.raw(table)} order by id`,
    );
    return ids.map((id) => {
      const row = rows.find((candidate) => candidate.id === id);
      return row === undefined ? 'missing' : [row.status, row.reason].filter(Boolean).join(': ');
    });
  };
  const auditOf = async (subject: string) =>
    rowsOf(server.db, sql`select operator, action, reason from operator_actions where subject = ${subject}`);
  const spotOf = (owner: TestUser) => readBalance(server.db, accountOf(owner.id, CURRENCY.USDT));

  test('reviews when it is due, and not before', async () => {
    const early = await waitingDeposit(server, user);
    clock.advance(2000);
    const late = await waitingDeposit(server, user);
    await pass();
    clock.advance(MS - 2001);
    await pass();
    expect(await statesOf('deposits', [early, late])).toEqual(['pending', 'pending']);
    clock.advance(1);
    await pass();
    expect(await statesOf('deposits', [early, late])).toEqual(['passed', 'pending']);
    clock.advance(2000);
    await pass();
    expect(await statesOf('deposits', [early, late])).toEqual(['passed', 'passed']);
    expect(await spotOf(user)).toEqual({ available: '2000', held: '0' });
    expect(await auditOf(`deposit:${early}`)).toEqual([
      { operator: 'autopilot', action: 'deposits.approve', reason: null },
    ]);
  });

  test('rejects a deposit that ends in .13, and no other', async () => {
    const owner = await server.registerUser();
    const rejected = [];
    for (const amount of ['100.13', '13.130', '1000.13']) rejected.push(await waitingDeposit(server, owner, amount));
    const passed = [];
    for (const amount of ['113', '100.013', '100.131', '13.1'])
      passed.push(await waitingDeposit(server, owner, amount));
    clock.advance(MS);
    await pass();
    const refusal = `rejected: ${REVIEW_REASONS.SANDBOX_DEPOSIT}`;
    expect(await statesOf('deposits', rejected)).toEqual([refusal, refusal, refusal]);
    expect(await statesOf('deposits', passed)).toEqual(['passed', 'passed', 'passed', 'passed']);
    expect(await spotOf(owner)).toEqual({ available: '326.244', held: '0' });
    expect(await auditOf(`deposit:${rejected[0] ?? 0}`)).toEqual([
      { operator: 'autopilot', action: 'deposits.reject', reason: REVIEW_REASONS.SANDBOX_DEPOSIT },
    ]);
  });

  test('rejects a withdrawal that ends in .13, and releases the held amount', async () => {
    const owner = await openWithdrawer(server);
    const { id: rejected } = await askWithdrawal(server, owner, { amount: decimal('100.13') });
    const { id: passed } = await askWithdrawal(server, owner, { amount: decimal('113') });
    clock.advance(MS);
    await pass();
    expect(await statesOf('withdrawals', [rejected, passed])).toEqual([
      `rejected: ${REVIEW_REASONS.SANDBOX_WITHDRAWAL}`,
      'passed',
    ]);
    expect(await spotOf(owner)).toEqual({ available: '887', held: '0' });
  });

  test('rejects an ID number of a verified user, without revealing that it is known', async () => {
    const [holder, other] = [await server.registerUser(), await server.registerUser()];
    const ids = [await waitingIdentity(server, holder, 'L01X00T77'), await waitingIdentity(server, other, 'L01X00T77')];
    clock.advance(MS);
    await pass();
    expect(await statesOf('identity_checks', ids)).toEqual([
      'verified',
      `rejected: ${REVIEW_REASONS.DETAILS_UNCONFIRMED}`,
    ]);
    expect(REVIEW_REASONS.DETAILS_UNCONFIRMED).not.toMatch(/user|account|known|taken|already|duplicate/i);
    expect(error).not.toHaveBeenCalled();
  });

  test('rejects an ID number that ends in 13, and no other', async () => {
    const [ends, begins] = [await server.registerUser(), await server.registerUser()];
    const ids = [await waitingIdentity(server, ends, 'L01X00T13'), await waitingIdentity(server, begins, '13L01X00T')];
    clock.advance(MS);
    await pass();
    expect(await statesOf('identity_checks', ids)).toEqual([
      `rejected: ${REVIEW_REASONS.SANDBOX_IDENTITY}`,
      'verified',
    ]);
    const again = await waitingIdentity(server, ends, 'L01X00T14');
    clock.advance(MS);
    await pass();
    const papers = await waitingPapers(server, ends);
    clock.advance(MS);
    await pass();
    expect(await statesOf('identity_checks', [again, papers])).toEqual(['verified', 'verified']);
  });

  test('pays withdrawals out', async () => {
    const { id, user: owner } = await waitingWithdrawal(server);
    clock.advance(MS);
    await pass();
    expect(await statesOf('withdrawals', [id])).toEqual(['passed']);
    expect(await spotOf(owner)).toEqual({ available: '900', held: '0' });
  });

  test('continues past a record that cannot be reviewed, logs it, and retries it', async () => {
    const broken = await brokenWithdrawal();
    const { id } = await waitingWithdrawal(server);
    clock.advance(MS);
    await pass();
    expect(await statesOf('withdrawals', [broken, id])).toEqual(['pending', 'passed']);
    await pass();
    expect(error.mock.calls.map(([fields]) => fields.key)).toEqual([String(broken), String(broken)]);
  });

  test('is done when an operator decides first', async () => {
    const id = await waitingDeposit(server, user);
    clock.advance(MS);
    const olga = { name: 'olga' };
    const deciding = reviewDeposit(server, { id, decision: 'reject', reason: 'no' }, olga);
    await Promise.all([deciding.catch(() => undefined), pass()]);
    expect(await auditOf(`deposit:${id}`)).toHaveLength(1);
    expect(error).not.toHaveBeenCalled();
  });

  test('on many nodes reviews each record once', async () => {
    const owners = await Promise.all(Array.from({ length: 4 }, () => server.registerUser()));
    const ids: number[] = [];
    for (const owner of owners) {
      for (let count = 0; count < 6; count += 1) ids.push(await waitingDeposit(server, owner, '50'));
    }
    // The embedded database belongs to one process, so there two autopilots share a node.
    const other = engine === 'postgres' ? await startTestServer({ clock, location: place.location }) : server;
    clock.advance(MS);
    await Promise.all([pass(), pass(other), pass(), pass(other)]);
    for (const owner of owners) expect(await spotOf(owner)).toEqual({ available: '300', held: '0' });
    for (const id of ids) expect(await auditOf(`deposit:${id}`)).toHaveLength(1);
    expect(error).not.toHaveBeenCalled();
    if (other !== server) await other.close();
  });

  test('stops between two records', async () => {
    const id = await waitingDeposit(server, user);
    clock.advance(MS);
    const ending = new AbortController();
    ending.abort();
    await pass(server, ending.signal);
    expect(await statesOf('deposits', [id])).toEqual(['pending']);
    await pass();
    expect(await statesOf('deposits', [id])).toEqual(['passed']);
  });

  test('leaves right books', async () => {
    expect(await checkBooks(server.db)).toEqual([]);
  });

  /** A withdrawal whose money is not held, as if the books had been tampered with. */
  async function brokenWithdrawal(): Promise<number> {
    const owner = await server.registerUser();
    const at = new Date(clock.nowMs()).toISOString();
    const [row] = await rowsOf<{ id: number }>(
      server.db,
      sql`insert into withdrawals (user_id, channel_id, chain, address, amount, fee, created_at, deadline_at)
        values (${owner.id}, ${CHANNEL.USDT}, 'TRC20', 'nowhere', 50, 1, ${at}, ${at}) returning id`,
    );
    return row?.id ?? 0;
  }
});

describe('a running autopilot', () => {
  const clock = createTestClock();
  let place: TestLocation;
  beforeAll(async () => {
    place = await newTestLocation(await usualEngine());
  });
  afterAll(() => place.remove());

  const start = (seconds?: number) =>
    startTestServer({ clock, location: place.location, settings: { sandboxReviewSeconds: seconds } });
  const statusOf = async (server: TestServer, id: number) => {
    const [row] = await rowsOf<{ status: string }>(server.db, sql`select status from deposits where id = ${id}`);
    return row?.status;
  };

  // Three servers, one after the other; a busy machine takes minutes for them.
  test('wakes on a new record, and catches up after a time without a node', async () => {
    const first = await start(0);
    const user = await first.registerUser();
    const deposit = await waitingDeposit(first, user);
    await vi.waitFor(async () => expect(await statusOf(first, deposit)).toBe('passed'));
    await first.close();

    const without = await start();
    const missed = await waitingDeposit(without, user);
    expect(await statusOf(without, missed)).toBe('pending');
    await without.close();

    clock.advance(24 * 3_600_000);
    const second = await start(SECONDS);
    await vi.waitFor(async () => expect(await statusOf(second, missed)).toBe('passed'));
    await second.close();
  });

  test('gets a job for each new record', async () => {
    const server = await start(3600);
    const user = await server.registerUser();
    const deposit = await waitingDeposit(server, user);
    const identity = await waitingIdentity(server, user, 'L01X00T14');
    const asked = await rowsOf(
      server.db,
      sql`select kind, key, due_at - created_at = interval '1 hour' as "isInTime"
        from jobs join deposits on deposits.id = ${deposit} where kind like 'review.%' order by kind`,
    );
    expect(asked).toEqual([
      { kind: 'review.deposit', key: String(deposit), isInTime: true },
      { kind: 'review.identity', key: String(identity), isInTime: true },
    ]);
    await server.close();
  });
});
