// The fund password through the real app and a real database: set, changed, guessed one by one and in parallel, and
// never logged.
import { Writable } from 'node:stream';
import { sql } from 'drizzle-orm';
import * as fc from 'fast-check';
import { afterAll, beforeAll, beforeEach, describe, expect, it, test, vi } from 'vitest';
import {
  askFundReset,
  cancelFundReset,
  getFundReset,
  hasFundPassword,
  setFundPassword,
} from '@halyard/contract/security/calls';
import { FUND_PASSWORD_TRIES } from '@halyard/contract/security/rules';
import { DAY_MS } from '@halyard/contract/time';
import { BusinessError } from '../../calls/callHandler.ts';
import { rowsOf } from '../../db/database.ts';
import type { ExchangeEvent } from '../../events/events.ts';
import { AUTOPILOT } from '../../operator/audit.ts';
import {
  askWithdrawal,
  dropStepUp,
  FUND_PASSWORD,
  openWithdrawer,
  proofOf,
  sessionOf,
  type Withdrawer,
} from '../../testing/funding.ts';
import { createTestClock } from '../../testing/testClock.ts';
import { testEnginesByNight } from '../../testing/testDatabase.ts';
import { startTestServer, type TestServer, type TestUser } from '../../testing/testServer.ts';
import { requireFundPassword } from './fundPassword.ts';
import { FUND_RESET_REVIEWS, reviewFundReset } from './fundResetReviews.ts';

const RIGHT = '274913';
const OTHER = '850266';
const WRONG = '000001';

