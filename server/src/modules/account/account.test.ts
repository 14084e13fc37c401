// The end of an account and the file with everything: only for the owner, only when the account is empty, and nothing
// of the books is lost. Plus the freeze by an operator, whose ground the owner and the reviewers read.
import { randomUUID } from 'node:crypto';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { inflateRawSync } from 'node:zlib';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import {
  closeAccount,
  DATA_EXPORT_PATH,
  getAccountClosing,
  getDataExport,
  keepAccount,
  requestDataExport,
  closingObstacle,
} from '@halyard/contract/account/calls';
import { decimal } from '@halyard/contract/money';
import { askUnfreeze, freezeAccount, getAccountProtection } from '@halyard/contract/security/freezeCalls';
import { getUser, logIn } from '@halyard/contract/user/calls';
import { withdraw } from '@halyard/contract/withdrawals/calls';
import { DAY_MS, HOUR_MS } from '@halyard/contract/time';
import { rowsOf } from '../../db/database.ts';
import { checkBooks } from '../../ledger/closings.ts';
import { readBalance } from '../../ledger/ledger.ts';
import { dropStepUp, openWithdrawer, type Withdrawer } from '../../testing/funding.ts';
import { accountOf, CURRENCY } from '../../testing/ledgerFixtures.ts';
import { openOffice, waitingIdentity, type Office } from '../../testing/operatorTool.ts';
import { createTestClock } from '../../testing/testClock.ts';
import { TEST_PASSWORD, type TestUser } from '../../testing/testServer.ts';
import { givePicture } from '../../testing/uploads.ts';
import type { OpenThings, UserTable } from '../../module.ts';
import { MODULES } from '../all.ts';
import { createClosingJob } from './closing.ts';
import { createExportJob } from './dataExport.ts';
import { readPages, USER_TABLES } from './userTables.ts';

const WAIT = { interval: 50 };
// As declared, with its order.
const EVENTS = USER_TABLES.find(({ table }) => table === 'user_events') as UserTable;
const clock = createTestClock();
let office: Office;
beforeAll(async () => {
  office = await openOffice({ clock });
});
afterAll(() => office.close());

const server = () => office.server;
const closing = ({ token }: TestUser) => server().call(getAccountClosing, {}, { token });
const close = ({ token }: TestUser) => server().call(closeAccount, {}, { token });
const logInAgain = ({ address }: TestUser) => server().call(logIn, { kind: 'email', address, password: TEST_PASSWORD });
const userRow = async ({ id }: Pick<TestUser, 'id'>) => {
  const [row] = await rowsOf<Record<string, unknown>>(server().db, sql`select * from users where id = ${id}`);
  return row ?? {};
};
/** Everything due within the days runs. */
const pass = async (days: number, done: () => Promise<void>) => {
  clock.advance(days * DAY_MS);
  await vi.waitFor(async () => {
    clock.advance(1000);
    await done();
  }, WAIT);
};

it('knows every table with rows of users', async () => {
  const rows = await rowsOf<{ table: string }>(
    server().db,
    sql`select distinct c.table_name as table from information_schema.columns c
        join information_schema.tables t on t.table_name = c.table_name and t.table_schema = 'public'
      where c.table_schema = 'public' and t.table_type = 'BASE TABLE'
        and c.column_name in ('user_id', 'taker_user_id', 'beneficiary_id')
      order by 1`,
  );
  const declared = MODULES.flatMap(({ userTables = [] }) => userTables.map(({ table }) => table));
  expect(declared.toSorted()).toEqual(rows.map(({ table }) => table).toSorted());
});

it('finds the open things that prevent the end of an account', () => {
  const found = MODULES.flatMap(({ openThings = {} }) => Object.keys(openThings));
  expect(['balance', ...found].toSorted()).toEqual(closingObstacle.options.toSorted());
});

