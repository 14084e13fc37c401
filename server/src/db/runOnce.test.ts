// A money mutation with a request id has one effect and one answer: repeated a thousand times concurrently, over a
// restart, and with other bodies. The mutation is a deposit, so the ledger counts the effects.
import { randomUUID } from 'node:crypto';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { UserId } from '@halyard/contract/ids';
import { fundAccount } from '@halyard/contract/sandbox/calls';
import { cancelAllOrders, cancelOrder } from '@halyard/contract/spot/mutationCalls';
import { decimal, type Decimal } from '@halyard/contract/money';
import { makeRequestId, REQUEST_BEGINS_WITHIN_MS } from '@halyard/contract/requestId';
import { BusinessError } from '../calls/callHandler.ts';
import { refuseUnlessRepeated } from '../calls/repeated.ts';
import { postEntries, readBalance } from '../ledger/ledger.ts';
import { accountOf, CURRENCY, deposit, insertUsers } from '../testing/ledgerFixtures.ts';
import { createTestClock } from '../testing/testClock.ts';
import { newTestLocation, testEngines, type TestLocation } from '../testing/testDatabase.ts';
import { openDatabase, type OpenDatabase } from './connect.ts';
import { rowsOf } from './database.ts';
import { checkAndRunOnce, createFirstAnswers, runOnce } from './runOnce.ts';

const TIMES = 1000;
const { USDT } = CURRENCY;
const clock = createTestClock();

