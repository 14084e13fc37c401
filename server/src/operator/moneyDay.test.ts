// One operator alone approves at most the limit per user and day, in either direction: neither in parts nor in
// concurrent commands.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { decimal } from '@halyard/contract/money';
import { rowsOf } from '../db/database.ts';
import { askWithdrawal, openWithdrawer } from '../testing/funding.ts';
import { createTool, openOffice, waitingDeposit, type Office, type Tool } from '../testing/operatorTool.ts';

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

const approve = async (group: string, id: number) => (await ann(group, 'approve', `${id}`)).exitCode;
const passedDeposits = (userId: number) =>
  rowsOf(office.server.db, sql`select id from deposits where user_id = ${userId} and status = 'passed'`);

test('withdrawals of a user add up, separately from other users', async () => {
  const { server } = office;
  const [user, other] = [await openWithdrawer(server), await openWithdrawer(server)];
  const ask = async (who: typeof user) => (await askWithdrawal(server, who)).id;
  expect(await approve('withdrawals', await ask(user))).toBe(DONE);
  expect(await approve('withdrawals', await ask(user))).toBe(WAITING);
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
