// Passkeys through the real app and a real database, with a software authenticator written from the standard: accepted
// and refused logins, and notifications.
import { randomBytes } from 'node:crypto';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import {
  addPasskey,
  askNewPasskey,
  askPasskeyLogin,
  askPasskeyStepUp,
  listPasskeys,
  logInWithPasskey,
  removePasskey,
  renamePasskey,
  type Passkey,
} from '@halyard/contract/security/passkeyCalls';
import { listSessions } from '@halyard/contract/security/calls';
import { getUser } from '@halyard/contract/user/calls';
import { PASSKEYS_MAX } from '@halyard/contract/security/rules';
import { rowsOf } from '../../db/database.ts';
import { createSoftPasskey, type SoftPasskey, type Spoiled } from '../../testing/softPasskey.ts';
import { newTestLocation, testEnginesByNight } from '../../testing/testDatabase.ts';
import { startTestServer, type TestServer, type TestUser } from '../../testing/testServer.ts';
import { createPasskeyMethod } from './passkeyCheck.ts';
import { requireStepUp } from './sessionStepUp.ts';

/** Origin of test servers. */
const ORIGIN = 'https://halyard.example';
const DEVICE = 'a'.repeat(32);

let server: TestServer;
let user: TestUser;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());
beforeEach(async () => {
  user = await server.registerUser();
});

const refusedWith = (code: string) => ({ code });
const as = (who: TestUser = user) => ({ token: who.token });

/** Steps the user's session up. */
async function prove(who: TestUser = user): Promise<void> {
  await server.db.execute(sql`update sessions set proved_at = clock_timestamp() where user_id = ${who.id}`);
}

async function add(device: SoftPasskey, who: TestUser = user, spoiled?: Spoiled): Promise<string> {
  await prove(who);
  const passkey = device.make(await server.call(askNewPasskey, {}, as(who)), spoiled);
  return server.call(addPasskey, { name: 'Phone', passkey }, as(who));
}

async function newDevice(who: TestUser = user): Promise<SoftPasskey> {
  const device = createSoftPasskey(ORIGIN);
  await add(device, who);
  return device;
}

const askLogin = (browser = DEVICE) => server.call(askPasskeyLogin, {}, { device: browser });
const logIn = (passkey: string, browser = DEVICE) => server.call(logInWithPasskey, { passkey }, { device: browser });
const list = (who: TestUser = user) => server.call(listPasskeys, {}, as(who));

async function onlyOf(who: TestUser = user): Promise<Passkey> {
  const [passkey] = await list(who);
  if (passkey === undefined) throw new Error('there is no passkey');
  return passkey;
}

/** Security events about the user's factors, oldest first. */
async function factorEventsOf(who: TestUser = user): Promise<string[]> {
  const rows = await rowsOf<{ event: string }>(
    server.db,
    sql`select concat_ws(' ', facts ->> 'kind', facts -> 'details' ->> 'name') as event from user_events
      where user_id = ${who.id} and category = 'security' order by at, ref`,
  );
  return rows.map(({ event }) => event);
}

