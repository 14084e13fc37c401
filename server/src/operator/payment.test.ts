// On both engines, an approval names its payment, one payment approves one record of its chain, also in concurrent
// commands, and users can read it.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { listDeposits } from '@halyard/contract/deposits/calls';
import { listWithdrawals } from '@halyard/contract/withdrawals/calls';
import { openOffice, waitingDeposit, waitingWithdrawal, type Office } from '../testing/operatorTool.ts';
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
    const [{ db, events, clock, dataDir }, id] = [office.server, await declare()];
    const deps = { db, events, clock, dataDir, isSandbox: false };
    const read = (options: Readonly<Record<string, string>>) =>
      readPayment(deps, { args: [], options }, { table: 'deposits', id });
    await expect(read({})).rejects.toThrow('it takes the id of the transaction on TRC20: --payment "..."');
    await expect(read({ payment: 'paid' })).rejects.toThrow('--payment must be the id of the transaction on TRC20');
    expect(await read({ payment: hash('E') })).toBe(hash('e'));
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