describe('closing an account', () => {
  it('needs a step-up, and an account with nothing in it', async () => {
    const user = await server().registerUser();
    await server().fund(user, CURRENCY.USDT, '1');
    expect(await closing(user)).toMatchObject({
      closesAt: null,
      obstacles: ['balance'],
      worth: '1',
      retentionYears: 5,
    });
    await expect(close(user)).rejects.toMatchObject({ code: 'CLOSING_OBSTACLES' });
    await dropStepUp(server(), user.id);
    await expect(close(user)).rejects.toMatchObject({ code: 'PROOF_REQUIRED' });
  });

  it('is possible with a coin that no market can value', async () => {
    const user = await server().registerUser();
    await server().fund(user, CURRENCY.LTC, '5');
    expect(await closing(user)).toMatchObject({ obstacles: ['balance'], worth: null });
    await server().db.execute(sql`update markets set delisted_at = now(), series_id = null where symbol = 'LTC/USDT'`);
    expect(await closing(user)).toMatchObject({ obstacles: [], worth: '0' });
  });

  it('can be taken back for seven days', async () => {
    const user = await server().registerUser();
    const { closesAt } = await close(user);
    expect(closesAt).toBe(new Date(clock.nowMs() + 7 * DAY_MS).toISOString());
    expect(await close(user)).toMatchObject({ closesAt });
    expect(await server().call(keepAccount, {}, { token: user.token })).toMatchObject({ closesAt: null });
    clock.advance(7 * DAY_MS + 1000);
    expect(await userRow(user)).toMatchObject({ email: user.address, closed_at: null });
  });

  it('ends sessions, erases the person, keeps the numbers, and frees the address and the ID number', async () => {
    const user = await openWithdrawer(server());
    const { db } = server();
    await emptySpot(user);
    await server().fund(user, CURRENCY.USDT, '0.5');
    await close(user);
    await pass(7, async () => expect((await userRow(user))['closed_at']).not.toBeNull());
    await expect(server().call(getUser, {}, { token: user.token })).rejects.toMatchObject({ code: 'NOT_LOGGED_IN' });
    await expect(logInAgain(user)).rejects.toMatchObject({ code: 'LOGIN_FAILED' });
    expect(await userRow(user)).toMatchObject({ email: null, phone: null, password_hash: '' });
    expect(await readBalance(db, accountOf(user.id, CURRENCY.USDT))).toMatchObject({ available: '0.5' });
    const kept = await rowsOf<{ email: string }>(db, sql`select email from closed_accounts where user_id = ${user.id}`);
    expect(kept).toEqual([{ email: user.address }]);
    expect(await countOf('withdrawal_addresses', user)).toBe(0);
    expect(await countOf('identity_checks', user)).toBe(1);
    expect(await checkBooks(db)).toEqual([]);
    const again = await server().registerUser(user.address);
    const idNumber = 'AB7654321';
    await db.execute(sql`update identity_checks set id_number = ${idNumber} where user_id = ${user.id}`);
    const check = String(await waitingIdentity(server(), again, idNumber));
    expect((await office.tool('identity', 'show', check)).out).toMatch(/verified, account closed/);
    expect(await office.tool('identity', 'approve', check)).toMatchObject({ exitCode: 0 });

    await pass(5.01 * 365.25, async () => expect(await countOf('closed_accounts', user)).toBe(0));
    const [identity] = await rowsOf<Record<string, unknown>>(
      db,
      sql`select country, full_name, id_number, address from identity_checks where user_id = ${user.id}`,
    );
    expect(identity).toEqual({ country: null, full_name: null, id_number: null, address: null });
    expect(await checkBooks(db)).toEqual([]);
  });

  it('does not happen when money came in meanwhile', async () => {
    const user = await server().registerUser();
    await close(user);
    await server().fund(user, CURRENCY.USDT, '100');
    await pass(7, async () => expect((await userRow(user))['closing_at']).toBeNull());
    expect(await userRow(user)).toMatchObject({ email: user.address, closed_at: null });
    expect(await eventsOf(user)).toContain('account_not_closed');
  });

  it('is ended and refused by a freeze, also by one from before this rule', async () => {
    const [user, other] = [await server().registerUser(), await server().registerUser()];
    await close(user);
    await close(other);
    await freezeByUs(user, 'sanctions');
    expect(await closing(user)).toMatchObject({ closesAt: null });
    expect(await eventsOf(user)).toContain('account_kept');
    await expect(close(user)).rejects.toMatchObject({ code: 'ACCOUNT_FROZEN' });
    await server().db.execute(sql`update users set frozen_at = now() where id = ${other.id}`);
    await pass(7, async () => expect((await userRow(other))['closing_at']).toBeNull());
    for (const one of [user, other]) expect(await userRow(one)).toMatchObject({ email: one.address, closed_at: null });
  });
});

