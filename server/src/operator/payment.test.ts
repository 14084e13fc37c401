// On both engines, an approval names its payment, one payment approves one record of its chain, also in concurrent
// commands, and users can read it.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it, test } from 'vitest';
import { listDeposits } from '@halyard/contract/deposits/calls';
import type { DepositId } from '@halyard/contract/ids';
import { decimal } from '@halyard/contract/money';
import { listWithdrawals } from '@halyard/contract/withdrawals/calls';
import { rowsOf } from '../db/database.ts';
import { selectDeposits } from '../modules/deposits/depositRepository.ts';
import { selectWithdrawals } from '../modules/withdrawals/withdrawalRepository.ts';
import { askWithdrawal, openWithdrawer } from '../testing/funding.ts';
import {
  createTool,
  openOffice,
  waitingDeposit,
  waitingWithdrawal,
  type Office,
  type Tool,
} from '../testing/operatorTool.ts';
import { testEngines } from '../testing/testDatabase.ts';
import type { TestUser } from '../testing/testServer.ts';
import { paymentIdOf, readPayment } from './payment.ts';

const hash = (digit: string) => digit.repeat(64);

it.each([
  ['TRC20', hash('A'), hash('a')],
  ['TRC20', `0x${hash('a')}`, hash('a')],
  ['OMNI', ` ${hash('b')}:1 `, `${hash('b')}:1`],
  ['OMNI', `${hash('b')}:007`, `${hash('b')}:7`],
  ['OMNI', `${hash('b')}:000`, `${hash('b')}:0`],
  ['ERC20', hash('C'), `0x${hash('c')}`],
  ['ERC20', `${hash('c')}1`, undefined],
  ['TRC20', hash('g'), undefined],
  ['TRC20', '', undefined],
  [null, ' sepa  2026/77a ', 'SEPA 2026/77A'],
  [null, 'ＳＥＰＡ\u200b 7\u2060', 'SEPA 7'],
  [null, '  ', undefined],
  [null, 'x'.repeat(65), undefined],
  [null, 'one\ntwo', undefined],
])('a payment on %s: %j is %j', (chain, written, id) => {
  expect(paymentIdOf(chain, written)).toBe(id);
});

