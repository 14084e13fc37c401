// Commands of the operator tool besides reviews, through the socket of a real exchange: users, terms, books, and the
// audit log itself.
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { getUser } from '@halyard/contract/user/calls';
import { decimal } from '@halyard/contract/money';
import { rowsOf } from '../db/database.ts';
import { askWithdrawal, openWithdrawer } from '../testing/funding.ts';
import {
  createTool,
  openOffice,
  waitingDeposit,
  waitingWithdrawal,
  type Office,
  type Tool,
} from '../testing/operatorTool.ts';
import type { TestServer, TestUser } from '../testing/testServer.ts';

let office: Office;
let server: TestServer;
let tool: Tool;
let user: TestUser;
beforeAll(async () => {
  office = await openOffice();
  ({ server, tool } = office);
  user = await server.registerUser('ann@example.com');
});
afterAll(() => office.close());

const auditOf = (subject: string) => office.auditOf(subject);
const eventsOf = (work: () => Promise<unknown>) => office.eventsOf(work);

describe('users', () => {
  test('are listed and found', async () => {
    const found = await tool('users', 'list', '--search', 'ANN@');
    expect(found.out).toMatch(new RegExp(`^ *${user.id} +ann@example\\.com +en +none +none +\\d{4}-`, 'm'));
    expect(found.out.split('\n')).toHaveLength(2);
    expect((await tool('users', 'list', '--search', '%')).out).toBe('There are no such users.');
  });

  test('are shown without any secret, and that is logged', async () => {
    const rich = await openWithdrawer(server);
    await askWithdrawal(server, rich, { amount: decimal('20') });
    const { out } = await tool('users', 'show', `${rich.id}`);
    expect(out).toMatch(/^basic identity +verified$/m);
    expect(out).toMatch(/^fund password +set$/m);
    expect(out).toMatch(/^open sessions +1$/m);
    expect(out).toMatch(/^spot +USDT +980 +20$/m);
    const data = JSON.stringify(await tool.json('users', 'show', `${rich.id}`));
    for (const secret of await secretsOf(rich)) {
      expect(data).not.toContain(secret);
      expect(out).not.toContain(secret);
    }
    expect(await auditOf(`user:${rich.id}`)).toEqual([
      { operator: 'olga', action: 'users.show', reason: null },
      { operator: 'olga', action: 'users.show', reason: null },
    ]);
    expect(await tool('users', 'show', '999999')).toMatchObject({ exitCode: 1, err: 'there is no user 999999' });
  });

  test('lose all their sessions immediately', async () => {
    const thief = await server.registerUser();
    expect(await tool('users', 'logout', `${thief.id}`)).toMatchObject({ exitCode: 2 });
    const result = await eventsOf(() => tool('users', 'logout', `${thief.id}`, '--reason', 'The phone was stolen'));
    expect(result).toContainEqual(expect.objectContaining({ type: 'session-ended', userId: thief.id }));
    await expect(server.call(getUser, {}, { token: thief.token })).rejects.toThrow('NOT_LOGGED_IN');
    expect(await auditOf(`user:${thief.id}`)).toEqual([
      { operator: 'olga', action: 'users.logout', reason: 'The phone was stolen' },
    ]);
  });

  async function secretsOf(owner: TestUser): Promise<string[]> {
    const [row] = await rowsOf<{ password: string; fund: string; session: string }>(
      server.db,
      sql`select password_hash as password, fund_password_hash as fund, s.token_hash as session
        from users u join sessions s on s.user_id = u.id where u.id = ${owner.id}`,
    );
    return [owner.token, ...Object.values(row ?? {})];
  }
});

