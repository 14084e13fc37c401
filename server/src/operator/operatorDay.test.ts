// One operator alone approves at most the limit per day for all users together, in either direction: neither in many
// commands, nor concurrently, nor with two keys.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { decimal } from '@halyard/contract/money';
import { rowsOf } from '../db/database.ts';
import { askWithdrawal, openWithdrawer } from '../testing/funding.ts';
import { createTool, openOffice, waitingDeposit, type Office, type Tool } from '../testing/operatorTool.ts';

const folder = mkdtempSync(join(tmpdir(), 'halyard-operator-day-'));
const DONE = 0;
const FAILED = 1;
const WAITING = 3;
let office: Office;
let ann: Tool;
let annAgain: Tool;
let bob: Tool;
beforeAll(async () => {
  const limits = { twoPersonOver: decimal('150'), twoPersonOperatorOver: decimal('400') };
  office = await openOffice({}, { areKeysRequired: true, ...limits });
  const make = async (name: string, file = name) => {
    const tool = createTool(
      { DATA_DIR: office.server.dataDir, OPERATOR_KEY_FILE: join(folder, `${file}.pem`) },
      folder,
    );
    const { publicKey } = (await tool.json('keys', 'new')) as { readonly publicKey: string };
    return { tool, add: ['operators', 'add', name, publicKey, '--rights', 'review,keys'] };
  };
  const [first, again, second] = [await make('ann'), await make('ann', 'ann2'), await make('bob')];
  [ann, annAgain, bob] = [first.tool, again.tool, second.tool];
  await office.tool(...first.add);
  await ann(...second.add);
  const { approval } = JSON.parse((await ann(...again.add, '--json')).out) as { readonly approval: number };
  await bob('approvals', 'confirm', `${approval}`);
});
afterAll(async () => {
  await office.close();
  rmSync(folder, { recursive: true });
});

const deposit = async (amount: string) => waitingDeposit(office.server, await office.server.registerUser(), amount);
const approve = async (tool: Tool, id: number) => (await tool('deposits', 'approve', `${id}`)).exitCode;

test('deposits of many users add up for the operator who approves them, with any key', async () => {
  expect(await approve(ann, await deposit('149'))).toBe(DONE);
  expect(await approve(annAgain, await deposit('149'))).toBe(DONE);
  const third = await deposit('102.01');
  expect(await approve(ann, third)).toBe(WAITING);
  expect(await approve(annAgain, third)).toBe(WAITING);
  expect(await approve(ann, await deposit('102'))).toBe(DONE);
  expect(await approve(bob, third)).toBe(DONE);
  expect(await approve(ann, await deposit('20'))).toBe(WAITING);
});

test('approvals by two do not count, and after a day none does', async () => {
  const asked = await ann('deposits', 'approve', `${await deposit('149')}`, '--json');
  const { approval } = JSON.parse(asked.out) as { readonly approval: number };
  expect(await bob('approvals', 'confirm', `${approval}`)).toMatchObject({ exitCode: DONE });
  expect(await approve(bob, await deposit('149'))).toBe(DONE);
  expect(await approve(bob, await deposit('148'))).toBe(DONE);
  await office.server.db.execute(sql`update deposits set reviewed_at = reviewed_at - interval '24 hours'`);
  expect(await approve(ann, await deposit('149'))).toBe(DONE);
});

test('concurrent commands for many users approve at most the limit', async () => {
  const { server } = office;
  const ids: number[] = [];
  for (let user = 0; user < 7; user += 1) ids.push((await askWithdrawal(server, await openWithdrawer(server))).id);
  const ends = await Promise.all(
    ids.map(
      async (id, index) => (await (index % 2 === 0 ? ann : annAgain)('withdrawals', 'approve', `${id}`)).exitCode,
    ),
  );
  const passed = await rowsOf(server.db, sql`select id from withdrawals where status = 'passed'`);
  expect(passed).toHaveLength(4);
  expect(ends.filter((end) => end === DONE)).toHaveLength(4);
  expect(ends.filter((end) => end === FAILED || end === WAITING)).toHaveLength(3);
});