describe.each(await testEngines())('the payment of an approval on %s', (engine) => {
  let office: Office;
  let user: TestUser;
  beforeAll(async () => {
    office = await openOffice({ engine });
    user = await office.server.registerUser();
  });
  afterAll(() => office.close());
  const declare = () => waitingDeposit(office.server, user);

  it('is required outside the sandbox', async () => {
    const id = await declare();
    const deps = { ...office.server, isSandbox: false };
    const read = (options: Readonly<Record<string, string>>) =>
      readPayment(deps, { args: [], options }, { table: 'deposits', id });
    await expect(read({})).rejects.toThrow('it takes the id of the transaction on TRC20: --payment "..."');
    await expect(read({ payment: 'paid' })).rejects.toThrow('--payment must be the id of the transaction on TRC20');
    expect(await read({ payment: hash('E') })).toBe(hash('e'));
  });

  it('of a withdrawal comes after its payout began, outside the sandbox', async () => {
    const { id } = await waitingWithdrawal(office.server);
    const input = { args: [], options: { payment: hash('9') } };
    const read = () => readPayment({ ...office.server, isSandbox: false }, input, { table: 'withdrawals', id });
    await expect(read()).rejects.toThrow(`its user can still cancel it: withdrawals pay ${id}`);
    expect(await office.tool('withdrawals', 'pay', `${id}`)).toMatchObject({ exitCode: 0 });
    expect(await read()).toBe(hash('9'));
    expect((await office.tool('withdrawals', 'show', `${id}`)).out).toMatch(/^paid by +olga$/m);
    expect(await office.auditOf(`withdrawal:${id}`)).toMatchObject([{ action: 'withdrawals.pay' }, {}]);
  });

  it('of a deposit is stored, read by its user, and approves no second one', async () => {
    const { tool, server } = office;
    const [id, other] = [await declare(), await declare()];
    expect(await tool('deposits', 'approve', `${id}`, '--payment', hash('1'))).toMatchObject({ exitCode: 0 });
    expect((await tool('deposits', 'show', `${id}`)).out).toContain(hash('1'));
    const audit = await office.auditOf(`deposit:${id}`);
    expect(audit.map(({ reason }) => reason)).toContain(`payment ${hash('1')}`);
    const { rows } = await server.call(listDeposits, {}, user);
    expect(rows.find((row) => row.id === id)).toMatchObject({ paymentId: hash('1') });
    expect(await tool('deposits', 'approve', `${other}`, '--payment', `0x${hash('1')}`)).toMatchObject({
      exitCode: 1,
      err: `this payment is that of deposit ${id}: one payment approves one deposit`,
    });
  });

  it.each([
    ['4', '', ':0'],
    ['5', ':1', ''],
    ['6', ':1', ':01'],
  ])('of a whole transaction is none of its outputs’ as well (%s%s, %s)', async (digit, first, second) => {
    const [id, other] = [await declare(), await declare()];
    const approve = (deposit: number, output: string) =>
      office.tool('deposits', 'approve', `${deposit}`, '--payment', `${hash(digit)}${output}`);
    expect(await approve(id, first)).toMatchObject({ exitCode: 0 });
    expect(await approve(other, second)).toMatchObject({ exitCode: 1 });
  });

  it('of a withdrawal is read by its user', async () => {
    const { id, user: withdrawer } = await waitingWithdrawal(office.server);
    const approved = await office.tool('withdrawals', 'approve', `${id}`, '--payment', `${hash('2')}:3`);
    expect(approved).toMatchObject({ exitCode: 0 });
    const { rows } = await office.server.call(listWithdrawals, {}, withdrawer);
    expect(rows).toMatchObject([{ paymentId: `${hash('2')}:3` }]);
  });

  it('opens in the explorer of its chain outside the sandbox, by its transaction alone', async () => {
    const { server, tool } = office;
    const all = { limit: 9, offset: 0 };
    const { id, user: withdrawer } = await waitingWithdrawal(server);
    const depositor = await server.registerUser();
    const declareOther = () => waitingDeposit(server, depositor);
    const [paid, sent] = [await declareOther(), await declareOther()];
    await tool('currencies', 'explorer', 'USDT', 'TRC20', '--url', 'https://explorer.example/tx/{id}');
    await tool('withdrawals', 'approve', `${id}`, '--payment', `${hash('a')}:3`);
    await tool('deposits', 'approve', `${paid}`, '--payment', hash('b'));
    await server.db.execute(sql`update deposits set sent_payment_id = '<b>my transfer</b>' where id = ${sent}`);
    const withdrawals = await selectWithdrawals(server.db, withdrawer.id, {}, all);
    expect(withdrawals.rows).toMatchObject([{ explorerUrl: `https://explorer.example/tx/${hash('a')}` }]);
    const urlOf = async (deposit: number) =>
      (await selectDeposits(server.db, depositor.id, { id: deposit as DepositId }, all)).rows[0]?.explorerUrl;
    expect(await urlOf(paid)).toBe(`https://explorer.example/tx/${hash('b')}`);
    expect(await urlOf(sent)).toBeUndefined();
    const inSandbox = await server.call(listWithdrawals, {}, withdrawer);
    expect(inSandbox.rows[0]).not.toHaveProperty('explorerUrl');
  });

  it('approves one deposit in concurrent commands for a transaction and its outputs', async () => {
    const { tool } = office;
    const payments = await Promise.all(
      ['', ':0', ':1', ''].map(async (output) => [await declare(), `${hash('8')}${output}`] as const),
    );
    const results = await Promise.all(
      payments.map(([id, payment]) => tool('deposits', 'approve', `${id}`, '--payment', payment)),
    );
    const passed = payments.filter((_payment, index) => results[index]?.exitCode === 0).map(([, payment]) => payment);
    // Outputs are payments of their own beside each other, never beside the whole.
    expect(passed.length).toBeGreaterThan(0);
    expect(passed.length === 1 || !passed.includes(hash('8')), passed.join(' ')).toBe(true);
  });

  it('approves one deposit in two concurrent commands', async () => {
    const ids = [await declare(), await declare()];
    const approve = (id: number) => office.tool('deposits', 'approve', `${id}`, '--payment', hash('3'));
    const codes = (await Promise.all(ids.map(approve))).map(({ exitCode }) => exitCode);
    expect(codes.toSorted((a, b) => a - b)).toEqual([0, 1]);
  });
});

