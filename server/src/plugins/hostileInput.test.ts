// Every call with missing, wrong, repeated, unknown, huge and hostile parameters that are generated from its codec: the
// answer is always an error of the contract (or a success, when the text was acceptable), never a server fault, and
// neither a refused nor a reading request writes a row.
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { sql } from 'drizzle-orm';
import * as fc from 'fast-check';
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import * as z from 'zod/mini';
import type { Call } from '@halyard/contract/call';
import { ALL_CALLS } from '@halyard/contract/allCalls';
import { logOut } from '@halyard/contract/user/calls';
import { saveBankCard } from '@halyard/contract/bank/calls';
import { getDepositTerms } from '@halyard/contract/deposits/calls';
import { readEnvelope } from '@halyard/contract/envelope';
import { SERVER_ERROR_CODES } from '@halyard/contract/errors';
import { isThorough } from '@halyard/contract/testing/thorough';
import { buildWire } from '@halyard/contract/testing/build';
import { rowsOf } from '../db/database.ts';
import { CARD } from '../testing/funding.ts';
import { plausibleRequests, type Fields } from '../testing/plausibleRequests.ts';
import { startTestServer, type TestServer } from '../testing/testServer.ts';
import { givePicture } from '../testing/uploads.ts';

// One or two of each kind.
const HOSTILE = [
  ['', '\0', 'a\0b', '-1', '0', '1e400', 'NaN', '1,5', '٣', '2147483648'],
  ['9223372036854775808', '99999999999999999999999999999', '0.0000000000000000001', `0.${'1'.repeat(400)}`],
  ['null', '[]', '__proto__', "' or 1=1; drop table users; --", '%00', '\\', '$1'],
  ['../../etc/passwd', '<script>alert(1)</script>', '\ud800', '\r\nx: y'],
  ['🦄'.repeat(64), 'x'.repeat(20_000)],
].flat();

const SHARE = 6;
/**
 * All of them at night; with every change each sixth, starting with another one for each field, so that every value is
 * used in some fields of every kind.
 */
const shareOf = <T>(values: readonly T[], place: number): readonly T[] =>
  isThorough ? values : values.filter((_, index) => index % SHARE === place % SHARE);

let server: TestServer;
let token: string;
let proof = '';
beforeAll(async () => {
  server = await startTestServer();
  await server.feed.append('BTC/USDT', { price: '20000' }, { price: '20010' });
  // A number that random ids do not hit, so that the session survives requests to end one.
  await server.db.execute(sql`alter sequence sessions_id_seq restart with 7654321`);
  const user = await server.registerUser();
  token = user.token;
  proof = await givePicture(server, user);
  // Deposit addresses are stored when they are first shown.
  await server.call(getDepositTerms, {}, { token });
  // The jobs of a full hour.
  await server.db.execute(sql`update jobs set due_at = due_at + interval '1 day' where due_at > now()`);
  await watchWrites();
  // A wrong login password notifies the owner, once a day.
  const binding = server.call(saveBankCard, { ...CARD, loginPassword: 'a wrong one', code: '000000' }, { token });
  await assert.rejects(binding, { code: 'PASSWORD_WRONG' });
  await untilNotified();
});
afterAll(() => server.close());
// Writes after the answer count too.
afterEach(() => {
  isChecked = false;
  return expectUnwritten('after its answers');
});

/**
 * The database itself records every permanently written row; the last use of a session and the leases of jobs do not
 * count.
 */
async function watchWrites(): Promise<void> {
  const { db } = server;
  await db.execute(sql`create schema watch`);
  await db.execute(sql`create table watch.writes (id bigserial primary key, name text not null)`);
  await db.execute(sql`create function watch.note() returns trigger language plpgsql as $$ declare
    turns text[] := case tg_table_name when 'sessions' then array['last_seen_at', 'expires_at']
      else array['due_at', 'lease', 'leased_until'] end;
  begin
    if tg_op <> 'UPDATE' or to_jsonb(old) - turns <> to_jsonb(new) - turns then
      insert into watch.writes (name) values (tg_op || ' ' || tg_table_name);
    end if;
    return null;
  end $$`);
  const tables = await rowsOf<{ name: string }>(
    db,
    sql`select tablename as name from pg_tables where schemaname = 'public'`,
  );
  assert.ok(tables.length > 20, 'the tables are not where they are looked for');
  for (const { name } of tables) {
    // Attempts are counted regardless of their result; the sweep of alerts ends a while after the last alert; results
    // of months that are over are stored when they are first read.
    if (['login_tries', 'price_alert_cursors', 'result_books', 'result_months'].includes(name)) continue;
    await db.execute(
      sql`create trigger watched after insert or update or delete on ${sql.identifier(name)} for each row execute function watch.note()`,
    );
  }
}

let seenId = '0';
let isChecked = true;

