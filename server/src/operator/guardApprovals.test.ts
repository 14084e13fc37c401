// The second operator who confirms the removal of a security protection sees whose account it is, like the first one.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'drizzle-orm';
import { afterAll, expect, test } from 'vitest';
import { rowsOf } from '../db/database.ts';
import { addTwoOperators, openOffice } from '../testing/operatorTool.ts';

const folder = mkdtempSync(join(tmpdir(), 'halyard-guards-'));
afterAll(() => rmSync(folder, { recursive: true }));

test('the second operator sees whose second factor is to be removed', async () => {
  const office = await openOffice({}, { areKeysRequired: true });
  const { db } = office.server;
  const { ann, bob } = await addTwoOperators(office, folder);
  const user = await office.server.registerUser();
  const [reset] = await rowsOf<{ id: number }>(
    db,
    sql`insert into factor_resets (user_id, wait_hours) values (${user.id}, 72) returning id`,
  );
  expect(await ann.tool('factors', 'approve', `${reset?.id}`)).toMatchObject({ exitCode: 3, err: '' });
  expect((await bob.tool('approvals', 'show', '1')).out).toContain(user.address);
  expect(await bob.tool('approvals', 'confirm', '1')).toMatchObject({ exitCode: 0 });
  const [after] = await rowsOf<{ status: string }>(db, sql`select status from factor_resets where id = ${reset?.id}`);
  expect(after?.status).toBe('approved');
  await office.close();
});