describe('currencies', () => {
  test('are listed and shown, by name and by id', async () => {
    const { out } = await tool('currencies', 'list');
    expect(out).toMatch(
      /^ *3 +USDT +USDT +10 +20 +0\.1 +1 +TRC20 \(19 blocks\), OMNI \(3 blocks\), ERC20 \(12 blocks\)$/m,
    );
    expect(out).toMatch(/^9999 +Bank +USDT +50 +100 +0\.5 +5 +bank$/m);
    const byName = await tool('currencies', 'show', 'btc');
    expect(byName.out).toMatch(/^min-withdrawal +0\.001$/m);
    expect(await tool('currencies', 'show', '1')).toEqual(byName);
    expect(await tool('currencies', 'show', 'DOGE')).toMatchObject({
      exitCode: 1,
      err: 'there is no channel «DOGE»: use USDT, BTC, ETH, Bank',
    });
  });

  test('get new terms for later requests, which are logged', async () => {
    const before = await waitingWithdrawal(server);
    const terms = ['--fee-percent', '2', '--fee-min', '3', '--min-withdrawal', '50', '--min-deposit', '5'];
    expect(await tool.json('currencies', 'set', 'USDT', ...terms)).toMatchObject({
      id: 3,
      depositMin: '5',
      withdrawalMin: '50',
      feePercent: '2',
      feeMin: '3',
    });
    const after = await waitingWithdrawal(server);
    const feeOf = async (id: number) => ((await tool.json('withdrawals', 'show', `${id}`)) as { fee: string }).fee;
    expect([await feeOf(before.id), await feeOf(after.id)]).toEqual(['1', '3']);
    expect(await auditOf('channel:3')).toEqual([
      {
        operator: 'olga',
        action: 'currencies.set',
        reason: 'min-deposit 10 -> 5, min-withdrawal 20 -> 50, fee-percent 0.1 -> 2, fee-min 1 -> 3',
      },
    ]);
    const again = await tool('currencies', 'set', 'USDT', '--fee-min', '3.0');
    expect(again).toMatchObject({ exitCode: 1, err: 'these are the terms already; nothing has changed' });
  });

  test.each([
    ['nothing', [], 2, 'nothing to set: use --min-deposit, --min-withdrawal, --fee-percent, --fee-min'],
    ['no number', ['--fee-min', 'much'], 2, '--fee-min must be a number like 12.5, not «much»'],
    ['less than nothing', ['--fee-min=-1'], 2, '--fee-min must be a number like 12.5, not «-1»'],
    ['too many digits', ['--min-deposit', '0.123456789'], 1, 'BTC has 8 digits after the point'],
    ['a minimum of nothing', ['--min-withdrawal', '0'], 1, 'a minimum must be above 0'],
    ['a minimum beyond all amounts', ['--min-withdrawal', '1000000000001'], 1, 'at most 1000000000000'],
    ['a fee of everything', ['--fee-percent', '100'], 1, 'the fee must be below 100 percent'],
    ['a fee that leaves nothing', ['--fee-min', '0.001'], 1, 'the fee of 0.001 would leave nothing'],
  ])('refuse %s', async (_what, options, exitCode, message) => {
    const before = await tool.json('currencies', 'show', 'BTC');
    const result = await tool('currencies', 'set', 'BTC', ...options);
    expect(result).toMatchObject({ exitCode, out: '' });
    expect(result.err).toContain(message);
    expect(await tool.json('currencies', 'show', 'BTC')).toEqual(before);
    expect(await auditOf('channel:1')).toEqual([]);
  });

  test('get an explorer per chain, which is logged, and lose it again', async () => {
    const url = 'https://explorer.example/#/tx/{id}?lang=en';
    const set = (...words: readonly string[]) => tool('currencies', 'explorer', 'eth', 'erc20', ...words);
    expect((await set('--url', url)).out).toMatch(/^explorer ERC20 +https:\/\/explorer\.example/m);
    expect(await tool.json('currencies', 'show', 'ETH')).toMatchObject({ chains: [{ chain: 'ERC20', explorer: url }] });
    expect(await set('--url', url)).toMatchObject({ exitCode: 1, err: expect.stringContaining('nothing has changed') });
    expect((await set('--none')).out).toMatch(/^explorer ERC20 +none$/m);
    expect(await auditOf('channel:2')).toMatchObject([
      { operator: 'olga', action: 'currencies.explorer', reason: `ERC20 none -> ${url}` },
      { action: 'currencies.explorer', reason: `ERC20 ${url} -> none` },
    ]);
  });

  test.each([
    ['http', 'http://explorer.example/tx/{id}'],
    ['a script', 'javascript:alert(1)//{id}'],
    ['no id', 'https://explorer.example/tx/'],
    ['two ids', 'https://explorer.example/{id}/{id}'],
    ['the id in its host', 'https://{id}.example/tx'],
    ['the id after its host without a slash', 'https://explorer.example{id}'],
    ['a name before its host', 'https://halyard.example@evil.example/tx/{id}'],
    ['a space', 'https://explorer.example/a b/{id}'],
    ['another placeholder', 'https://explorer.example/{coin}/{id}'],
  ])('refuse an explorer with %s', async (_what, url) => {
    const result = await tool('currencies', 'explorer', 'BTC', 'OMNI', '--url', url);
    expect(result).toMatchObject({ exitCode: 2, out: '' });
    expect(result.err).toContain('--url must be an https address with one {id}');
    expect(await tool.json('currencies', 'show', 'BTC')).toMatchObject({ chains: [{ explorer: null }] });
  });

  test('refuse an explorer of a chain that the coin does not have', async () => {
    const result = await tool('currencies', 'explorer', 'BTC', 'TRC20', '--none');
    expect(result).toMatchObject({ exitCode: 1, err: 'BTC has no chain «TRC20»: use OMNI' });
  });
});