/** Rows written since the last call. */
async function newWrites(): Promise<string[]> {
  const writes = await rowsOf<{ id: string; name: string }>(
    server.db,
    sql`select id::text, name from watch.writes w where id > ${seenId}::bigint order by w.id`,
  );
  seenId = writes.at(-1)?.id ?? seenId;
  return writes.map(({ name }) => name);
}

/** Calls of legacy clients are forms; the app's calls also take JSON. `doubled` sends a field twice. */
type Sending = {
  readonly fields: Fields;
  readonly as: 'form' | 'json';
  readonly doubled?: string;
  /** In the query of a call that reads its body. */
  readonly query?: Readonly<Record<string, string>>;
};

let sent = 0;

async function send(call: Call, { fields, as, doubled, query = {} }: Sending) {
  const isQuery = call.method === 'GET';
  const isForm = as === 'form' || isQuery;
  const form = new URLSearchParams(isForm ? (asForm(fields) as Record<string, string>) : {});
  if (doubled !== undefined) form.append(doubled, form.get(doubled) ?? '');
  sent += 1;
  const response = await server.app.inject({
    method: call.method,
    url: `/api/${call.path}?${isQuery ? form.toString() : new URLSearchParams(query).toString()}`,
    remoteAddress: `10.${(sent >> 16) & 255}.${(sent >> 8) & 255}.${sent & 255}`,
    headers: {
      authorization: token,
      ...(isQuery ? {} : { 'content-type': isForm ? 'application/x-www-form-urlencoded' : 'application/json' }),
    },
    ...(isQuery ? {} : { payload: isForm ? form.toString() : JSON.stringify(fields) }),
  });
  return { status: response.statusCode, reply: readEnvelope(response.json()), body: response.body };
}

type Answered = Awaited<ReturnType<typeof send>>;

/** Asserts that requests that cannot be valid have written nothing since the last check. */
async function expectUnwritten(about: unknown): Promise<void> {
  if (!isChecked) expect(await newWrites(), JSON.stringify(about)).toEqual([]);
  isChecked = true;
}

/**
 * A request may be valid and have an effect, for example with an existing phone number or an unusual bank name: writes
 * of it and of those before are checked separately. Requests that cannot be valid are checked together.
 */
async function sendWatched(call: Call, sending: Sending): Promise<Answered> {
  const mayBeRight = sending.doubled === undefined && isDecoded(call, sending.fields);
  if (mayBeRight) await expectUnwritten(sending);
  const answered = await send(call, sending);
  isChecked = false;
  if (answered.reply?.ok === true && call.method !== 'GET') await untilNotified();
  else if (mayBeRight) await expectUnwritten(sending);
  return answered;
}

function expectSound({ status, reply, body }: Answered, about: unknown): void {
  expect(status, `${JSON.stringify(about)}: ${body.slice(0, 300)}`).toBe(200);
  expect(reply, JSON.stringify(about)).toBeDefined();
  if (reply?.ok !== false) return;
  expect(SERVER_ERROR_CODES, JSON.stringify(about)).toContain(reply.code);
  expect(reply.message ?? '').not.toBe('');
  expect(reply.isLoggedOut).toBe(false);
}

function expectRefused(answered: Answered, codes: readonly string[], about: unknown): void {
  expectSound(answered, about);
  const code = answered.reply?.ok === false ? answered.reply.code : 'ok';
  expect(codes, JSON.stringify(about)).toContain(code);
}

const baseOf = (call: Call): Fields => ({
  ...(buildWire(call.request) as Fields),
  ...plausibleRequests(proof)[call.name],
});
const isDecoded = (call: Call, fields: Fields) => z.safeDecode(call.request, fields).success;
const asForm = (fields: Fields): Fields =>
  Object.fromEntries(Object.entries(fields).map(([name, value]) => [name, String(value)]));
/** Legacy clients may send numbers where forms have digits. */
const asRead = (call: Call, fields: Fields): Fields =>
  call.isOwn || 'client_request_id' in fields
    ? fields
    : Object.fromEntries(
        Object.entries(fields).map(([name, value]) => [name, Number.isSafeInteger(value) ? String(value) : value]),
      );
const PARAMETER = ['PARAMETER_MISSING', 'PARAMETER_INVALID', 'PARAMETER_UNKNOWN'];

// Logging out takes no parameters and always has its effect, so only invalid requests are sent to it.
const CALLS = ALL_CALLS.map((call, place) => ({ name: call.name, call, place, names: Object.keys(baseOf(call)) }));

const STRAYS = [
  'user_id',
  'uid',
  'is_admin',
  '__proto__',
  'constructor',
  'prototype',
  'x'.repeat(3000),
  '\0',
  '🦄',
  '',
];

/** Logging out would end the session of the other requests. */
const isOpenToLegacy = (call: Call) => !call.isOwn && !call.isSandboxOnly && call.name !== logOut.name;

