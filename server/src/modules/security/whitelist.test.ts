// A closed address book stays closed: nothing is added, it opens a day after the request and its notification, by the
// database's clock, and its owner can cancel that in the meantime.
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { saveBankCard } from '@halyard/contract/bank/calls';
import {
  getWhitelist,
  setWhitelist,
  addWithdrawalAddress,
  getWithdrawalTerms,
} from '@halyard/contract/withdrawals/calls';
import {
  ADDRESS,
  askWithdrawal,
  CARD,
  CHANNEL,
  dropStepUp,
  FUND_PASSWORD,
  openWithdrawer,
  proofOf,
  type Withdrawer,
} from '../../testing/funding.ts';
import { createTestClock } from '../../testing/testClock.ts';
import { testEnginesByNight } from '../../testing/testDatabase.ts';
import { startTestServer, type TestServer } from '../../testing/testServer.ts';
import { CODE_INTERVAL_MS } from '../user/codesService.ts';

const HOLD_HOURS = 24;

describe.each(await testEnginesByNight())('withdrawal whitelist on %s', (engine) => {
  // Different from the database's clock.
  const clock = createTestClock();
  let server: TestServer;
  let user: Withdrawer;
  beforeAll(async () => {
    server = await startTestServer({ engine, clock, settings: { withdrawalHoldHours: HOLD_HOURS } });
  });
  afterAll(() => server.close());
  beforeEach(async () => {
    user = await openWithdrawer(server);
  });

  const as = () => ({ token: user.token });
  const codeOf = (work: Promise<unknown>) =>
    work.then(
      () => 'done',
      (error: unknown) => (error as { code?: string }).code,
    );
  /** Steps the session up, so many seconds ago. */
  const prove = (seconds = 0) =>
    server.db.execute(
      sql`update sessions set proved_at = clock_timestamp() - ${seconds}::int * interval '1 second' where user_id = ${user.id}`,
    );
  const set = (isOn: boolean) => codeOf(server.call(setWhitelist, { isOn }, as()));
  const read = () => server.call(getWhitelist, {}, as());
  /** The code before may be unused. */
  const newProof = () => {
    clock.advance(CODE_INTERVAL_MS);
    return proofOf(server, user);
  };
  const add = async () => {
    const entry = { channelId: CHANNEL.USDT, chain: 'ERC20', address: ADDRESS.ERC20 } as const;
    const { code } = await newProof();
    return codeOf(server.call(addWithdrawalAddress, { ...entry, fundPassword: FUND_PASSWORD, code }, as()));
  };
  const bind = async () =>
    codeOf(server.call(saveBankCard, { ...CARD, fundPassword: FUND_PASSWORD, ...(await newProof()) }, as()));
  const age = (interval: string) =>
    server.db.execute(
      sql`update users set whitelist_off_asked_at = clock_timestamp() - ${interval}::interval where id = ${user.id}`,
    );
  const subjects = () =>
    server.messages.filter(({ address }) => address === user.address).map(({ subject }) => subject);

  it('needs a step-up within five minutes to be turned on, and to be turned off', async () => {
    await dropStepUp(server, user.id);
    expect(await set(true)).toBe('PROOF_REQUIRED');
    await prove(301);
    expect(await set(true)).toBe('PROOF_REQUIRED');
    expect(await read()).toEqual({ isOn: false, offAt: null, hours: HOLD_HOURS });
    await prove(290);
    expect(await set(true)).toBe('done');
    await prove(301);
    expect(await set(false)).toBe('PROOF_REQUIRED');
    expect(await read()).toEqual({ isOn: true, offAt: null, hours: HOLD_HOURS });
  });

  it('refuses additions immediately, and allows withdrawals to saved targets', async () => {
    await prove();
    expect(await set(true)).toBe('done');
    expect(await add()).toBe('ADDRESS_BOOK_CLOSED');
    expect(await bind()).toBe('ADDRESS_BOOK_CLOSED');
    const terms = await server.call(getWithdrawalTerms, { channelId: CHANNEL.USDT }, as());
    expect(terms.isBookClosed).toBe(true);
    await server.db.execute(sql`update users set fund_password_at = null where id = ${user.id}`);
    await server.db.execute(
      sql`update withdrawal_addresses set created_at = now() - interval '2 days' where user_id = ${user.id}`,
    );
    expect((await askWithdrawal(server, user)).status).toBe('pending');
    await vi.waitFor(() => expect(subjects()).toContain('Halyard: Withdrawal whitelist: on'));
  });

  it('opens a day after the request, which is notified with its time, and stays on when that is cancelled', async () => {
    await prove();
    await set(true);
    expect(await set(false)).toBe('done');
    const asked = await read();
    expect(asked.isOn).toBe(true);
    expect(Date.parse(asked.offAt ?? '') - Date.now()).toBeGreaterThan(23 * 3_600_000);
    await vi.waitFor(() => {
      const mail = server.messages.find(({ subject }) => subject === 'Halyard: Withdrawal whitelist: turning off');
      expect(mail?.body).toContain(asked.offAt?.slice(0, 16).replace('T', ' '));
    });
    // A second request does not change the time.
    expect(await set(false)).toBe('done');
    expect((await read()).offAt).toBe(asked.offAt);
    await age('23:59:00');
    expect(await add()).toBe('ADDRESS_BOOK_CLOSED');
    await prove(301);
    expect(await set(true)).toBe('done');
    expect(await read()).toEqual({ isOn: true, offAt: null, hours: HOLD_HOURS });
    await prove();
    await set(false);
    await age('24:00:00');
    expect(await read()).toEqual({ isOn: false, offAt: null, hours: HOLD_HOURS });
    expect(await add()).toBe('done');
    expect(await bind()).toBe('done');
    // An address that was added then is new, and held.
    await prove(301);
    expect(await set(true)).toBe('PROOF_REQUIRED');
  });

  it('turned on during the addition of an address either refuses it or accepts it completely', async () => {
    await prove();
    const [added] = await Promise.all([add(), set(true)]);
    expect(['done', 'ADDRESS_BOOK_CLOSED']).toContain(added);
    expect(await read()).toMatchObject({ isOn: true });
    expect(await add()).toBe('ADDRESS_BOOK_CLOSED');
  });
});