// One operator alone approves at most the limit per user and day, in either direction: neither in parts nor in
// concurrent commands.
describe('money day', () => {
  const folder = mkdtempSync(join(tmpdir(), 'halyard-money-day-'));
  const DONE = 0;
  const WAITING = 3;
  let office: Office;
  let ann: Tool;
  let bob: Tool;
  beforeAll(async () => {
    office = await openOffice({}, { areKeysRequired: true, twoPersonOver: decimal('150') });
    const make = async (name: string) => {
      const tool = createTool(
        { DATA_DIR: office.server.dataDir, OPERATOR_KEY_FILE: join(folder, `${name}.pem`) },
        folder,
      );
      const { publicKey } = (await tool.json('keys', 'new')) as { readonly publicKey: string };
      return { tool, add: ['operators', 'add', name, publicKey, '--rights', 'review,keys'] };
    };
    const [first, second] = [await make('ann'), await make('bob')];
    [ann, bob] = [first.tool, second.tool];
    await office.tool(...first.add);
    await ann(...second.add);
  });
  afterAll(async () => {
    await office.close();
    rmSync(folder, { recursive: true });
  });

  const approve = async (group: string, id: number, name = 'approve') => (await ann(group, name, `${id}`)).exitCode;
  const passedDeposits = (userId: number) =>
    rowsOf(office.server.db, sql`select id from deposits where user_id = ${userId} and status = 'passed'`);

  test('withdrawals of a user add up, separately from other users', async () => {
    const { server } = office;
    const [user, other] = [await openWithdrawer(server), await openWithdrawer(server)];
    const ask = async (who: typeof user) => (await askWithdrawal(server, who)).id;
    const first = await ask(user);
    expect(await approve('withdrawals', first, 'pay')).toBe(DONE);
    const second = await ask(user);
    expect(await approve('withdrawals', second, 'pay')).toBe(WAITING);
    expect(await approve('withdrawals', first)).toBe(DONE);
    expect(await approve('withdrawals', second)).toBe(WAITING);
    expect(await approve('withdrawals', await ask(other))).toBe(DONE);
  });

  test('deposits add up, and both operators see the one that needs two', async () => {
    const { server } = office;
    const user = await server.registerUser();
    expect(await approve('deposits', await waitingDeposit(server, user, '149'))).toBe(DONE);
    const id = await waitingDeposit(server, user, '20');
    const { exitCode, out } = await ann('deposits', 'approve', `${id}`, '--json');
    expect(exitCode).toBe(WAITING);
    const { approval } = JSON.parse(out) as { readonly approval: number };
    expect((await bob('approvals', 'show', `${approval}`)).out).toMatch(/^\| amount +20 USDT$/m);
    expect(await bob('approvals', 'confirm', `${approval}`)).toMatchObject({ exitCode: DONE });
    expect(await passedDeposits(user.id)).toHaveLength(2);
    await server.db.execute(
      sql`update deposits set reviewed_at = reviewed_at - interval '24 hours' where user_id = ${user.id}`,
    );
    expect(await approve('deposits', await waitingDeposit(server, user, '149'))).toBe(DONE);
  });

  test('one deposit above the limit needs two operators', async () => {
    const user = await office.server.registerUser();
    expect(await approve('deposits', await waitingDeposit(office.server, user, '5000000'))).toBe(WAITING);
  });

  test('concurrent commands approve at most the limit', async () => {
    const { server } = office;
    const user = await server.registerUser();
    const ids = [
      await waitingDeposit(server, user, '100'),
      await waitingDeposit(server, user, '100'),
      await waitingDeposit(server, user, '100'),
    ];
    await Promise.all(ids.map((id) => approve('deposits', id)));
    expect(await passedDeposits(user.id)).toHaveLength(1);
  });
});