async function expectIgnored(call: Call, sending: Sending): Promise<void> {
  const answered = await sendWatched(call, sending);
  expectSound(answered, sending);
  const code = answered.reply?.ok === false ? answered.reply.code : 'ok';
  expect(['PARAMETER_UNKNOWN', 'PARAMETER_MISSING'], JSON.stringify(sending)).not.toContain(code);
}

/**
 * Follow-ups of a request run after its answer: wait until the user is notified and mailed, and discard those writes.
 */
async function untilNotified(): Promise<void> {
  const pending = () =>
    rowsOf(server.db, sql`select 1 from pending_events union all select 1 from jobs where kind = 'user_mail'`);
  await vi.waitFor(async () => expect(await pending()).toEqual([]), { interval: 5 });
  await newWrites();
  isChecked = true;
}

describe.each(CALLS)('$name', ({ call, place, names }) => {
  test('refuses requests without a required field', async () => {
    for (const name of names) {
      const { [name]: _, ...rest } = baseOf(call);
      if (isDecoded(call, asForm(rest))) continue;
      expectRefused(await sendWatched(call, { fields: rest, as: 'form' }), ['PARAMETER_MISSING'], name);
    }
  });

  test('refuses a repeated field', async () => {
    for (const doubled of names) {
      expectRefused(
        await sendWatched(call, { fields: baseOf(call), as: 'form', doubled }),
        ['PARAMETER_INVALID'],
        doubled,
      );
    }
  });

  test.runIf(call.isOwn || names.includes('client_request_id'))('refuses unknown fields', async () => {
    for (const stray of shareOf(STRAYS, place)) {
      const fields = { client_request_id: randomUUID(), ...baseOf(call), ...Object.fromEntries([[stray, '1']]) };
      expectRefused(
        await sendWatched(call, { fields, as: 'form' }),
        ['PARAMETER_UNKNOWN', 'REQUEST_UNREADABLE'],
        stray,
      );
    }
  });

  test.runIf(isOpenToLegacy(call))(
    'ignores fields that legacy clients add, as a form, as JSON and in the query',
    async () => {
      const { client_request_id: _, ...fields } = baseOf(call);
      for (const stray of shareOf(STRAYS, place))
        await expectIgnored(call, { fields: { ...fields, ...Object.fromEntries([[stray, '1']]) }, as: 'form' });
      const added = { lang: 'en', _timespan: '1795391686726' };
      await expectIgnored(call, { fields: { ...added, ...fields }, as: 'form' });
      await expectIgnored(call, { fields: { ...added, ...fields }, as: 'json' });
      await expectIgnored(call, { fields, as: 'form', query: added });
    },
  );

  test('withstands hostile texts in each field', async () => {
    for (const [field, name] of names.entries()) {
      for (const value of shareOf(HOSTILE, place + field)) {
        const fields = asForm({ ...baseOf(call), [name]: value });
        const answered = await sendWatched(call, { fields, as: 'form' });
        if (isDecoded(call, fields) && !value.includes('\0')) expectSound(answered, { name, value });
        else expectRefused(answered, [...PARAMETER, 'REQUEST_TOO_LARGE'], { name, value });
      }
    }
  });
});

const WRITING = CALLS.filter(({ call }) => call.method !== 'GET');

describe.each(WRITING)('$name', ({ call, names }) => {
  test('withstands JSON of any shape in each field', async () => {
    const value = fc.oneof(
      fc.jsonValue(),
      fc.string({ unit: 'binary', maxLength: 300 }),
      fc.double(),
      fc.maxSafeInteger(),
    );
    for (const name of names) {
      const property = fc.asyncProperty(value, async (hostile) => {
        const fields = { ...baseOf(call), [name]: hostile };
        const answered = await sendWatched(call, { fields, as: 'json' });
        // The server receives the value after JSON serialisation.
        const seen = asRead(call, JSON.parse(JSON.stringify(fields)) as Fields);
        const hasNull = typeof seen[name] === 'string' && seen[name].includes('\0');
        if (isDecoded(call, seen) && !hasNull) expectSound(answered, { name, hostile });
        // A value with the key `__proto__` is refused before any field is checked.
        else expectRefused(answered, [...PARAMETER, 'REQUEST_UNREADABLE'], { name, hostile });
      });
      await fc.assert(property, { numRuns: isThorough ? 8 : 2 });
    }
  });
});

describe.each(CALLS.filter(({ names }) => names.length > 0))('$name', ({ call, names }) => {
  test('withstands all of them together', async () => {
    const text = fc.oneof(
      fc.constantFrom(...HOSTILE.slice(0, -2)),
      fc.string({ unit: 'binary', maxLength: 40 }),
      fc.integer().map(String),
    );
    const fields = fc.record(Object.fromEntries(names.map((name) => [name, text])), { requiredKeys: [] });
    await fc.assert(
      fc.asyncProperty(fields, async (hostile) =>
        expectSound(await sendWatched(call, { fields: hostile, as: 'form' }), hostile),
      ),
      { numRuns: isThorough ? 20 : 3 },
    );
  });
});