describe('a fund password', () => {
  const clock = createTestClock();
  let server: TestServer;
  let user: TestUser;

  const as = (token = user.token) => ({ token });
  /** Sets the first one with all that it needs, or changes it with the old one. */
  async function set(password: string, oldPassword?: string, who: TestUser = user): Promise<string> {
    const isFirst = (await server.call(hasFundPassword, {}, as(who.token))) === 'unset';
    const proof = isFirst ? await proofOf(server, who) : { oldPassword };
    return server.call(setFundPassword, { password, passwordRepeat: password, ...proof }, as(who.token));
  }
  const isSet = () => server.call(hasFundPassword, {}, as());
  const refusedWith = (code: string) => ({ code });

  /** Result of a try: `right`, or the code with its parameters. */
  async function attempt(text: string | undefined, of: TestServer = server, who: TestUser = user): Promise<string> {
    try {
      await requireFundPassword(of, await sessionOf(of, who.id), text);
      return 'right';
    } catch (error) {
      if (!(error instanceof BusinessError)) throw error;
      return [error.code, ...Object.values(error.params)].join(' ');
    }
  }

  describe('the fund password', () => {
    beforeAll(async () => {
      server = await startTestServer({ clock });
    });
    afterAll(() => server.close());
    beforeEach(async () => {
      user = await server.registerUser();
    });

    test('is set without an old one, once, and changed with the old one', async () => {
      expect(await isSet()).toBe('unset');
      expect(await set(RIGHT)).toBe('Fund password set.');
      expect(await isSet()).toBe('set');
      await expect(set(OTHER)).rejects.toMatchObject(refusedWith('FUND_PASSWORD_REQUIRED'));
      await expect(set(OTHER, WRONG)).rejects.toMatchObject(refusedWith('FUND_PASSWORD_WRONG'));
      await expect(set(OTHER, '12')).rejects.toMatchObject(refusedWith('FUND_PASSWORD_FORMAT'));
      expect(await attempt(RIGHT)).toBe('right');
      await set(OTHER, RIGHT);
      expect(await attempt(RIGHT)).toBe('FUND_PASSWORD_WRONG 4');
      expect(await attempt(OTHER)).toBe('right');
    });

    test('is first set with the login password and the own code', async () => {
      const { loginPassword, code } = await proofOf(server, user);
      await dropStepUp(server, user.id);
      const attempts = [
        [{}, 'PROOF_REQUIRED'],
        [{ code }, 'PROOF_REQUIRED'],
        [{ code, loginPassword: 'a loud harbour' }, 'PASSWORD_WRONG'],
        [{ loginPassword }, 'PROOF_REQUIRED'],
        [{ loginPassword, code: code === '000000' ? '000001' : '000000' }, 'CODE_WRONG'],
      ] as const;
      for (const [proof, refusal] of attempts) {
        const thief = server.call(setFundPassword, { password: RIGHT, passwordRepeat: RIGHT, ...proof }, as());
        await expect(thief).rejects.toMatchObject(refusedWith(refusal));
      }
      expect(await isSet()).toBe('unset');
      await server.call(setFundPassword, { password: RIGHT, passwordRepeat: RIGHT, loginPassword, code }, as());
      expect(await attempt(RIGHT)).toBe('right');
    });

    test('is stored as a salted hash of argon2id', async () => {
      const other = await server.registerUser();
      await set(RIGHT);
      await set(RIGHT, undefined, other);
      const rows = await rowsOf<{ hash: string }>(
        server.db,
        sql`select fund_password_hash as hash from users where id in (${user.id}, ${other.id})`,
      );
      expect(rows).toHaveLength(2);
      for (const { hash } of rows) expect(hash).toMatch(/^\$argon2id\$/);
      expect(new Set(rows.map(({ hash }) => hash)).size).toBe(2);
    });

    test('publishes its change to the user’s other devices', async () => {
      const published: ExchangeEvent[] = [];
      const stop = server.events.subscribe((event) => published.push(event));
      await set(RIGHT);
      const facts = expect.objectContaining({ subject: 'security', kind: 'fund_password_set' });
      await vi.waitFor(() =>
        expect(published).toContainEqual(expect.objectContaining({ type: 'user-notified', userId: user.id, facts })),
      );
      stop();
    });

    test('accepts only one of two first ones', async () => {
      const proof = await proofOf(server, user);
      const outcomes = await Promise.allSettled(
        [RIGHT, OTHER, RIGHT, OTHER].map((password) =>
          server.call(setFundPassword, { password, passwordRepeat: password, ...proof }, as()),
        ),
      );
      expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
      const winner = outcomes.findIndex(({ status }) => status === 'fulfilled') % 2 === 0 ? RIGHT : OTHER;
      expect(await attempt(winner)).toBe('right');
    });

    test('changed by two requests at once is the one of the request that succeeded', async () => {
      await set(RIGHT);
      const wanted = ['111111', '222222', '333333'];
      const outcomes = await Promise.allSettled(wanted.map((password) => set(password, RIGHT)));
      const taken = wanted.filter((_, index) => outcomes[index]?.status === 'fulfilled');
      expect(taken).toHaveLength(1);
      expect(await attempt(taken[0])).toBe('right');
    });

    test('checks five of sixty-four wrong ones at once, and counts no more', async () => {
      await set(RIGHT);
      const outcomes = await Promise.all(Array.from({ length: 64 }, () => attempt(WRONG)));
      expect(outcomes.filter((outcome) => outcome.startsWith('FUND_PASSWORD_WRONG')).toSorted()).toEqual(
        [1, 2, 3, 4].map((left) => `FUND_PASSWORD_WRONG ${left}`),
      );
      expect(outcomes.filter((outcome) => outcome === 'FUND_PASSWORD_WAIT 30')).toHaveLength(60);
      const { sessionId } = await sessionOf(server, user.id);
      const [row] = await rowsOf<{ failures: number }>(
        server.db,
        sql`select failures from login_tries where key = ${`fund ${user.id} session ${sessionId}`}`,
      );
      expect(row?.failures).toBe(FUND_PASSWORD_TRIES);
      expect(await attempt(RIGHT)).toBe('FUND_PASSWORD_WAIT 30');
    });

    test('accepts many correct ones at once', async () => {
      await set(RIGHT);
      expect(new Set(await Promise.all(Array.from({ length: 16 }, () => attempt(RIGHT))))).toEqual(new Set(['right']));
    });
  });

  describe('guessing', () => {
    beforeAll(async () => {
      server = await startTestServer({ clock });
    });
    afterAll(() => server.close());
    beforeEach(async () => {
      user = await server.registerUser();
    });

    test.each([
      [undefined, 'FUND_PASSWORD_REQUIRED'],
      ['', 'FUND_PASSWORD_REQUIRED'],
      ['12345', 'FUND_PASSWORD_FORMAT'],
      ['1234567', 'FUND_PASSWORD_FORMAT'],
      ['12 456', 'FUND_PASSWORD_FORMAT'],
      ['１２３４５６', 'FUND_PASSWORD_FORMAT'],
    ])('«%s» costs no try', async (text, code) => {
      expect(await attempt(text)).toBe('FUND_PASSWORD_UNSET');
      await set(RIGHT);
      for (let round = 0; round < 6; round += 1) expect(await attempt(text)).toBe(code);
      expect(await attempt(WRONG)).toBe('FUND_PASSWORD_WRONG 4');
    });

    test('is impossible before one is set', async () => {
      for (let round = 0; round < 6; round += 1) expect(await attempt(RIGHT)).toBe('FUND_PASSWORD_UNSET');
      await set(RIGHT);
      expect(await attempt(WRONG)).toBe('FUND_PASSWORD_WRONG 4');
    });

    test('waits half a minute after five, then twice as long each time, at most a quarter of an hour', async () => {
      await set(RIGHT);
      for (let left = 4; left > 0; left -= 1) expect(await attempt(WRONG)).toBe(`FUND_PASSWORD_WRONG ${left}`);
      for (const seconds of [30, 60, 120, 240, 480, 900, 900]) {
        expect(await attempt(WRONG)).toBe(`FUND_PASSWORD_WAIT ${seconds}`);
        clock.advance(seconds * 1000 - 1);
        expect(await attempt(RIGHT)).toBe('FUND_PASSWORD_WAIT 1');
        clock.advance(1);
      }
      expect(await attempt(RIGHT)).toBe('right');
      expect(await attempt(WRONG)).toBe('FUND_PASSWORD_WRONG 4');
    });

    test('of the old one during a change counts as well', async () => {
      await set(RIGHT);
      for (let round = 0; round < 4; round += 1) {
        await expect(set(OTHER, WRONG)).rejects.toMatchObject(refusedWith('FUND_PASSWORD_WRONG'));
      }
      await expect(set(OTHER, WRONG)).rejects.toMatchObject(refusedWith('FUND_PASSWORD_WAIT'));
      await expect(set(OTHER, RIGHT)).rejects.toMatchObject(refusedWith('FUND_PASSWORD_WAIT'));
      expect(await attempt(RIGHT)).toBe('FUND_PASSWORD_WAIT 30');
    });

    test('is counted for each user separately', async () => {
      const other = await server.registerUser();
      await set(RIGHT);
      await set(OTHER, undefined, other);
      for (let round = 0; round < 5; round += 1) await attempt(WRONG);
      expect(await attempt(OTHER, server, other)).toBe('right');
    });

    test.each([
      [{ password: '', passwordRepeat: '' }, 'FUND_PASSWORD_REQUIRED'],
      [{}, 'FUND_PASSWORD_REQUIRED'],
      [{ password: '12345a', passwordRepeat: '12345a' }, 'FUND_PASSWORD_FORMAT'],
      [{ password: RIGHT, passwordRepeat: OTHER }, 'PASSWORD_MISMATCH'],
      [{ password: RIGHT }, 'PASSWORD_MISMATCH'],
    ])('%j is set by nobody', async (request, code) => {
      await expect(server.call(setFundPassword, request, as())).rejects.toMatchObject(refusedWith(code));
      expect(await isSet()).toBe('unset');
    });

    test('gives the results of a plain count of wrong tries in a row, in any order of arrival', async () => {
      const step = fc.oneof(
        { weight: 4, arbitrary: fc.constant('wrong' as const) },
        { weight: 1, arbitrary: fc.constant('right' as const) },
        { weight: 2, arbitrary: fc.integer({ min: 1, max: 100 }) },
      );
      await fc.assert(
        fc.asyncProperty(fc.array(step, { minLength: 8, maxLength: 16 }), async (steps) => {
          user = await server.registerUser();
          await set(RIGHT);
          const model = createModel();
          for (const what of steps) {
            if (typeof what === 'number') clock.advance(what * 1000);
            else expect(await attempt(what === 'right' ? RIGHT : WRONG)).toBe(model(what === 'right'));
          }
        }),
        { numRuns: 12 },
      );
    });
  });

  /** Expected results, derived from the outcomes alone. */
  function createModel(): (isRight: boolean) => string {
    let failures = 0;
    let freeAtMs = 0;
    return (isRight) => {
      const waitMs = freeAtMs - clock.nowMs();
      if (waitMs > 0) return `FUND_PASSWORD_WAIT ${Math.ceil(waitMs / 1000)}`;
      failures = isRight ? 0 : failures + 1;
      if (isRight) return 'right';
      if (failures < 5) return `FUND_PASSWORD_WRONG ${5 - failures}`;
      const seconds = Math.min(30 * 2 ** (failures - 5), 900);
      freeAtMs = clock.nowMs() + seconds * 1000;
      return `FUND_PASSWORD_WAIT ${seconds}`;
    };
  }

  test('the log at its most verbose holds neither a fund password nor its hash', async () => {
    let log = '';
    const logStream = new Writable({
      write(chunk: Buffer, _encoding, done) {
        log += chunk.toString();
        done();
      },
    });
    server = await startTestServer({ logStream });
    user = await server.registerUser();
    await set(RIGHT);
    await set(OTHER, WRONG).catch(() => undefined);
    await set(OTHER, RIGHT);
    const [row] = await rowsOf<{ hash: string }>(
      server.db,
      sql`select fund_password_hash as hash from users where id = ${user.id}`,
    );
    await server.app.inject({ url: `/api/user/center?pay_password=${RIGHT}`, headers: { authorization: user.token } });
    // A failing statement logs its parameters.
    await server.db.execute(sql`alter table users rename column fund_password_hash to gone`);
    await expect(set(RIGHT, OTHER)).rejects.toMatchObject(refusedWith('INTERNAL'));
    await server.close();
    expect(log).toContain('/api/safe/update_password');
    expect(log).toContain('fund_password_hash');
    // The clock and the process id may contain these digits by chance.
    const said = log.replaceAll(/"(?:time|pid)":\d+/g, '');
    for (const secret of [RIGHT, OTHER, WRONG, row?.hash ?? '']) expect(said).not.toContain(secret);
  });
});

