// Reset of a forgotten fund password through the real app and real databases: who may request it, when it takes effect,
// and that its owner is notified of each step and can stop it.
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { askFundReset, cancelFundReset, getFundReset, setFundPassword } from '@halyard/contract/security/calls';
import { DAY_MS } from '@halyard/contract/time';
import { rowsOf } from '../../db/database.ts';
import { AUTOPILOT } from '../../operator/audit.ts';
import { askWithdrawal, dropStepUp, FUND_PASSWORD, openWithdrawer, type Withdrawer } from '../../testing/funding.ts';
import { createTestClock } from '../../testing/testClock.ts';
import { testEnginesByNight } from '../../testing/testDatabase.ts';
import { startTestServer, type TestServer } from '../../testing/testServer.ts';
import { FUND_RESET_REVIEWS, reviewFundReset } from './fundResetReviews.ts';

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
