// Two-step login through the real app: a code is accepted once and only near its time, also on two servers over one
// database; recovery codes once; guesses wait; a mailbox is no substitute; secrets are stored encrypted.
import { randomUUID } from 'node:crypto';
import { sql } from 'drizzle-orm';
import { Secret } from 'otpauth';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import {
  confirmTotp,
  listFactors,
  removeTotp,
  renewRecoveryCodes,
  startTotp,
} from '@halyard/contract/security/factorCalls';
import { decimal } from '@halyard/contract/money';
import { stepUp } from '@halyard/contract/security/stepUpCalls';
import { logIn, resetPassword, sendMailCode } from '@halyard/contract/user/calls';
import { rowsOf } from '../../db/database.ts';
import { aboutTotp, reencryptAll } from '../../secrets/encryptedColumns.ts';
import { createSecretBox } from '../../secrets/secretKeys.ts';
import { askWithdrawal, dropStepUp, openWithdrawer } from '../../testing/funding.ts';
import { createTestClock } from '../../testing/testClock.ts';
import { newTestLocation, usualEngine, type TestLocation } from '../../testing/testDatabase.ts';
import { codeIn, startTestServer, TEST_SECRET_KEY, type TestServer } from '../../testing/testServer.ts';
import {
  atOneStep,
  codeAt,
  enter,
  forgetSteps,
  openProtected,
  prove,
  type Protected,
} from '../../testing/twoStepLogin.ts';

const NEW_PASSWORD = 'a louder harbour';

let place: TestLocation;
let server: TestServer;
let second: TestServer;
let user: Protected;

const refusedWith = (code: string) => ({ code });

const clock = createTestClock();
beforeAll(async () => {
  place = await newTestLocation(await usualEngine());
  server = await startTestServer({ clock, location: place.location, isSandbox: true });
  second = (await usualEngine()) === 'postgres' ? await startTestServer({ location: place.location }) : server;
});
afterAll(async () => {
  if (second !== server) await second.close();
  await server.close();
  await place.remove();
});

describe('turning it on', () => {
  it('needs a step-up and one correct code; until then the password alone logs in', async () => {
    const plain = await server.registerUser();
    await dropStepUp(server, plain.id);
    await expect(server.call(startTotp, {}, plain)).rejects.toMatchObject(refusedWith('PROOF_REQUIRED'));
    await prove(server, plain);
    const { secret, uri } = await server.call(startTotp, {}, plain);
    expect(Secret.fromBase32(secret).bytes).toHaveLength(20);
    expect(uri).toContain(`otpauth://totp/Halyard:${encodeURIComponent(plain.address)}?`);
    await expect(server.call(confirmTotp, { code: '12345' }, plain)).rejects.toMatchObject(
      refusedWith('SECOND_FACTOR_WRONG'),
    );
    expect(await server.call(listFactors, {}, plain)).toEqual({ factors: [], recoveryCodesLeft: 0, reset: null });
    expect(await enter(server, plain)).toBe('in');

    await server.db.execute(
      sql`update totp_factors set started_at = clock_timestamp() - interval '15 minutes' where user_id = ${plain.id}`,
    );
    const late = atOneStep(server, (step) => server.call(confirmTotp, { code: codeAt(secret, step) }, plain));
    await expect(late).rejects.toMatchObject(refusedWith('TOTP_NOT_STARTED'));
  });

  it('is notified, holds withdrawals, and returns ten codes that are stored as hashes', async () => {
    user = await openProtected(server);
    expect(new Set(user.recoveryCodes).size).toBe(10);
    for (const code of user.recoveryCodes) expect(code).toMatch(/^[A-Z2-7]{4}(-[A-Z2-7]{4}){3}$/);
    const { factors, recoveryCodesLeft } = await server.call(listFactors, {}, user);
    expect([factors.map(({ kind }) => kind), recoveryCodesLeft]).toEqual([['totp'], 10]);
    await expect(server.call(startTotp, {}, user)).rejects.toMatchObject(refusedWith('SECOND_FACTOR_ON'));
    const [row] = await rowsOf<{ events: number; is_held: boolean; stored: string }>(
      server.db,
      sql`select (select count(*)::int from user_events where user_id = ${user.id} and facts ->> 'kind' = 'factor_added')
          as events, factors_changed_at > clock_timestamp() - interval '1 hour' as is_held,
          (select string_agg(code_hash, ' ') from recovery_codes where user_id = ${user.id})
            || (select secret from totp_factors where user_id = ${user.id}) as stored
        from users where id = ${user.id}`,
    );
    expect(row).toMatchObject({ events: expect.any(Number), is_held: true });
    expect(row?.events).toBeGreaterThan(0);
    for (const text of [
      user.secret,
      ...user.recoveryCodes,
      ...user.recoveryCodes.map((code) => code.replaceAll('-', '')),
    ]) {
      expect(row?.stored).not.toContain(text);
    }
  });
});