// Reset of a forgotten fund password through the real app and real databases: who may request it, when it takes effect,
// and that its owner is notified of each step and can stop it.
const RESET_HOURS = 72;
const NEW = '774411';

describe.each(await testEnginesByNight())('a forgotten fund password on %s', (engine) => {
  // A day early: this clock must not bring the reset forward.
  const clock = createTestClock(Date.now() + DAY_MS);
  let server: TestServer;
  let user: Withdrawer;
  beforeAll(async () => {
    const settings = { withdrawalHoldHours: 24, fundPasswordResetHours: RESET_HOURS };
    server = await startTestServer({ engine, clock, settings });
  });
  afterAll(() => server.close());
  beforeEach(async () => {
    user = await openWithdrawer(server);
    // Set up by the test, so not a recent change.
    await server.db.execute(sql`update users set fund_password_at = null where id = ${user.id}`);
    await server.db.execute(
      sql`update withdrawal_addresses set created_at = now() - interval '9 days' where user_id = ${user.id}`,
    );
  });

  const as = () => ({ token: user.token });
  const codeOf = (work: Promise<unknown>) =>
    work.then(
      () => 'done',
      (error: unknown) => (error as { code?: string }).code,
    );
  const prove = (by: string) =>
    server.db.execute(
      sql`update sessions set proved_at = clock_timestamp(), proved_by = ${by} where user_id = ${user.id}`,
    );
  const ask = (password = NEW, passwordRepeat = password) =>
    codeOf(server.call(askFundReset, { password, passwordRepeat }, as()));
  const cancel = () => codeOf(server.call(cancelFundReset, {}, as()));
  const read = () => server.call(getFundReset, {}, as());
  const takeOut = (fundPassword: string) => codeOf(askWithdrawal(server, user, { fundPassword }));
  /** Moves the wait forward by an interval. */
  const pass = (interval: string) =>
    server.db.execute(
      sql`update fund_password_resets set works_at = clock_timestamp() + interval '72 hours' - ${interval}::interval
        where user_id = ${user.id} and status = 'waiting'`,
    );
  const idOf = async () =>
    (
      await rowsOf<{ id: number }>(
        server.db,
        sql`select id from fund_password_resets where user_id = ${user.id} order by id desc limit 1`,
      )
    )[0]?.id ?? 0;
  const subjects = () =>
    server.messages.filter(({ address }) => address === user.address).map(({ subject }) => subject);

  it('needs a session with step-up, and a valid new password', async () => {
    await dropStepUp(server, user.id);
    expect(await ask('12')).toBe('FUND_PASSWORD_FORMAT');
    expect(await ask(NEW, FUND_PASSWORD)).toBe('PASSWORD_MISMATCH');
    expect(await ask()).toBe('PROOF_REQUIRED');
    expect(await cancel()).toBe('FUND_RESET_NOT_FOUND');
    expect(await read()).toMatchObject({ state: 'none', hours: RESET_HOURS });
  });

  it.each(['totp', 'passkey'])(
    'after a step-up by %s is replaced after 72 hours, not a minute before',
    async (method) => {
      await prove(method);
      expect(await ask()).toBe('done');
      expect(await ask('135790')).toBe('FUND_RESET_OPEN');
      const { worksAt, ...reset } = await read();
      expect(reset).toMatchObject({ state: 'waiting', reason: null });
      expect(Math.abs(Date.parse(worksAt ?? '') - Date.now() - RESET_HOURS * 3_600_000)).toBeLessThan(600_000);
      await pass('71:59:00');
      expect(await takeOut(NEW)).toBe('FUND_PASSWORD_WRONG');
      expect(await takeOut(FUND_PASSWORD)).toBe('done');
      await pass('72:00:00');
      expect(await takeOut(FUND_PASSWORD)).toBe('FUND_PASSWORD_WRONG');
      expect(await takeOut(NEW)).toBe('done');
      expect(await read()).toMatchObject({ state: 'none' });
      await vi.waitFor(() =>
        expect(subjects()).toEqual(
          expect.arrayContaining(['Halyard: New fund password approved', 'Halyard: New fund password active']),
        ),
      );
      const [stored] = await rowsOf<{ hash: string | null }>(
        server.db,
        sql`select password_hash as hash from fund_password_resets where user_id = ${user.id}`,
      );
      expect(stored).toEqual({ hash: null });
    },
  );

  it.each(['password', 'recovery'])('after a step-up by %s waits for an operator, then 72 hours', async (method) => {
    await prove(method);
    expect(await ask()).toBe('done');
    expect(await read()).toMatchObject({ state: 'review', worksAt: null });
    const id = await idOf();
    const sheet = await FUND_RESET_REVIEWS.read(server.db, id);
    expect(Object.fromEntries(sheet?.fields ?? [])).toMatchObject({
      'verified name': 'Ann Trader',
      'proved by': 'review',
      'registered (UTC)': expect.stringContaining('old'),
      'login password since (UTC)': expect.stringContaining('old'),
      'session since (UTC)': expect.stringContaining('old'),
      'session at': expect.stringContaining('127.0.0.1'),
    });
    expect(JSON.stringify(sheet)).not.toContain('argon2');
    await reviewFundReset(server, { id, decision: 'approve' }, AUTOPILOT);
    expect(await takeOut(NEW)).toBe('FUND_PASSWORD_WRONG');
    await expect(reviewFundReset(server, { id, decision: 'approve' }, AUTOPILOT)).rejects.toThrow('waiting already');
    await pass('72:00:00');
    expect(await takeOut(NEW)).toBe('done');
    await vi.waitFor(() => expect(subjects()).toContain('Halyard: New fund password requested'));
  });

  it('after a step-up by a new factor waits for an operator: a thief could have added it', async () => {
    await server.db.execute(
      sql`update users set factors_changed_at = clock_timestamp() - interval '71 hours' where id = ${user.id}`,
    );
    await prove('totp');
    expect(await ask()).toBe('done');
    expect(await read()).toMatchObject({ state: 'review', worksAt: null });
    await cancel();
    await server.db.execute(
      sql`update users set factors_changed_at = clock_timestamp() - interval '72 hours' where id = ${user.id}`,
    );
    expect(await ask()).toBe('done');
    expect(await read()).toMatchObject({ state: 'waiting' });
  });

  it('stays as it is after a rejection, and shows the reason', async () => {
    await prove('password');
    await ask();
    await reviewFundReset(
      server,
      { id: await idOf(), decision: 'reject', reason: 'The picture is another’s.' },
      AUTOPILOT,
    );
    expect(await read()).toMatchObject({ state: 'rejected', reason: 'The picture is another’s.' });
    expect(await takeOut(FUND_PASSWORD)).toBe('done');
    await vi.waitFor(() => expect(subjects()).toContain('Halyard: New fund password rejected'));
  });

  it('is not reset when its owner cancels, or enters the current one', async () => {
    await prove('totp');
    await ask();
    expect(await cancel()).toBe('done');
    await vi.waitFor(() => expect(subjects()).toContain('Halyard: New fund password cancelled'));
    expect(await read()).toMatchObject({ state: 'none' });
    await ask();
    const change = { oldPassword: FUND_PASSWORD, password: '135790', passwordRepeat: '135790' };
    expect(await codeOf(server.call(setFundPassword, change, as()))).toBe('done');
    await pass('72:00:00');
    expect(await read()).toMatchObject({ state: 'none' });
    expect(await takeOut(NEW)).toBe('FUND_PASSWORD_WRONG');
  });

  it('is replaced once by parallel checks', async () => {
    await prove('totp');
    await ask();
    await pass('72:00:00');
    await Promise.all([read(), read(), takeOut(NEW), takeOut(NEW)]);
    const [counted] = await rowsOf<{ notified: number }>(
      server.db,
      sql`select count(*)::int as notified from user_events where user_id = ${user.id}
        and facts ->> 'kind' = 'fund_password_reset_done'`,
    );
    expect(counted).toEqual({ notified: 1 });
  });
});