describe('everything about a user', () => {
  it('is made, announced, downloaded with a step-up, and deleted after seven days', async () => {
    const user = await openWithdrawer(server());
    const picture = await givePicture(server(), user);
    const request = await server().call(requestDataExport, {}, { token: user.token });
    expect(request).toMatchObject({ status: 'pending', bytes: null });
    const read = () => server().call(getDataExport, {}, { token: user.token });
    await vi.waitFor(async () => {
      clock.advance(1000);
      expect(await read()).toMatchObject({ status: 'ready' });
    }, WAIT);
    expect(await eventsOf(user)).toContain('data_export_ready');
    const response = await download(user);
    expect(response.statusCode).toBe(200);
    const files = unzip(response.rawPayload);
    expect(files.get('account.json')).toContain(user.address);
    expect(files.get('account.json')).not.toContain('password_hash');
    expect(files.get('identity_checks.json')).toContain('Ann Trader');
    expect([...files.keys()]).toContain('movements.csv');
    expect([...files.keys()]).toContain(`pictures/${picture.split('/').at(-1) ?? ''}`);
    expect([...files.values()].join('')).not.toMatch(/argon2|token_hash/);
    const other = await server().registerUser();
    expect((await download(other)).json()).toMatchObject({ type: 'error' });
    await dropStepUp(server(), user.id);
    expect((await download(user)).body).toContain('PROOF_REQUIRED');
    await pass(7, async () => expect(await rowsOf(server().db, sql`select 1 as one from data_exports`)).toEqual([]));
    expect(exportsOnDisk()).toEqual([]);
  });

  it('leaves no file behind when the account ends after it was made', async () => {
    const user = await server().registerUser();
    await server().call(requestDataExport, {}, { token: user.token });
    await vi.waitFor(() => {
      clock.advance(1000);
      expect(exportsOnDisk()).toEqual([expect.stringMatching(/\.zip$/)]);
    }, WAIT);
    await close(user);
    // The job that ends the account, before the week of the file is over.
    const end = createClosingJob({ ...ofModules(), retentionYears: 5 });
    await server().db.execute(sql`update users set closing_at = now() - interval '1 day' where id = ${user.id}`);
    const job = { key: String(user.id), payload: { userId: user.id }, failures: 0 };
    await server().db.transaction((tx) => end.run(tx, job));
    expect((await userRow(user))['closed_at']).not.toBeNull();
    await vi.waitFor(() => {
      clock.advance(1000);
      expect(exportsOnDisk()).toEqual([]);
    }, WAIT);
  });

  it('leaves no file behind when the account ends while it is made', async () => {
    const user = await server().registerUser();
    const { db } = server();
    await db.execute(
      sql`insert into data_exports (user_id, file, requested_at) values (${user.id}, ${randomUUID()}, now())`,
    );
    const [row] = await rowsOf<{ id: string }>(
      db,
      sql`select id::text as id from data_exports where user_id = ${user.id}`,
    );
    const open = async () => {
      await db.execute(sql`delete from data_exports where user_id = ${user.id}`);
      return [];
    };
    const job = createExportJob({ ...ofModules(), csvFiles: [{ name: 'movements', open }] as never });
    const lease = { signal: new AbortController().signal, confirm: () => Promise.resolve() };
    expect(await job.run({ key: row?.id ?? '', payload: {}, failures: 0 }, lease)).toBe('done');
    expect(exportsOnDisk()).toEqual([]);
    expect(await eventsOf(user)).not.toContain('data_export_ready');
  });

  it('is given up after a day of failures, and its user may ask again', async () => {
    const user = await server().registerUser();
    const { db } = server();
    const asked = async (hoursAgo: number) => {
      await db.execute(sql`delete from data_exports where user_id = ${user.id}`);
      const at = new Date(clock.nowMs() - hoursAgo * HOUR_MS).toISOString();
      const [row] = await rowsOf<{ id: string }>(
        db,
        sql`insert into data_exports (user_id, file, requested_at) values (${user.id}, ${randomUUID()}, ${at}::timestamptz)
          returning id::text as id`,
      );
      return { key: row?.id ?? '', payload: {}, failures: 0 };
    };
    const open = () => Promise.reject(new Error('no list'));
    const job = createExportJob({ ...ofModules(), csvFiles: [{ name: 'movements', open }] as never });
    const lease = { signal: new AbortController().signal, confirm: () => Promise.resolve() };
    await expect(job.run(await asked(23), lease)).rejects.toThrow('no list');
    expect(await countOf('data_exports', user)).toBe(1);
    const late = await asked(25);
    await expect(job.run(late, { ...lease, signal: AbortSignal.abort() })).rejects.toThrow(/abort/);
    expect(await countOf('data_exports', user)).toBe(1);
    expect(await job.run(late, lease)).toBe('done');
    expect(await countOf('data_exports', user)).toBe(0);
    expect(await eventsOf(user)).toContain('data_export_failed');
    expect(exportsOnDisk()).toEqual([]);
  });
});

