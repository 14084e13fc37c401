// Commands that need two operators: one alone changes nothing, the second confirms exactly what the first saw, and it
// runs once, even with concurrent confirmations.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { decimal } from '@halyard/contract/money';
import { systemClock } from '../clock.ts';
import { rowsOf, type Database } from '../db/database.ts';
import { createLocalBus } from '../events/eventBus.ts';
import { createTool, openOffice, waitingWithdrawal, type Office, type Tool } from '../testing/operatorTool.ts';
import { openTestNodes, testEnginesByNight } from '../testing/testDatabase.ts';
import { issueNonce } from './authorize.ts';
import { readOperatorKey } from './keyFile.ts';
import { runCommand } from './runCommand.ts';

const folder = mkdtempSync(join(tmpdir(), 'halyard-approvals-'));
afterAll(() => rmSync(folder, { recursive: true }));

type Made = { readonly id: string; readonly publicKey: string; readonly tool: Tool };

async function makeKey(name: string, dataDir: string): Promise<Made> {
  const env = { DATA_DIR: dataDir, OPERATOR_KEY_FILE: join(folder, `${name}.pem`) };
  const tool = createTool(env, folder);
  return { ...((await tool.json('keys', 'new')) as { id: string; publicKey: string }), tool };
}

describe('two operators', () => {
  let office: Office;
  let ann: Made;
  let bob: Made;
  beforeAll(async () => {
    office = await openOffice({}, { areKeysRequired: true, twoPersonOver: decimal('99.9') });
    const { dataDir } = office.server;
    [ann, bob] = [await makeKey('ann', dataDir), await makeKey('bob', dataDir)];
    await office.tool('operators', 'add', 'ann', ann.publicKey, '--rights', 'review,terms,keys');
  });
  afterAll(() => office.close());

  const waiting = async (made: Made, ...words: readonly string[]): Promise<string> => {
    const { exitCode, out, err } = await made.tool(...words, '--json');
    expect([exitCode, err]).toEqual([3, '']);
    return String((JSON.parse(out) as { approval: number }).approval);
  };
  const statusOf = async (id: number) => {
    const [row] = await rowsOf<{ status: string }>(
      office.server.db,
      sql`select status from withdrawals where id = ${id}`,
    );
    return row?.status;
  };

  test('are needed: one alone is refused, but adds the second one alone', async () => {
    const { id } = await waitingWithdrawal(office.server);
    expect(await ann.tool('withdrawals', 'approve', `${id}`)).toMatchObject({
      exitCode: 1,
      err: '«withdrawals approve» takes two operators with the right review, and there is one: "operators add"',
    });
    expect(await statusOf(id)).toBe('pending');
    const added = await ann.tool('operators', 'add', 'bob', bob.publicKey, '--rights', 'review,terms,keys');
    expect(added).toMatchObject({ exitCode: 0 });
  });

  test('pay out together, once, and the audit log has both keys', async () => {
    const { id } = await waitingWithdrawal(office.server);
    const approval = await waiting(ann, 'withdrawals', 'approve', `${id}`);
    expect(await statusOf(id)).toBe('pending');
    expect(await ann.tool('approvals', 'confirm', approval)).toMatchObject({
      exitCode: 1,
      err: 'you asked for it yourself: a second operator confirms',
    });
    const { out } = await bob.tool('approvals', 'show', approval);
    expect(out).toMatch(/^\| amount +100 USDT$/m);
    expect(await bob.tool('approvals', 'confirm', approval)).toMatchObject({ exitCode: 0 });
    expect(await statusOf(id)).toBe('passed');
    expect(await bob.tool('approvals', 'confirm', approval)).toMatchObject({
      err: `approval ${approval} was confirmed already`,
    });
    const { rows } = (await bob.tool.json('audit', 'list', '--subject', `withdrawal:${id}`)) as {
      rows: { action: string; operator: string; keys: string }[];
    };
    expect(rows.find(({ action }) => action === 'withdrawals.approve')).toMatchObject({
      operator: 'ann',
      keys: `${ann.id},${bob.id}`,
    });
  });

  test('decide before the payout, so one of them books it, and both reject it', async () => {
    const [{ id }, { id: lost }] = [await waitingWithdrawal(office.server), await waitingWithdrawal(office.server)];
    for (const paid of [id, lost]) {
      const approval = await waiting(ann, 'withdrawals', 'pay', `${paid}`);
      expect((await bob.tool('approvals', 'show', approval)).out).toMatch(/^\| amount +100 USDT$/m);
      expect(await bob.tool('approvals', 'confirm', approval)).toMatchObject({ exitCode: 0 });
    }
    expect(await ann.tool('withdrawals', 'approve', `${id}`)).toMatchObject({ exitCode: 0 });
    expect(await statusOf(id)).toBe('passed');
    const rejection = await waiting(ann, 'withdrawals', 'reject', `${lost}`, '--reason', 'The bank sent it back');
    expect(await statusOf(lost)).toBe('pending');
    expect(await bob.tool('approvals', 'confirm', rejection)).toMatchObject({ exitCode: 0 });
    expect(await statusOf(lost)).toBe('rejected');
  });

  test('are not needed for small amounts, or for a refusal', async () => {
    const { id } = await waitingWithdrawal(office.server);
    expect(await ann.tool('withdrawals', 'reject', `${id}`, '--reason', 'Unknown bank')).toMatchObject({ exitCode: 0 });
  });

  test('confirm what the first saw, and see what has changed since', async () => {
    const file = join(folder, 'terms.json');
    writeFileSync(file, (await ann.tool('options', 'terms', '--json')).out);
    const publish = ['options', 'publish', '--file', file, '--start', 'now'];
    const [first, second] = [await waiting(ann, ...publish), await waiting(bob, ...publish)];
    expect((await bob.tool('approvals', 'show', first)).out).toContain('| {');
    expect(await bob.tool('approvals', 'confirm', first)).toMatchObject({ exitCode: 0 });
    const late = await ann.tool('approvals', 'confirm', second);
    expect(late).toMatchObject({ exitCode: 1, err: expect.stringMatching(/^is: {2}.*in force/m) });
    const third = await waiting(ann, ...publish);
    writeFileSync(file, '{}');
    expect(await bob.tool('approvals', 'confirm', third)).toMatchObject({
      err: `${file} is not what ann sent: ask for it anew`,
    });
  });

  test('are two people: a second key of one does not confirm', async () => {
    const other = await makeKey('ann-2', office.server.dataDir);
    const words = ['operators', 'add', 'ann', other.publicKey, '--rights', 'review,keys'];
    expect(await bob.tool('approvals', 'confirm', await waiting(ann, ...words))).toMatchObject({ exitCode: 0 });
    const { id } = await waitingWithdrawal(office.server);
    const approval = await waiting(ann, 'withdrawals', 'approve', `${id}`);
    expect(await other.tool('approvals', 'confirm', approval)).toMatchObject({
      err: 'both keys are those of ann: a second person confirms',
    });
    const carl = await makeKey('carl', office.server.dataDir);
    const add = await waiting(bob, 'operators', 'add', 'carl', carl.publicKey, '--rights', 'read');
    expect(await ann.tool('approvals', 'confirm', add)).toMatchObject({ exitCode: 0 });
    expect((await carl.tool('approvals', 'show', approval)).out).toBe('');
    expect(JSON.stringify(await carl.tool.json('approvals', 'list'))).not.toContain('seen');
    expect(await carl.tool('approvals', 'confirm', approval)).toMatchObject({
      err: expect.stringContaining('needs the right review'),
    });
    expect(await statusOf(id)).toBe('pending');
    // A lost key invalidates its requests.
    const lost = await waiting(other, 'withdrawals', 'approve', `${id}`);
    const revoke = await waiting(ann, 'operators', 'revoke', other.id);
    expect(await bob.tool('approvals', 'confirm', revoke)).toMatchObject({ exitCode: 0 });
    expect(await bob.tool('approvals', 'confirm', lost)).toMatchObject({ err: expect.stringContaining('was revoked') });
  });

  test('must confirm within a day', async () => {
    const approval = await waiting(ann, 'currencies', 'set', 'USDT', '--fee-min', '2');
    const { db } = office.server;
    await db.execute(sql`alter table operator_approvals disable trigger operator_approvals_stay`);
    await db.execute(sql`update operator_approvals set expires_at = clock_timestamp() where id = ${approval}`);
    await db.execute(sql`alter table operator_approvals enable trigger operator_approvals_stay`);
    expect(await bob.tool('approvals', 'confirm', approval)).toMatchObject({
      err: `approval ${approval} has waited too long: ask for it anew`,
    });
  });
});