describe('logging in', () => {
  beforeEach(async () => {
    user = await openProtected(server);
  });

  it('is required only after a correct password, and counts no failed login', async () => {
    for (let round = 0; round < 7; round += 1) expect(await enter(server, user)).toBe('SECOND_FACTOR_REQUIRED');
    const wrong = server.call(logIn, { address: user.address, password: 'a loud harbour', secondFactor: '000000' });
    await expect(wrong).rejects.toMatchObject(refusedWith('LOGIN_FAILED'));
  });

  it('accepts codes of the step before and the one after, and none two steps away', async () => {
    for (const [offset, outcome] of [
      [-2, 'SECOND_FACTOR_WRONG'],
      [2, 'SECOND_FACTOR_WRONG'],
      [-1, 'in'],
      [0, 'in'],
      [1, 'in'],
    ] as const) {
      const entered = await atOneStep(server, async (step) => {
        await forgetSteps(server, user);
        return enter(server, user, codeAt(user.secret, step + offset));
      });
      expect([offset, entered]).toEqual([offset, outcome]);
    }
  });

  it('accepts a code once, on two servers at the same time, and none older than the last', async () => {
    const outcomes = await atOneStep(server, async (step) => {
      await forgetSteps(server, user);
      const code = codeAt(user.secret, step);
      const both = await Promise.all([server, second, server, second].map((at) => enter(at, user, code)));
      return [...both.toSorted(), await enter(server, user, codeAt(user.secret, step - 1))];
    });
    expect(outcomes.filter((outcome) => outcome === 'in')).toHaveLength(1);
    expect(outcomes).toHaveLength(5);
  });

  it('accepts a code again in a repetition until the first attempt has its answer, and not after a refusal of it', async () => {
    const withdrawer = await openWithdrawer(server);
    await prove(server, withdrawer);
    const { secret } = await server.call(startTotp, {}, withdrawer);
    await server.db.execute(
      sql`update totp_factors set confirmed_at = clock_timestamp() where user_id = ${withdrawer.id}`,
    );
    await dropStepUp(server, withdrawer.id);
    const clientRequestId = randomUUID();
    const answers = await atOneStep(server, async (step) => {
      await forgetSteps(server, withdrawer);
      const factors = { loginPassword: withdrawer.password, totp: codeAt(secret, step) };
      const ask = (at: TestServer, fields: object) => askWithdrawal(at, withdrawer, { ...factors, ...fields });
      // Refused after the check of the code, which is not used up by that.
      await expect(ask(server, { amount: decimal('2000') })).rejects.toMatchObject(refusedWith('INSUFFICIENT_BALANCE'));
      const same = await Promise.all([server, second, server].map((at) => ask(at, { clientRequestId })));
      await expect(ask(server, {})).rejects.toMatchObject(refusedWith('SECOND_FACTOR_WRONG'));
      return same;
    });
    expect(new Set(answers.map(({ id }) => id)).size).toBe(1);
  });

  it('makes guesses on two servers at the same time wait, even a correct one, and lets the owner in afterwards', async () => {
    const guesses = await Promise.all(
      Array.from({ length: 24 }, (_, index) => enter(index % 2 === 0 ? server : second, user, '000000')),
    );
    expect(guesses.filter((outcome) => outcome === 'SECOND_FACTOR_WRONG')).toHaveLength(4);
    expect(guesses.filter((outcome) => outcome === 'SECOND_FACTOR_WAIT')).toHaveLength(20);
    expect(await atOneStep(server, (step) => enter(server, user, codeAt(user.secret, step)))).toBe(
      'SECOND_FACTOR_WAIT',
    );
    await server.db.execute(sql`update factor_tries set free_at = clock_timestamp() where user_id = ${user.id}`);
    expect(
      await atOneStep(server, async (step) => {
        await forgetSteps(server, user);
        return enter(server, user, codeAt(user.secret, step));
      }),
    ).toBe('in');
  });

  it('never makes the owner wait for guesses of strangers who have the password', async () => {
    const strangers = Array.from({ length: 20 }, (_, index) => `198.51.${index}.7`);
    const guesses = await Promise.all(strangers.map((ip) => enter(server, user, 'AAAA-AAAA-AAAA-AAAA', ip)));
    expect(guesses.filter((outcome) => outcome === 'SECOND_FACTOR_WAIT')).toHaveLength(16);
    const proving = atOneStep(server, async (step) => {
      await server.db.execute(sql`update totp_factors set last_step = null where user_id = ${user.id}`);
      return server.call(stepUp, { loginPassword: user.password, totp: codeAt(user.secret, step) }, user);
    });
    await expect(proving).resolves.toBeDefined();
    expect(await enter(server, user, user.recoveryCodes[0])).toBe('in');
  });

  it('accepts a recovery code once, in any spelling, and no old one after new ones were made', async () => {
    const [first = '', other = ''] = user.recoveryCodes;
    const typed = first.toLowerCase().replaceAll('-', ' ');
    const outcomes = await Promise.all([enter(server, user, typed), enter(second, user, first)]);
    expect(outcomes.toSorted()).toEqual(['SECOND_FACTOR_WRONG', 'in']);
    expect((await server.call(listFactors, {}, user)).recoveryCodesLeft).toBe(9);
    await prove(server, user);
    const { recoveryCodes } = await server.call(renewRecoveryCodes, {}, user);
    expect(await enter(server, user, other)).toBe('SECOND_FACTOR_WRONG');
    expect(await enter(server, user, recoveryCodes[0])).toBe('in');
  });

  it('needs no factor once it is removed, which needs a step-up', async () => {
    await server.db.execute(sql`update sessions set proved_at = null where user_id = ${user.id}`);
    await expect(server.call(removeTotp, {}, user)).rejects.toMatchObject(refusedWith('PROOF_REQUIRED'));
    await prove(server, user);
    await server.call(removeTotp, {}, user);
    expect(await enter(server, user)).toBe('in');
    expect(await server.call(listFactors, {}, user)).toEqual({ factors: [], recoveryCodesLeft: 0, reset: null });
  });

  it('is required for a forgotten password too, and keeps the code valid', async () => {
    const { address } = user;
    await server.call(sendMailCode, { address, purpose: 'forget' });
    await expect.poll(() => server.messages.findLast((message) => message.address === address)?.body).toMatch(/\d{6}/);
    const code = codeIn(server.messages.findLast((message) => message.address === address));
    const reset = { address, code, password: NEW_PASSWORD, passwordRepeat: NEW_PASSWORD };
    await expect(server.call(resetPassword, reset)).rejects.toMatchObject(refusedWith('SECOND_FACTOR_REQUIRED'));
    await expect(server.call(resetPassword, { ...reset, secondFactor: '000000' })).rejects.toMatchObject(
      refusedWith('SECOND_FACTOR_WRONG'),
    );
    expect(await enter(server, user)).toBe('SECOND_FACTOR_REQUIRED');
    await server.call(resetPassword, { ...reset, secondFactor: user.recoveryCodes[0] });
    expect(await enter(server, { ...user, password: NEW_PASSWORD })).toBe('SECOND_FACTOR_REQUIRED');
  });
});