it('exports and deletes more rows than fit in a page', async () => {
  const user = await server().registerUser();
  const { db } = server();
  const pageRows = 1000;
  await db.execute(
    sql`insert into user_events (user_id, subject, ref, category, at, facts)
      select ${user.id}, 'order', n, 'fills', now() - n % 7 * interval '1 minute', '{}' from generate_series(1, 2500) n`,
  );
  const before = await countOf('user_events', user);
  const pages: (readonly string[])[] = [];
  for await (const page of readPages(db, EVENTS, user.id)) pages.push(page);
  expect(Math.max(...pages.map(({ length }) => length))).toBe(pageRows);
  const ids = pages.flat().map((row) => (JSON.parse(row) as { id: string }).id);
  expect(ids).toHaveLength(before);
  expect(new Set(ids).size).toBe(before);

  // The first page goes with the account; a crash after it leaves the others to their job.
  const end = createClosingJob({ ...ofModules(), retentionYears: 5 });
  await db.execute(sql`update users set closing_at = now() - interval '1 day' where id = ${user.id}`);
  const left = await db.transaction(async (tx) => {
    await end.run(tx, { key: String(user.id), payload: { userId: user.id }, failures: 0 });
    const [row] = await rowsOf<{ count: number }>(
      tx,
      sql`select count(*)::int as count from user_events where user_id = ${user.id}`,
    );
    return row?.count;
  });
  expect(left).toBe(before - pageRows);
  await vi.waitFor(async () => {
    clock.advance(1000);
    expect(await countOf('user_events', user)).toBe(0);
  }, WAIT);
});

describe('a freeze by an operator', () => {
  it('has a ground that the owner reads, and is lifted by a command', async () => {
    const user = await openWithdrawer(server());
    const refused = await office.tool('freezes', 'add', String(user.id), '--ground', 'dislike', '--reason', 'x');
    expect(refused.exitCode).not.toBe(0);
    const words = ['--ground', 'court_order', '--reason', 'Order 17/26 of the court of Hamburg'];
    await office.tool.json('freezes', 'add', String(user.id), ...words);
    const state = () => server().call(getAccountProtection, {}, { token: user.token });
    expect(await state()).toMatchObject({
      isFrozen: true,
      ground: 'court_order',
      groundReason: 'Order 17/26 of the court of Hamburg',
    });
    const request = { channelId: 3, amount: decimal('20') } as never;
    await expect(server().call(withdraw, request, { token: user.token })).rejects.toMatchObject({
      code: 'ACCOUNT_FROZEN',
    });
    expect(await eventsOf(user)).toContain('account_frozen_by_us');
    await office.tool.json('freezes', 'lift', String(user.id), '--reason', 'the order was lifted');
    expect(await state()).toMatchObject({ isFrozen: false, ground: null });
    expect(await office.auditOf(`user:${user.id}`)).toMatchObject([
      { action: 'freezes.add', reason: 'court_order: Order 17/26 of the court of Hamburg' },
      { action: 'freezes.lift', reason: 'the order was lifted' },
    ]);
  });

  it('takes over a freeze by the owner, and ends by its command where a court or a list of sanctions demands it', async () => {
    const user = await server().registerUser();
    const session = { token: user.token };
    await server().call(freezeAccount, {}, session);
    await freezeByUs(user, 'court_order');
    expect(
      await office.tool('freezes', 'add', String(user.id), '--ground', 'sanctions', '--reason', 'x'),
    ).toMatchObject({ exitCode: 1, err: expect.stringContaining('is frozen already: court_order') });
    await server().call(freezeAccount, {}, session);
    await server().call(askUnfreeze, {}, session);
    const [request] = await rowsOf<{ id: number }>(
      server().db,
      sql`select id from unfreeze_requests where user_id = ${user.id} and status = 'pending'`,
    );
    const id = String(request?.id);
    for (const seen of [await office.tool('unfreeze', 'list'), await office.tool('unfreeze', 'show', id)])
      expect(seen.out).toMatch(/court_order[^]*for court_order/);
    expect(await office.tool('unfreeze', 'approve', id)).toMatchObject({
      exitCode: 1,
      err: expect.stringContaining('only "freezes lift" ends'),
    });
    expect(await userRow(user)).toMatchObject({ frozen_ground: 'court_order', frozen_at: expect.anything() });
    await office.tool.json('freezes', 'lift', String(user.id), '--reason', 'the order was lifted');
    expect(await userRow(user)).toMatchObject({ frozen_ground: null, frozen_at: null });
  });

  it('is lifted by a review on other grounds, and ends the resets of a thief', async () => {
    const user = await server().registerUser();
    const { db } = server();
    await db.execute(sql`insert into factor_resets (user_id, wait_hours) values (${user.id}, 72)`);
    await db.execute(
      sql`insert into fund_password_resets (user_id, password_hash, status, proved_by, wait_hours, works_at)
        values (${user.id}, 'x', 'waiting', 'totp', 24, now() + interval '1 day')`,
    );
    await freezeByUs(user, 'stolen_account');
    for (const table of ['factor_resets', 'fund_password_resets'])
      expect(await rowsOf(db, sql`select status from ${sql.identifier(table)} where user_id = ${user.id}`)).toEqual([
        { status: 'cancelled' },
      ]);
    const again = { token: await logInAgain(user) };
    await db.execute(sql`update sessions set proved_at = now() where user_id = ${user.id}`);
    await server().call(askUnfreeze, {}, again);
    const [request] = await rowsOf<{ id: number }>(
      db,
      sql`select id from unfreeze_requests where user_id = ${user.id} and status = 'pending'`,
    );
    expect((await office.tool('unfreeze', 'approve', String(request?.id))).exitCode).toBe(0);
    expect(await userRow(user)).toMatchObject({ frozen_ground: null, frozen_at: null });
  });
});