describe.each(await testEngines())('a money mutation with a request id on %s', (engine) => {
  let place: TestLocation;
  let opened: OpenDatabase;
  let ann: UserId;
  let bob: UserId;
  beforeAll(async () => {
    place = await newTestLocation(engine);
    opened = await openDatabase(place.location);
  });
  afterAll(async () => {
    await opened.close();
    await place.remove();
  });
  beforeEach(async () => {
    [ann, bob] = (await insertUsers(opened.db, 2)) as [UserId, UserId];
  });

  type Ask = { readonly userId?: UserId; readonly requestId: string | undefined; readonly amount?: string };

  /** Deposits once and returns the balance. */
  function ask({ userId = ann, requestId, amount = '5' }: Ask) {
    const request = { currencyId: USDT, account: 'spot', amount: decimal(amount), clientRequestId: requestId } as const;
    return runOnce(opened.db, { call: fundAccount, userId, requestId, request, clock }, async (tx) => {
      await postEntries(tx, [deposit(accountOf(userId, USDT), amount)]);
      const { available } = await readBalance(tx, accountOf(userId, USDT));
      return { currencyId: USDT, account: 'spot' as const, available };
    });
  }
  const balanceOf = async (userId: UserId): Promise<Decimal> =>
    (await readBalance(opened.db, accountOf(userId, USDT))).available;
  const answerOf = (available: string) => ({ currencyId: USDT, account: 'spot', available });

  it('has one effect and one answer, a thousand times concurrently and again after a restart', async () => {
    const requestId = randomUUID();
    const askOften = () => Promise.all(Array.from({ length: TIMES }, () => ask({ requestId })));
    const answers = await askOften();
    await ask({ requestId: randomUUID() });
    await opened.close();
    opened = await openDatabase(place.location);
    for (const answer of [...answers, ...(await askOften())]) expect(answer).toEqual(answerOf('5'));
    expect(await balanceOf(ann)).toBe('10');
  });

  it('is refused with another body, and takes no effect', async () => {
    const requestId = randomUUID();
    await ask({ requestId, amount: '5' });
    await expect(ask({ requestId, amount: '6' })).rejects.toMatchObject({ code: 'REQUEST_ID_REUSED' });
    expect(await ask({ requestId, amount: '5' })).toEqual(answerOf('5'));
    expect(await balanceOf(ann)).toBe('5');
  });

  it('is refused for another call', async () => {
    const requestId = randomUUID();
    await ask({ requestId });
    const request = { id: 1 as never, clientRequestId: requestId };
    const work = () => Promise.reject(new Error('must not run'));
    const other = runOnce(opened.db, { call: cancelOrder, userId: ann, requestId, request, clock }, work);
    await expect(other).rejects.toMatchObject({ code: 'REQUEST_ID_REUSED' });
  });

  it('accepts one of several concurrent bodies', async () => {
    const requestId = randomUUID();
    const outcomes = await Promise.allSettled(['1', '2', '3', '4'].map((amount) => ask({ requestId, amount })));
    const answers = outcomes.flatMap((outcome) => (outcome.status === 'fulfilled' ? [outcome.value.available] : []));
    const refusals = outcomes.flatMap((outcome) => (outcome.status === 'rejected' ? [String(outcome.reason)] : []));
    expect(answers).toEqual([await balanceOf(ann)]);
    expect(refusals).toEqual(Array.from({ length: 3 }, () => 'BusinessError: REQUEST_ID_REUSED'));
  });

  it('belongs to its user: another user may use the same id', async () => {
    const requestId = randomUUID();
    await ask({ userId: ann, requestId });
    expect(await ask({ userId: bob, requestId, amount: '7' })).toEqual(answerOf('7'));
  });

  it('runs every time without an id', async () => {
    await ask({ requestId: undefined });
    expect(await ask({ requestId: undefined })).toEqual(answerOf('10'));
  });

  it('does not store a refusal: a refused request runs again', async () => {
    const requestId = randomUUID();
    const request = { currencyId: USDT, account: 'spot', amount: decimal('5'), clientRequestId: requestId } as const;
    const refused = runOnce(opened.db, { call: fundAccount, userId: ann, requestId, request, clock }, async (tx) => {
      await postEntries(tx, [deposit(accountOf(ann, USDT), '5')]);
      throw new BusinessError('SERVICE_UNAVAILABLE');
    });
    await expect(refused).rejects.toMatchObject({ code: 'SERVICE_UNAVAILABLE' });
    expect(await balanceOf(ann)).toBe('0');
    expect(await ask({ requestId })).toEqual(answerOf('5'));
  });

  it('runs under a recent id of version 7, and returns its answer at any age', async () => {
    const [done, late] = [makeRequestId(clock.nowMs()), makeRequestId(clock.nowMs())];
    clock.advance(REQUEST_BEGINS_WITHIN_MS);
    expect(await ask({ requestId: done })).toEqual(answerOf('5'));
    clock.advance(1);
    await expect(ask({ requestId: late })).rejects.toMatchObject({ code: 'REQUEST_EXPIRED' });
    clock.advance(7 * 24 * 3_600_000);
    expect(await ask({ requestId: done })).toEqual(answerOf('5'));
    expect(await balanceOf(ann)).toBe('5');
  });

  it('does not run under an id from the future, of a client whose clock is ahead', async () => {
    const requestId = makeRequestId(clock.nowMs() + 3_600_000);
    await expect(ask({ requestId })).rejects.toMatchObject({ code: 'REQUEST_EXPIRED' });
    expect(await balanceOf(ann)).toBe('0');
  });

  it('returns the answer to a repetition that expired while it waited', async () => {
    const requestId = makeRequestId(clock.nowMs());
    const [first, second] = [ask({ requestId }), ask({ requestId })];
    expect(await Promise.all([first, second])).toEqual([answerOf('5'), answerOf('5')]);
    clock.advance(REQUEST_BEGINS_WITHIN_MS + 1);
    expect(await ask({ requestId })).toEqual(answerOf('5'));
  });

  it('is not refused because of the effect of its own first attempt', async () => {
    const request = { currencyId: USDT, account: 'spot', amount: decimal('5'), clientRequestId: randomUUID() } as const;
    const once = { call: fundAccount, userId: ann, requestId: request.clientRequestId, request, clock };
    const answer = await checkAndRunOnce(opened.db, once, {
      check: async () => {
        await ask({ requestId: request.clientRequestId });
        throw new BusinessError('AMOUNT_TOO_LARGE');
      },
      run: () => Promise.reject(new Error('must not run')),
    });
    expect(answer).toEqual(answerOf('5'));
    expect(await balanceOf(ann)).toBe('5');
  });

  it.runIf(engine === 'postgres')('is not refused while its own first attempt is under way', async () => {
    const request = { currencyId: USDT, account: 'spot', amount: decimal('5'), clientRequestId: randomUUID() } as const;
    const once = { call: fundAccount, userId: ann, requestId: request.clientRequestId, request, clock };
    const refuse = () => Promise.reject(new BusinessError('SECOND_FACTOR_WRONG'));
    const refusal = new BusinessError('HALTED');
    let repeated: Promise<unknown>[] = [];
    await runOnce(opened.db, once, async (tx) => {
      await postEntries(tx, [deposit(accountOf(ann, USDT), '5')]);
      repeated = [
        checkAndRunOnce(opened.db, once, { check: refuse, run: () => Promise.reject(new Error('must not run')) }),
        refuseUnlessRepeated({ db: opened.db, clock }, { call: fundAccount, user: { id: ann }, request }, refusal),
      ];
      const waiting = sql`select from pg_stat_activity where datname = current_database() and wait_event = 'advisory'`;
      await expect.poll(async () => (await rowsOf(opened.db, waiting)).length).toBe(2);
      return { currencyId: USDT, account: 'spot' as const, available: decimal('5') };
    });
    expect(await Promise.all(repeated)).toEqual([answerOf('5'), answerOf('5')]);
  });

  it('skips checks after its expiry: returns an existing answer, and runs nothing new', async () => {
    const [done, late] = [makeRequestId(clock.nowMs()), makeRequestId(clock.nowMs())];
    await ask({ requestId: done });
    clock.advance(REQUEST_BEGINS_WITHIN_MS + 1);
    const askChecked = (requestId: string) => {
      const request = { currencyId: USDT, account: 'spot', amount: decimal('5'), clientRequestId: requestId } as const;
      const once = { call: fundAccount, userId: ann, requestId, request, clock };
      const check = () => Promise.reject(new BusinessError('PASSWORD_REQUIRED'));
      return checkAndRunOnce(opened.db, once, { check, run: () => Promise.reject(new Error('must not run')) });
    };
    expect(await askChecked(done)).toEqual(answerOf('5'));
    await expect(askChecked(late)).rejects.toMatchObject({ code: 'REQUEST_EXPIRED' });
  });
});

it('in a batch refuses an expired request, except one that was answered', () => {
  const at = makeRequestId(clock.nowMs());
  const answers = createFirstAnswers([]);
  const onceOf = (requestId: string) => {
    const request = { clientRequestId: requestId };
    return { call: cancelAllOrders, userId: 1 as UserId, requestId, request, clock };
  };
  answers.add(onceOf(at), { cancelled: 3 });
  const late = makeRequestId(clock.nowMs());
  clock.advance(REQUEST_BEGINS_WITHIN_MS + 1);
  expect(answers.find(onceOf(at))).toEqual({ cancelled: 3 });
  expect(() => answers.find(onceOf(late))).toThrow('REQUEST_EXPIRED');
  expect(answers.find(onceOf(makeRequestId(clock.nowMs())))).toBeUndefined();
});
