// Commands that must be signed: no effect without a key, or with another key, an old signature or missing rights,
// through the socket of a real exchange.
import { chmodSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { rowsOf } from '../db/database.ts';
import { createTool, openOffice, waitingDeposit, type Office, type Tool } from '../testing/operatorTool.ts';
import { askExchange, askNonce } from './operate.ts';
import { readOperatorKey } from './keyFile.ts';

const folder = mkdtempSync(join(tmpdir(), 'halyard-keys-'));
afterAll(() => rmSync(folder, { recursive: true }));

type Made = { readonly id: string; readonly publicKey: string; readonly tool: Tool; readonly file: string };

async function makeKey(name: string, dataDir: string): Promise<Made> {
  const file = join(folder, `${name}.pem`);
  const tool = createTool({ DATA_DIR: dataDir, OPERATOR_KEY_FILE: file }, folder);
  return { ...((await tool.json('keys', 'new')) as { id: string; publicKey: string }), tool, file };
}

describe('a key', () => {
  test('is a private file, never overwritten, and refused when others can read it', async () => {
    const { file, tool } = await makeKey('own', '/nowhere');
    expect(statSync(file).mode & 0o777).toBe(0o600);
    expect(await tool('keys', 'new')).toMatchObject({
      exitCode: 1,
      err: expect.stringContaining('never written over'),
    });
    chmodSync(file, 0o640);
    expect(await tool('ledger', 'list')).toMatchObject({ exitCode: 1, err: expect.stringContaining('read by others') });
  });

  test('is in the configured place', async () => {
    const { exitCode, out } = await createTool({}, folder)('keys', 'new', '--file', 'here.pem');
    expect([exitCode, out]).toEqual([0, expect.stringContaining(join(folder, 'here.pem'))]);
  });
});

describe('where commands must be signed', () => {
  let office: Office;
  let ann: Made;
  let bob: Made;
  let eve: Made;
  beforeAll(async () => {
    office = await openOffice({}, { areKeysRequired: true });
    const { dataDir } = office.server;
    [ann, bob, eve] = [await makeKey('ann', dataDir), await makeKey('bob', dataDir), await makeKey('eve', dataDir)];
  });
  afterAll(() => office.close());

  const signed = async (made: Made, ...words: readonly string[]) => {
    const key = await readOperatorKey({ OPERATOR_KEY_FILE: made.file });
    const nonce = await askNonce(office.server.dataDir, { database: null });
    if (key === undefined || nonce === undefined) throw new Error('there is nothing to sign with');
    return { operator: 'ann', words: [...words], signed: key.sign(words, { nonce, atMs: Date.now(), files: [] }) };
  };
  const send = async (request: Awaited<ReturnType<typeof signed>>) =>
    askExchange(office.server.dataDir, { database: null, request });

  test('nothing works before the first key, which is added without a signature, once, with the right keys', async () => {
    expect(await office.tool('ledger', 'check')).toMatchObject({ err: expect.stringContaining('no operator key yet') });
    const add = (made: Made, rights: string) =>
      office.tool('operators', 'add', 'Ann', made.publicKey, '--rights', rights);
    expect(await add(ann, 'review')).toMatchObject({ err: expect.stringContaining('need the right keys') });
    expect(await add(ann, 'review,keys')).toMatchObject({ exitCode: 0 });
    expect(await add(eve, 'review,keys')).toMatchObject({ err: expect.stringContaining('must be signed here') });
    expect(await office.tool('ledger', 'check')).toMatchObject({ exitCode: 1 });
    expect(await ann.tool('ledger', 'check')).toMatchObject({ exitCode: 0, err: '' });
    expect(await eve.tool('ledger', 'check')).toMatchObject({ err: expect.stringContaining('is not known here') });
  });

  test('the first key adds that of a second person alone', async () => {
    const again = await ann.tool('operators', 'add', 'ann', bob.publicKey, '--rights', 'keys');
    expect(again).toMatchObject({ exitCode: 1, err: expect.stringContaining('ann has one already') });
    expect(await ann.tool('operators', 'add', 'bob', bob.publicKey, '--rights', 'keys,users')).toMatchObject({
      exitCode: 0,
    });
    expect(await office.auditOf(`key:${bob.id}`)).toEqual([
      { operator: 'ann', action: 'operators.add', reason: 'bob: users,keys' },
    ]);
    const { rows } = (await ann.tool.json('audit', 'list', '--limit', '1')) as { rows: { keys: string }[] };
    expect(rows[0]?.keys).toBe(ann.id);
  });

  test('a key without the right does nothing', async () => {
    const id = await waitingDeposit(office.server, await office.server.registerUser());
    expect(await bob.tool('deposits', 'approve', `${id}`)).toMatchObject({
      exitCode: 1,
      err: `«deposits approve» needs the right review, which key ${bob.id} has not`,
    });
    expect(await ann.tool('deposits', 'approve', `${id}`)).toMatchObject({ exitCode: 0 });
    expect(await office.auditOf(`deposit:${id}`)).toEqual([
      { operator: 'ann', action: 'deposits.approve', reason: null },
    ]);
  });

  test('a key determines the operator, whatever name is given', async () => {
    expect(await bob.tool('ledger', 'check', '--operator', 'ann')).toMatchObject({
      exitCode: 2,
      err: expect.stringContaining('is that of bob'),
    });
  });

  test('other words, another key and a used signature are refused', async () => {
    const request = await signed(ann, 'ledger', 'check');
    const other = { ...request, words: ['ledger', 'list'] };
    expect((await send(other))?.text).toContain('not what the key');
    const moved = { ...request, signed: { ...request.signed, keyId: bob.id } };
    expect((await send(moved))?.text).toContain('not what the key');
    const later = { ...request, signed: { ...request.signed, atMs: request.signed.atMs + 1 } };
    expect((await send(later))?.text).toContain('not what the key');
    expect(await send(request)).toMatchObject({ isDone: true });
    expect((await send(request))?.text).toContain('was used already');
  });

  test('a signature works once of many concurrent uses, and at no other exchange', async () => {
    const other = await openOffice({}, { areKeysRequired: true });
    await other.tool('operators', 'add', 'ann', ann.publicKey, '--rights', 'review,keys');
    const request = await signed(ann, 'ledger', 'check');
    const elsewhere = await askExchange(other.server.dataDir, { database: null, request });
    expect(elsewhere).toMatchObject({ isDone: false, text: expect.stringContaining('was used already') });
    await other.close();
    const replies = await Promise.all(Array.from({ length: 8 }, () => send(request)));
    expect(replies.filter((reply) => reply?.isDone)).toHaveLength(1);
  });

  test('a nonce is valid for a minute, by the clock of the database', async () => {
    const request = await signed(ann, 'ledger', 'check');
    await office.server.db.execute(sql`update operator_nonces set created_at = created_at - interval '61 seconds'`);
    expect((await send(request))?.text).toContain('is too old');
  });

  test('a file must be the signed one', async () => {
    const file = join(folder, 'answer.txt');
    writeFileSync(file, 'Hello');
    const words = ['chat', 'answer', '7', '--file', file];
    const request = await signed(bob, ...words);
    expect((await send(request))?.text).toBe(`${file} is not what was signed: nothing was done`);
    expect(await bob.tool(...words)).toMatchObject({ err: expect.stringContaining('no user 7') });
  });

  test('a revoked key signs nothing more, and two keys that may change keys remain', async () => {
    const { out } = await ann.tool('operators', 'revoke', bob.id, '--json');
    const { approval } = JSON.parse(out) as { approval: number };
    expect(await bob.tool('approvals', 'confirm', `${approval}`)).toMatchObject({
      exitCode: 1,
      err: expect.stringContaining('fewer than two operators'),
    });
    await office.server.db.execute(sql`update operator_keys set revoked_at = now() where id = ${bob.id}`);
    expect(await bob.tool('ledger', 'check')).toMatchObject({ err: expect.stringContaining('was revoked') });
    const back = office.server.db.execute(sql`update operator_keys set revoked_at = null where id = ${bob.id}`);
    await expect(back).rejects.toThrow();
  });
});

describe('in a sandbox', () => {
  test('unsigned commands work, and a known key is named', async () => {
    const office = await openOffice();
    const ann = await makeKey('sandbox', office.server.dataDir);
    expect(await ann.tool('ledger', 'check')).toMatchObject({ exitCode: 0, err: '' });
    await office.tool('operators', 'add', 'ann', ann.publicKey, '--rights', 'read');
    expect(await office.tool('ledger', 'check')).toMatchObject({ exitCode: 0, err: '' });
    expect(await ann.tool('operators', 'revoke', ann.id)).toMatchObject({ exitCode: 1 });
    await office.close();
  });
});

describe('outside of it', () => {
  test('commands work with a warning until there is a key, which binds tools with other settings', async () => {
    const office = await openOffice({ isSandbox: false });
    const ann = await makeKey('real', office.server.dataDir);
    const listed = await office.tool('ledger', 'list', '--json');
    expect([listed.exitCode, JSON.parse(listed.out), listed.err]).toEqual([
      0,
      [],
      expect.stringContaining('no operator key'),
    ]);
    await office.tool('operators', 'add', 'ann', ann.publicKey, '--rights', 'keys');
    expect(await office.tool('ledger', 'check')).toMatchObject({ err: expect.stringContaining('must be signed here') });
    const [row] = await rowsOf<{ is_binding: boolean }>(office.server.db, sql`select is_binding from operator_keys`);
    expect(row?.is_binding).toBe(true);
    await office.close();
  });
});