describe('the ledger', () => {
  test('is totalled by currency, with a sum of zero', async () => {
    expect((await tool('ledger', 'list')).out).toMatch(/^BTC +house +maker +1000000000 +0$/m);
    const { out } = await tool('ledger', 'show', 'usdt');
    expect(out).toMatch(/^users +spot +\d+ +[\d.]+ +[\d.]+$/m);
    expect(out).toMatch(/^house +outside +1 +-[\d.]+ +0$/m);
    expect(out).toMatch(/^All together, available and held: 0$/m);
    expect(await tool.json('ledger', 'show', '3')).toMatchObject({ currency: 'USDT', sum: '0' });
    expect(await tool('ledger', 'show', 'EUR')).toMatchObject({
      exitCode: 1,
      err: expect.stringContaining('USDT, BTC'),
    });
  });

  test('is checked', async () => {
    expect((await tool('ledger', 'check')).out).toMatch(/^The books are right: \d+ entries, \d+ accounts\.$/);
    expect(await tool.json('ledger', 'check')).toMatchObject({ isRight: true, faults: [] });
  });
});

describe('the audit log', () => {
  test('is read newest first, by operator and by subject', async () => {
    const id = await waitingDeposit(server, user);
    await tool('deposits', 'show', `${id}`, '--operator', 'Nina');
    await tool('deposits', 'reject', `${id}`, '--reason', 'Said «no»', '--operator', 'Nina');
    const { out } = await tool('audit', 'list', '--by', 'Nina', '--subject', `deposit:${id}`);
    expect(out.split('\n').map((line) => line.replace(/^ *\d+  .{19}/, '<id>  <at>'))).toEqual([
      expect.stringMatching(/^ *ID {2}AT \(UTC\) +OPERATOR {2}ACTION +SUBJECT +REASON +KEYS$/),
      `<id>  <at>  Nina      deposits.reject  deposit:${id}  Said «no»  –`,
      `<id>  <at>  Nina      deposits.show    deposit:${id}  –          –`,
    ]);
    const piece = await tool.json('audit', 'list', '--limit', '1');
    expect(piece).toMatchObject({ rows: [{ operator: 'Nina', action: 'deposits.reject' }] });
    expect((await tool('audit', 'list', '--by', 'nobody')).out).toBe('Nothing was done yet.');
  });
});

describe('the operator', () => {
  test('must have a name, and not the autopilot’s', async () => {
    const own = createTool({ DATA_DIR: server.dataDir, OPERATOR_NAME: 'x'.repeat(65) });
    expect(await own('users', 'list')).toMatchObject({ exitCode: 2, err: expect.stringContaining('--operator') });
    expect(await tool('users', 'list', '--operator', 'Autopilot')).toMatchObject({ exitCode: 2 });
    expect(await tool('users', 'list', '--operator', 'a\u001b[31mb')).toMatchObject({ exitCode: 2 });
  });
});
