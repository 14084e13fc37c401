// PostgreSQL only: the server's role cannot change or remove rows that are written once, or the triggers that protect
// them; and an exchange with only these rights can do all its work.
import { randomUUID } from 'node:crypto';
import { sql } from 'drizzle-orm';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import type { MarketId } from '@halyard/contract/ids';
import { buyOption, getOption } from '@halyard/contract/options/calls';
import { placeOrder } from '@halyard/contract/spot/mutationCalls';
import { decimal } from '@halyard/contract/money';
import { HOUR_MS } from '@halyard/contract/time';
import { checkBooks } from '../ledger/closings.ts';
import { reviewDeposit } from '../modules/deposits/depositReviews.ts';
import { extendChain } from '../operator/audit.ts';
import { readLogKey } from '../transparency/logKey.ts';
import { createSequencer } from '../transparency/sequencer.ts';
import { publishedHead } from '../transparency/publishedHead.ts';
import { createSnapshotJob } from '../modules/liabilities/index.ts';
import { reviewWithdrawal } from '../modules/withdrawals/withdrawalReviews.ts';
import { PRUNERS } from '../retention.ts';
import { askDeposit, askWithdrawal, openWithdrawer } from '../testing/funding.ts';
import { CURRENCY } from '../testing/ledgerFixtures.ts';
import { marketIdOf } from '../testing/optionMarket.ts';
import { createTool } from '../testing/operatorTool.ts';
import { createDatabaseOfTwoRoles, type TwoRoles } from '../testing/postgresServer.ts';
import { orderRequest, SYMBOL } from '../testing/spotMarket.ts';
import { createTestClock } from '../testing/testClock.ts';
import { testEngines } from '../testing/testDatabase.ts';
import { startTestServer, type TestServer } from '../testing/testServer.ts';
import { givePicture } from '../testing/uploads.ts';
import { openDatabase } from './connect.ts';
import { rowsOf } from './database.ts';
import { excessOf } from './roles.ts';
import { NAMED_TABLES, tableRightsOf } from './tableRights.ts';

const isThere = (await testEngines()).includes('postgres');
const DENIED = '42501';
const REVIEWER = { name: 'olga' };