describe.runIf((await testEnginesByNight()).includes('postgres'))('on two nodes', () => {
  test('concurrent confirmations run a command once', async () => {
    const nodes = await openTestNodes(2);
    const log = { error: expect.unreachable, warn: expect.unreachable };
    const events = createLocalBus(log);
    const run = async (db: Database, name: string | undefined, ...words: readonly string[]) => {
      const key = name && (await readOperatorKey({ OPERATOR_KEY_FILE: join(folder, `${name}.pem`) }));
      const signed = key && key.sign(words, { nonce: await issueNonce(db), atMs: Date.now(), files: [] });
      const deps = { db, events, clock: systemClock, dataDir: folder, isSandbox: false, withdrawalHoldHours: 24, log };
      return runCommand(deps, { operator: 'olga', words: [...words], ...(signed && { signed }) });
    };
    const [one, other] = nodes.map(({ db }) => db);
    if (one === undefined || other === undefined) throw new Error('there are no two nodes');
    const keys = [await makeKey('dora', folder), await makeKey('emil', folder), await makeKey('fred', folder)];
    const [dora, emil, fred] = keys.map(({ publicKey }) => publicKey);
    await run(one, undefined, 'operators', 'add', 'dora', `${dora}`, '--rights', 'keys');
    await run(one, 'dora', 'operators', 'add', 'emil', `${emil}`, '--rights', 'keys');
    const { data } = await run(one, 'dora', 'operators', 'add', 'fred', `${fred}`, '--rights', 'keys');
    const confirm = ['approvals', 'confirm', String((data as { approval: number }).approval)];
    const replies = await Promise.all([
      run(one, 'emil', ...confirm),
      run(other, 'emil', ...confirm),
      run(one, 'emil', ...confirm),
      run(other, 'emil', ...confirm),
    ]);
    expect(replies.filter(({ isDone }) => isDone)).toHaveLength(1);
    const lines = await rowsOf<{ action: string }>(
      one,
      sql`select action from operator_actions where action in ('operators.add', 'approvals.confirm') order by id`,
    );
    expect(lines.map(({ action }) => action)).toEqual([
      'operators.add',
      'operators.add',
      'approvals.confirm',
      'operators.add',
    ]);
    await nodes[0].close();
  });
});