describe('stored secrets', () => {
  it('open under their own user and key alone, and move to the first key', async () => {
    user = await openProtected(server);
    const encryptedOf = async () =>
      (await rowsOf<{ secret: string }>(server.db, sql`select secret from totp_factors where user_id = ${user.id}`))[0]
        ?.secret ?? '';
    const [before, old] = [await encryptedOf(), createSecretBox([TEST_SECRET_KEY])];
    expect(old.decrypt(before, aboutTotp(user.id))).toBe(user.secret);
    expect(() => old.decrypt(before, aboutTotp(user.id + 1))).toThrow(/unable to authenticate/);
    const newKey = { id: '2026b', bytes: new Uint8Array(32).fill(9) };
    expect(() => createSecretBox([newKey]).decrypt(before, aboutTotp(user.id))).toThrow('«test»');

    const both = createSecretBox([newKey, TEST_SECRET_KEY]);
    expect(await reencryptAll(server.db, both)).toBeGreaterThan(0);
    expect(await reencryptAll(server.db, both)).toBe(0);
    expect(createSecretBox([newKey]).decrypt(await encryptedOf(), aboutTotp(user.id))).toBe(user.secret);
    await reencryptAll(server.db, createSecretBox([TEST_SECRET_KEY, newKey]));
  });
});