describe('a passkey', () => {
  test('is added, named, used and removed, and each change is notified and holds withdrawals', async () => {
    expect(await list()).toEqual([]);
    const device = createSoftPasskey(ORIGIN);
    expect(await add(device)).toBe('Passkey added.');
    const stored = await onlyOf();
    expect(stored).toMatchObject({ name: 'Phone', lastUsedAt: null });
    await server.call(renamePasskey, { id: stored.id, name: ' Old\u202E  phone ' }, as());
    const { token } = await logIn(device.sign(await askLogin()));
    expect(await server.call(getUser, {}, { token })).toMatchObject({ id: user.id });
    expect(await onlyOf()).toMatchObject({ name: 'Old phone', lastUsedAt: expect.any(String) });
    const changed = () =>
      rowsOf(
        server.db,
        sql`update users set factors_changed_at = null where id = ${user.id} and factors_changed_at is not null returning id`,
      );
    expect(await changed()).toHaveLength(1);
    await server.call(removePasskey, { id: stored.id }, as());
    expect(await changed()).toHaveLength(1);
    expect(await list()).toEqual([]);
    expect(await factorEventsOf()).toEqual(['factor_added Phone', 'factor_removed Old phone']);
    await expect(logIn(device.sign(await askLogin()))).rejects.toMatchObject(refusedWith('PASSKEY_REFUSED'));
  });

  test('cannot be added or removed with a token alone', async () => {
    const device = await newDevice();
    const { id } = await onlyOf();
    const other = createSoftPasskey(ORIGIN).make(await server.call(askNewPasskey, {}, as()));
    await server.db.execute(sql`update sessions set proved_at = clock_timestamp() - interval '301 seconds'`);
    const thefts = [
      () => server.call(askNewPasskey, {}, as()),
      () => server.call(addPasskey, { name: 'Thief', passkey: other }, as()),
      () => server.call(removePasskey, { id }, as()),
    ];
    for (const theft of thefts) {
      await expect(theft()).rejects.toMatchObject({ code: expect.stringContaining('PROOF_REQUIRED') });
    }
    expect(await list()).toHaveLength(1);
    // A login with a passkey is a step-up.
    const { token } = await logIn(device.sign(await askLogin()));
    await server.call(removePasskey, { id }, { token });
    expect(await list()).toEqual([]);
  });

  test('opens a session as a password does, and a login from a new device is notified', async () => {
    const device = await newDevice();
    const options = {
      device: DEVICE,
      userAgent: 'Mozilla/5.0 (X11; Linux x86_64; rv:132.0) Gecko/20100101 Firefox/132.0',
    };
    const passkey = device.sign(await server.call(askPasskeyLogin, {}, options));
    const { token } = await server.call(logInWithPasskey, { passkey }, options);
    expect(await server.call(listSessions, {}, { token })).toHaveLength(2);
    expect(await factorEventsOf()).toEqual(['factor_added Phone', 'login_new_device']);
  });

  test.each<[string, Spoiled]>([
    ['of the page of another address', { origin: 'https://halyard.example.evil.example' }],
    ['made for the name of another address', { siteId: 'evil.example' }],
    ['of a page in a frame of another one', { crossOrigin: true }],
    ['of a device that asked for no finger', { isVerified: false }],
    ['that names another user', { userHandle: randomBytes(32).toString('base64url') }],
    ['that names nobody', { userHandle: '' }],
  ])('is refused in an answer %s, and the challenge is used up', async (_what, spoiled) => {
    const device = await newDevice();
    const options = await askLogin();
    await expect(logIn(device.sign(options, spoiled))).rejects.toMatchObject(refusedWith('PASSKEY_REFUSED'));
    await expect(logIn(device.sign(options))).rejects.toMatchObject(refusedWith('PASSKEY_REFUSED'));
    await logIn(device.sign(await askLogin()));
  });

  test.each<Spoiled>([{ origin: 'https://evil.example' }, { siteId: 'evil.example' }, { isVerified: false }])(
    'is not stored from an answer of %j',
    async (spoiled) => {
      await expect(add(createSoftPasskey(ORIGIN), user, spoiled)).rejects.toMatchObject(refusedWith('PASSKEY_REFUSED'));
      expect(await list()).toEqual([]);
    },
  );

  test('is refused when its answer is repeated, or comes from another browser', async () => {
    const device = await newDevice();
    const passkey = device.sign(await askLogin());
    await logIn(passkey);
    await expect(logIn(passkey)).rejects.toMatchObject(refusedWith('PASSKEY_REFUSED'));
    const stolen = device.sign(await askLogin());
    await expect(logIn(stolen, 'b'.repeat(32))).rejects.toMatchObject(refusedWith('PASSKEY_REFUSED'));
    // The thief's try did not use it up.
    await logIn(stolen);
  });

  test('is refused when the challenge is five minutes old by the database’s clock', async () => {
    const device = await newDevice();
    const age = (seconds: number) =>
      server.db.execute(
        sql`update passkey_challenges set expires_at = expires_at - ${seconds}::int * interval '1 second'`,
      );
    const young = await askLogin();
    await age(270);
    await logIn(device.sign(young));
    const old = await askLogin();
    await age(300);
    await expect(logIn(device.sign(old))).rejects.toMatchObject(refusedWith('PASSKEY_REFUSED'));
  });

  test('of one user cannot be used, named or removed by another', async () => {
    const device = await newDevice();
    const { id } = await onlyOf();
    const thief = await server.registerUser();
    await prove(thief);
    const copy = createSoftPasskey(ORIGIN, Buffer.from(device.credentialId, 'base64url'));
    await expect(add(copy, thief)).rejects.toMatchObject(refusedWith('PASSKEY_EXISTS'));
    await expect(logIn(copy.sign(await askLogin()))).rejects.toMatchObject(refusedWith('PASSKEY_REFUSED'));
    for (const theft of [
      () => server.call(removePasskey, { id }, as(thief)),
      () => server.call(renamePasskey, { id, name: 'Mine' }, as(thief)),
    ]) {
      await expect(theft()).rejects.toMatchObject(refusedWith('PASSKEY_NOT_FOUND'));
    }
    // A response made in one session is not valid in another.
    const made = createSoftPasskey(ORIGIN).make(await server.call(askNewPasskey, {}, as(thief)));
    await prove();
    await expect(server.call(addPasskey, { name: 'Trap', passkey: made }, as())).rejects.toMatchObject(
      refusedWith('PASSKEY_REFUSED'),
    );
    expect(await onlyOf()).toMatchObject({ name: 'Phone' });
  });

  test('logs in when its device counts backwards, and its owner is notified', async () => {
    const device = await newDevice();
    await logIn(device.sign(await askLogin(), { counter: 7 }));
    await logIn(device.sign(await askLogin(), { counter: 5 }));
    expect(await factorEventsOf()).toContain('passkey_counter_back Phone');
    // Phones do not count.
    const [quiet, other] = [createSoftPasskey(ORIGIN), await server.registerUser()];
    await add(quiet, other, { counter: 0 });
    await logIn(quiet.sign(await askLogin(), { counter: 0 }));
    expect(await factorEventsOf(other)).toEqual(['factor_added Phone']);
  });

  test('is one of ten at most, also in parallel', async () => {
    await prove();
    const options = await Promise.all(Array.from({ length: 12 }, () => server.call(askNewPasskey, {}, as())));
    const outcomes = await Promise.allSettled(
      options.map((text) =>
        server.call(addPasskey, { name: 'Phone', passkey: createSoftPasskey(ORIGIN).make(text) }, as()),
      ),
    );
    const refused = outcomes.filter(({ status }) => status === 'rejected');
    expect(refused).toEqual(
      [0, 1].map(() => expect.objectContaining({ reason: expect.objectContaining(refusedWith('PASSKEYS_TOO_MANY')) })),
    );
    expect(await list()).toHaveLength(PASSKEYS_MAX);
    await expect(server.call(askNewPasskey, {}, as())).rejects.toMatchObject(refusedWith('PASSKEYS_TOO_MANY'));
  });

  test.each(['', '{}', 'null', '[1]', '{"id":"a","rawId":"a","type":"public-key","response":{}}', 'x'.repeat(9000)])(
    'is nothing that reads «%.20s»',
    async (passkey) => {
      await expect(logIn(passkey)).rejects.toMatchObject(refusedWith('PASSKEY_REFUSED'));
    },
  );
});