function freezeByUs({ id }: Pick<TestUser, 'id'>, ground: string): Promise<unknown> {
  return office.tool.json('freezes', 'add', String(id), '--ground', ground, '--reason', `for ${ground}`);
}

const exportsOnDisk = () => readdirSync(join(server().dataDir, 'exports'));

/** Dependencies of the jobs of accounts, with everything that modules declare. */
function ofModules() {
  const { db, events, dataDir } = server();
  return {
    db,
    events,
    dataDir,
    clock,
    csvFiles: [],
    userTables: MODULES.flatMap(({ userTables = [] }) => userTables),
    openThings: Object.assign({}, ...MODULES.map(({ openThings }) => openThings)) as OpenThings,
    endsWithAccount: MODULES.flatMap(({ endsWithAccount = [] }) => endsWithAccount),
  };
}

async function countOf(table: string, { id }: Pick<TestUser, 'id'>): Promise<number> {
  const [row] = await rowsOf<{ count: number }>(
    server().db,
    sql`select count(*)::int as count from ${sql.identifier(table)} where user_id = ${id}`,
  );
  return row?.count ?? 0;
}

async function eventsOf({ id }: TestUser): Promise<string[]> {
  const rows = await rowsOf<{ kind: string }>(
    server().db,
    sql`select facts ->> 'kind' as kind from user_events where user_id = ${id} and category = 'security'`,
  );
  return rows.map(({ kind }) => kind);
}

const download = ({ token }: TestUser) =>
  server().app.inject({ url: `/api/${DATA_EXPORT_PATH}`, headers: { authorization: token } });

/** Names and texts of the entries, by the central directory. */
function unzip(bytes: Buffer): Map<string, string> {
  const files = new Map<string, string>();
  const end = bytes.lastIndexOf(Buffer.from('504b0506', 'hex'));
  let at = bytes.readUInt32LE(end + 16);
  for (let left = bytes.readUInt16LE(end + 10); left > 0; left -= 1) {
    const [packed, length, local] = [
      bytes.readUInt32LE(at + 20),
      bytes.readUInt16LE(at + 28),
      bytes.readUInt32LE(at + 42),
    ];
    const name = bytes.toString('utf8', at + 46, at + 46 + length);
    const begin = local + 30 + bytes.readUInt16LE(local + 26);
    files.set(name, inflateRawSync(bytes.subarray(begin, begin + packed)).toString('utf8'));
    at += 46 + length;
  }
  return files;
}

async function emptySpot(user: Withdrawer): Promise<void> {
  const { available } = await readBalance(server().db, accountOf(user.id, CURRENCY.USDT));
  await server().db.transaction(async (tx) => {
    const { postEntries } = await import('../../ledger/ledger.ts');
    const { transfer } = await import('../../testing/ledgerFixtures.ts');
    await postEntries(tx, [
      transfer(accountOf(user.id, CURRENCY.USDT), { house: 'outside', currencyId: CURRENCY.USDT }, available),
    ]);
  });
}