describe.runIf(isThere)('the role of the server', () => {
  let place: TwoRoles;
  let server: TestServer;
  let client: pg.Client;
  const clock = createTestClock();
  beforeAll(async () => {
    place = await createDatabaseOfTwoRoles();
    server = await startTestServer({ clock, location: { databaseUrl: place.url, migrationsUrl: place.ownerUrl } });
    client = new pg.Client(place.url);
    await client.connect();
  });
  afterAll(async () => {
    await client.end();
    await server.close();
    await place.drop();
  });

  const codeOf = (statement: string) =>
    client.query(statement).then(
      () => 'done',
      (error: unknown) => (error as { readonly code: string }).code,
    );

  it.each([
    'ticks',
    'ledger_entries',
    'ledger_postings',
    'log_entries',
    'log_nodes',
    'log_checkpoints',
    'log_keys',
    'log_successors',
    'operator_actions',
    'audit_chain',
    'option_receipts',
    'futures_receipts',
    'liability_snapshots',
    'liability_tiles',
    'spot_fills',
  ])('changes, removes and unguards nothing in %s', async (table) => {
    const { rows } = await client.query<{ name: string }>(
      'select attname::text as name from pg_attribute where attrelid = $1::regclass and attnum > 1 and not attisdropped order by attnum limit 1',
      [table],
    );
    const column = rows[0]?.name ?? '';
    const statements = [
      `update ${table} set ${column} = ${column}`,
      `delete from ${table}`,
      `truncate ${table} cascade`,
      `alter table ${table} disable trigger all`,
      `alter table ${table} drop column ${column}`,
      `drop table ${table} cascade`,
      `create trigger mine before insert on ${table} for each row execute function refuse_change()`,
    ];
    for (const statement of statements) expect(await codeOf(statement), statement).toBe(DENIED);
  });

  it('cannot create objects, grant itself rights, or bypass triggers', async () => {
    for (const statement of [
      'create table mine (a integer)',
      'create function mine() returns integer language sql as $$ select 1 $$',
      'create schema mine',
      'drop function refuse_change() cascade',
      'create or replace function keep_last_checkpoint() returns void language sql as $$ select 1 $$',
      'set session_replication_role = replica',
      'update sql_functions set hash = hash',
      'delete from drizzle.__drizzle_migrations',
      'delete from users',
      'update log_pending set body = body',
      `alter role ${place.role} superuser`,
    ])
      expect(await codeOf(statement), statement).toBe(DENIED);
    expect(await codeOf('update journal_lock set entries = 0')).toBe('55000');
    // Granting a privilege without the right to is a warning, and changes nothing.
    await codeOf(`grant update on ticks to ${place.role}`);
    expect(await codeOf('update ticks set price = price')).toBe(DENIED);
    expect(await excessOf(server.db)).toEqual([]);
  });

  it('is enough for a whole exchange', async () => {
    await server.feed.append(SYMBOL, { price: '60000' });
    const user = await openWithdrawer(server);
    const as = { token: user.token };
    await server.fund(user, CURRENCY.USDT, '1000', 'option');
    const order = await server.call(placeOrder, { ...orderRequest('buy', '0.001'), clientRequestId: randomUUID() }, as);
    expect(order).toMatchObject({ status: 'completed' });

    const { id: paidIn } = await askDeposit(server, user, { proof: await givePicture(server, user) });
    await reviewDeposit(server, { id: paidIn, decision: 'approve' }, REVIEWER);
    const { id: paidOut } = await askWithdrawal(server, user);
    await reviewWithdrawal(server, { id: paidOut, decision: 'approve' }, REVIEWER);

    const bought = await server.call(
      buyOption,
      {
        marketId: (await marketIdOf(server.db, SYMBOL)) ?? (0 as MarketId),
        currencyId: CURRENCY.USDT,
        direction: 'up',
        seconds: 30,
        stake: decimal('100'),
      },
      as,
    );
    clock.advance(30_000);
    await server.feed.append(SYMBOL, { price: '60001', at: bought.dueAt });
    await vi.waitFor(async () => expect((await server.call(getOption, { id: bought.id }, as)).status).toBe('closed'), {
      interval: 20,
    });

    const { db, dataDir } = server;
    await createSnapshotJob({ db, clock }, HOUR_MS).run(
      { key: 'only', payload: {}, failures: 0 },
      {
        signal: new AbortController().signal,
        confirm: async () => undefined,
      },
    );
    const naming = { isSandbox: true, publicUrl: undefined, logOrigin: undefined };
    const published = publishedHead(dataDir);
    const key = await readLogKey(dataDir, undefined);
    await createSequencer({ db, clock, key, naming, published }).advance();
    expect((await published.read())?.size).toBeGreaterThan(0);
    await db.transaction((tx) => extendChain(tx));
    for (const prune of Object.values(PRUNERS)) await db.transaction((tx) => prune(tx, clock.nowMs(), 500));
    expect(await checkBooks(db)).toEqual([]);
  });

  it('cannot delete recent rows, whatever time it passes', async () => {
    await server.db.execute(sql`insert into log_checkpoints (size, note, signed_at, is_kept)
      values (1000000, '', clock_timestamp() - interval '50 seconds', false),
        (1000001, '', clock_timestamp() - interval '70 seconds', false),
        (1000002, '', clock_timestamp() - interval '70 seconds', true)`);
    const [row] = await rowsOf(server.db, sql`select forget_checkpoints('2999-01-01', 500) as count`);
    expect(row).toEqual({ count: 1 });
    const left = await rowsOf(
      server.db,
      sql`select size::int as size from log_checkpoints where size >= 1000000 order by 1`,
    );
    expect(left).toEqual([{ size: 1_000_000 }, { size: 1_000_002 }]);
    await expect(server.db.execute(sql`select forget_liabilities('users', now(), 1)`)).rejects.toThrow();
  });

  it('stays restricted over starts of its own, and gets rights on tables of a later version', async () => {
    const owner = await openDatabase({ databaseUrl: place.ownerUrl });
    await owner.db.execute(sql`create table later (id bigserial primary key, a integer)`);
    await (await openDatabase({ databaseUrl: place.url })).close();
    expect(await codeOf('insert into later (a) values (1)')).toBe(DENIED);
    await (await openDatabase({ databaseUrl: place.url, migrationsUrl: place.ownerUrl })).close();
    expect(await codeOf('insert into later (a) values (1)')).toBe('done');
    expect(await codeOf('delete from later')).toBe('done');
    await owner.db.execute(sql`drop table later`);
    await owner.close();
  });

  it('is refused when the owner has not migrated the database to this version', async () => {
    const owner = await openDatabase({ databaseUrl: place.ownerUrl });
    const refusal = () =>
      openDatabase({ databaseUrl: place.url }).then(
        () => 'opened',
        (error: unknown) => (error as Error).message,
      );
    await owner.db.execute(sql`update sql_functions set hash = 'old' where name = 'keep_last_checkpoint'`);
    expect(await refusal()).toMatch(/is not of this version, and DATABASE_URL may not change it: set MIGRATIONS_/);
    await owner.close();
    await (await openDatabase({ databaseUrl: place.url, migrationsUrl: place.ownerUrl })).close();
    expect(await refusal()).toBe('opened');
  });

  it('is shown and corrected by the operator tool', async () => {
    const env = { DATABASE_URL: place.url, DATA_DIR: server.dataDir, SANDBOX: '1' };
    const owner = await openDatabase({ databaseUrl: place.ownerUrl });
    await owner.db.execute(sql`grant update, truncate on ticks to ${sql.identifier(place.role)}`);
    await owner.db.execute(sql`grant update (body) on log_pending to ${sql.identifier(place.role)}`);
    await owner.close();
    const before = await createTool(env)('database', 'roles');
    expect([before.exitCode, before.out]).toEqual([1, expect.stringContaining('may TRUNCATE ticks')]);
    expect(before.out).toContain('may UPDATE ticks');
    expect(before.out).toContain('may UPDATE log_pending.body');
    const mended = await createTool({ ...env, MIGRATIONS_DATABASE_URL: place.ownerUrl })('database', 'roles');
    expect([mended.exitCode, mended.out]).toEqual([0, expect.stringContaining('is confined')]);
    // Before there is a key that could sign the command.
    const fresh = { ...env, MIGRATIONS_DATABASE_URL: place.ownerUrl, OPERATOR_KEYS: 'required' };
    expect(await createTool(fresh)('database', 'roles')).toMatchObject({ exitCode: 0 });
    const asOwner = await createTool({ ...env, DATABASE_URL: place.ownerUrl })('database', 'roles');
    expect([asOwner.exitCode, asOwner.out]).toEqual([1, expect.stringContaining('superuser')]);
  });

  it('is refused when it is the owner’s own role', async () => {
    const { href } = Object.assign(new URL(place.ownerUrl), { search: '?application_name=x' });
    await expect(openDatabase({ databaseUrl: href, migrationsUrl: place.ownerUrl })).rejects.toThrow(/superuser/);
  });

  it('has a rule for every table that triggers protect, and for no missing table', async () => {
    const rows = await rowsOf<{ name: string; is_guarded: boolean; rules: number }>(
      server.db,
      // Trigger type bits: 8 delete, 16 update, 32 truncate; only triggers without a condition count.
      sql`select c.relname as name, coalesce(bit_or(t.tgtype) & 24 = 24 and bool_and(t.tgqual is null), false) as is_guarded,
          coalesce(bit_or(t.tgtype::int) & 8, 0) as rules
        from pg_class c left join pg_trigger t on t.tgrelid = c.oid and not t.tgisinternal
          and t.tgfoid in ('refuse_change'::regproc, 'operator_actions_refuse'::regproc)
        where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' group by c.relname order by 1`,
    );
    const names = rows.map(({ name }) => name);
    expect(NAMED_TABLES.filter((name) => !names.includes(name))).toEqual([]);
    const guarded = rows.filter(({ is_guarded: isGuarded }) => isGuarded).map(({ name }) => name);
    expect(guarded).toEqual(expect.arrayContaining(['ticks', 'ledger_entries', 'log_entries', 'operator_actions']));
    for (const name of guarded) expect(tableRightsOf(name).privileges, name).toEqual(['INSERT', 'SELECT']);
    const neverGone = rows.filter(({ rules }) => rules !== 0).map(({ name }) => name);
    for (const name of neverGone) expect(tableRightsOf(name).privileges, name).not.toContain('DELETE');
  });
});