describe('as a second factor', () => {
  const method = () => createPasskeyMethod({ ...server, log: server.app.log });
  const sessionOf = async (who: TestUser) => {
    const [current] = await server.call(listSessions, {}, as(who));
    return { id: who.id, sessionId: current?.id ?? 0 };
  };

  test('steps up the session that asked, and no other one', async () => {
    expect(await method().isOn(server.db, user.id)).toBe(false);
    const device = await newDevice();
    expect(await method().isOn(server.db, user.id)).toBe(true);
    const session = await sessionOf(user);
    const ask = () => server.call(askPasskeyStepUp, {}, as());
    await method().check(user.id, device.sign(await ask()), session);
    const stolen = device.sign(await ask());
    const refused = expect.objectContaining(refusedWith('PASSKEY_REFUSED'));
    await expect(method().check(user.id, stolen, { sessionId: session.sessionId + 1000 })).rejects.toEqual(refused);
    // A challenge for a login steps up no session, and the other way round.
    await expect(method().check(user.id, device.sign(await askLogin()), session)).rejects.toEqual(refused);
    await expect(logIn(device.sign(await ask()))).rejects.toEqual(refused);
    // Another user's passkey steps up no session of this user.
    const other = await server.registerUser();
    const foreign = await newDevice(other);
    await expect(method().check(user.id, foreign.sign(await ask()), session)).rejects.toEqual(refused);
  });

  test('counts as a step-up at login', async () => {
    const device = await newDevice();
    const { token } = await logIn(device.sign(await askLogin()));
    await requireStepUp(server.db, await sessionOf({ ...user, token }));
  });
});

describe.each(await testEnginesByNight())('two servers over one database on %s', (engine) => {
  test.skipIf(engine === 'pglite')('let in one of two parallel responses to the same challenge', async () => {
    const { location, remove } = await newTestLocation(engine);
    const nodes = await Promise.all([startTestServer({ location }), startTestServer({ location })]);
    const [first] = nodes;
    const owner = await first.registerUser();
    await first.db.execute(sql`update sessions set proved_at = clock_timestamp()`);
    const device = createSoftPasskey(ORIGIN);
    const passkey = device.make(await first.call(askNewPasskey, {}, as(owner)));
    const made = await Promise.allSettled(
      nodes.map((node) => node.call(addPasskey, { name: 'Phone', passkey }, as(owner))),
    );
    expect(made.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
    for (let round = 0; round < 8; round += 1) {
      const answer = device.sign(await first.call(askPasskeyLogin, {}, { device: DEVICE }));
      const outcomes = await Promise.allSettled(
        nodes.map((node) => node.call(logInWithPasskey, { passkey: answer }, { device: DEVICE })),
      );
      expect(outcomes.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
    }
    for (const node of nodes) await node.close();
    await remove();
  });
});

test.each([
  ['localhost:8080', 'localhost'],
  ['127.0.0.1:8080', 'PASSKEYS_UNAVAILABLE'],
])('an exchange without an address of its own has passkeys where it is called as %s: %s', async (host, wanted) => {
  const other = await startTestServer({ settings: { publicUrl: undefined } });
  const response = await other.app.inject({ method: 'POST', url: '/api/user/passkey/options', headers: { host } });
  const { code, message } = response.json<{ code?: string; message: string }>();
  expect(code ?? (JSON.parse(message) as { rpId: string }).rpId).toBe(wanted);
  await other.close();
});
