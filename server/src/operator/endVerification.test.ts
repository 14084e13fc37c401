// An ID number held by a squatter is freed by two operators together, who both see whose verification it is, and by
// neither of them alone.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'drizzle-orm';
import { afterAll, expect, test } from 'vitest';
import { rowsOf } from '../db/database.ts';
import { addTwoOperators, openOffice, waitingIdentity } from '../testing/operatorTool.ts';

const folder = mkdtempSync(join(tmpdir(), 'halyard-squatter-'));
const DONE = 0;
const WAITING = 3;
afterAll(() => rmSync(folder, { recursive: true }));

test('two operators end a verification that both see, and its number is free for the owner', async () => {
  const office = await openOffice({}, { areKeysRequired: true });
  const { db } = office.server;
  const { ann, bob } = await addTwoOperators(office, folder);
  const [squatter, owner] = [await office.server.registerUser(), await office.server.registerUser()];
  const approve = async (id: number) => (await ann.tool('identity', 'approve', `${id}`)).exitCode;
  expect(await approve(await waitingIdentity(office.server, squatter, 'AB1234567'))).toBe(DONE);
  const check = await waitingIdentity(office.server, owner, 'AB-1234567');
  expect(await approve(check)).not.toBe(DONE);

  const end = () => ann.tool('identity', 'end', `${squatter.id}`, '--reason', 'The number of somebody else', '--json');
  const { exitCode, out } = await end();
  expect(exitCode).toBe(WAITING);
  const { approval } = JSON.parse(out) as { readonly approval: number };
  const statusOf = async () =>
    (await rowsOf(db, sql`select status from identity_checks where user_id = ${squatter.id} order by id`)).map(
      ({ status }) => status,
    );
  expect(await statusOf()).toEqual(['verified']);
  expect((await ann.tool('approvals', 'confirm', `${approval}`)).exitCode).not.toBe(DONE);
  const { out: shown } = await bob.tool('approvals', 'show', `${approval}`);
  expect(shown).toContain(squatter.address);
  expect(shown).toContain('AB1234567');
  expect(await bob.tool('approvals', 'confirm', `${approval}`)).toMatchObject({ exitCode: DONE });
  expect(new Set(await statusOf())).toEqual(new Set(['rejected']));
  expect(await approve(check)).toBe(DONE);
  await office.close();
});
