// Reviews by the operator tool, through the socket of a real exchange: output for people and programs, effects that
// happen once, and the audit log.
import { readdir, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { REVIEW_REASONS } from '@halyard/contract/reviewReasons';
import { checkBooks } from '../ledger/closings.ts';
import { readBalance } from '../ledger/ledger.ts';
import { accountOf, CURRENCY } from '../testing/ledgerFixtures.ts';
import {
  openOffice,
  waitingDeposit,
  waitingIdentity,
  waitingPapers,
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

const spotOf = (owner: TestUser) => readBalance(server.db, accountOf(owner.id, CURRENCY.USDT));

describe('deposits', () => {
  test('are listed oldest first while pending, shown with their proof, and approved once', async () => {
    const [first, second] = [await waitingDeposit(server, user), await waitingDeposit(server, user, '250.5')];
    const { out, exitCode } = await tool('deposits', 'list');
    expect(exitCode).toBe(0);
    const lines = out.split('\n').map((line) => line.replace(/\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/, '<at>'));
    expect(lines).toEqual([
      'ID  USER  ACCOUNT          CHANNEL  CHAIN  AMOUNT  IN    STATUS   DECLARED (UTC)',
      ` ${first}     ${user.id}  ann@example.com  USDT     TRC20    1000  USDT  pending  <at>`,
      ` ${second}     ${user.id}  ann@example.com  USDT     TRC20   250.5  USDT  pending  <at>`,
    ]);
    const shown = await tool('deposits', 'show', `${first}`);
    expect(shown.out).toMatch(/^amount +1000 USDT$/m);
    const proof = /^proof +(\S+)$/m.exec(shown.out)?.[1] ?? '';
    expect((await stat(proof)).isFile()).toBe(true);

    const result = await eventsOf(async () => {
      expect(await tool.json('deposits', 'approve', `${first}`)).toEqual({ id: first, status: 'passed' });
    });
    // The event wakes the notifier; the notification was written with the review.
    expect(result).toContainEqual({ type: 'events-written' });
    expect(await spotOf(user)).toEqual({ available: '1000', held: '0' });
    expect(await tool('deposits', 'approve', `${first}`)).toEqual({
      exitCode: 1,
      out: '',
      err: `deposit ${first} is passed already`,
    });
    expect(await spotOf(user)).toEqual({ available: '1000', held: '0' });
    expect(await auditOf(`deposit:${first}`)).toEqual([
      { operator: 'olga', action: 'deposits.show', reason: null },
      { operator: 'olga', action: 'deposits.approve', reason: null },
    ]);
  });

  test('are rejected with a reason, and not without one', async () => {
    const id = await waitingDeposit(server, user);
    const refused = await tool('deposits', 'reject', `${id}`);
    expect(refused).toEqual({ exitCode: 2, out: '', err: 'a reason is required: --reason "..."' });
    expect(await tool('deposits', 'reject', `${id}`, '--reason', '  ')).toMatchObject({ exitCode: 2 });
    const said = await tool('deposits', 'reject', `${id}`, '--reason', 'The proof shows 900.', '--operator', 'Omar');
    expect(said).toEqual({ exitCode: 0, out: `deposit ${id} is rejected now.`, err: '' });
    expect(await tool.json('deposits', 'list', '--status', 'rejected')).toMatchObject({
      rows: [{ id, userId: user.id, status: 'rejected', amount: '1000' }],
    });
    expect((await tool('deposits', 'show', `${id}`)).out).toMatch(/^reason +The proof shows 900\.$/m);
    expect(await auditOf(`deposit:${id}`)).toEqual([
      { operator: 'Omar', action: 'deposits.reject', reason: 'The proof shows 900.' },
      { operator: 'olga', action: 'deposits.show', reason: null },
    ]);
  });

  test('are rejected with a common reason by its code', async () => {
    const id = await waitingDeposit(server, user);
    const reject = (...words: readonly string[]) => tool('deposits', 'reject', `${id}`, ...words);
    expect(await reject('--reason-code', 'sandbox_deposit')).toMatchObject({ exitCode: 2 });
    expect(await reject('--reason-code', 'proof_unreadable', '--reason', 'Unreadable')).toMatchObject({
      exitCode: 2,
      err: 'give --reason or --reason-code, not both',
    });
    expect(await reject('--reason-code', 'proof_unreadable')).toMatchObject({ exitCode: 0 });
    expect((await tool('deposits', 'show', `${id}`)).out).toContain(REVIEW_REASONS.PROOF_UNREADABLE);
  });

  test('are listed in parts, of one user on request', async () => {
    const other = await server.registerUser();
    const ids = [];
    for (const amount of ['11', '12', '13']) ids.push(await waitingDeposit(server, other, amount));
    const words = ['deposits', 'list', '--user', `${other.id}`, '--limit', '2'];
    expect(await tool.json(...words)).toMatchObject({ rows: [{ id: ids[0] }, { id: ids[1] }], nextId: ids[2] });
    expect((await tool(...words)).out).toMatch(new RegExp(`\\n\\nThere are more: --from ${ids[2]}$`));
    expect(await tool.json(...words, '--from', `${ids[2]}`)).toMatchObject({ rows: [{ id: ids[2] }], nextId: null });
    const newestFirst = await tool.json(...words, '--status', 'all');
    expect(newestFirst).toMatchObject({ rows: [{ id: ids[2] }, { id: ids[1] }], nextId: ids[0] });
    expect((await tool(...words, '--status', 'rejected')).out).toBe('There is nothing of the kind.');
  });
});

describe('withdrawals', () => {
  test('are approved once: the held amount is paid out, and the fee stays', async () => {
    const { id, user: owner } = await waitingWithdrawal(server);
    expect(await spotOf(owner)).toEqual({ available: '900', held: '100' });
    expect((await tool('withdrawals', 'list')).out).toMatch(
      new RegExp(`^ *${id} +${owner.id} +\\S+ +USDT +TRC20 +100 +1 +99 +USDT +pending `, 'm'),
    );
    const shown = await tool('withdrawals', 'show', `${id}`);
    expect(shown.out).toMatch(/^receipt, to pay out +99 USDT$/m);
    expect(shown.out).toMatch(/^address +TNMzMpsqesGZAC9VscgcZbmLjtgtgkFqD5$/m);
    expect(shown.out).toMatch(/^verified name +Ann Trader$/m);
    for (const what of [
      'registered',
      'address since',
      'login password since',
      'fund password since',
      'session since',
    ]) {
      expect(shown.out).toMatch(new RegExp(`^${what} \\(UTC\\) +[\\d-]+ [\\d:]+, \\d+ (min|h|d) old$`, 'm'));
    }
    expect(shown.out).toMatch(/^session at +.*127\.0\.0\.1$/m);
    expect(shown.out).toMatch(/^factors since \(UTC\) +–$/m);
    expect(await tool.json('withdrawals', 'show', `${id}`)).toMatchObject({
      id,
      amount: '100',
      fee: '1',
      receipt: '99',
    });
    expect(await tool.json('withdrawals', 'approve', `${id}`)).toEqual({ id, status: 'passed' });
    expect(await spotOf(owner)).toEqual({ available: '900', held: '0' });
    const second = await tool('withdrawals', 'reject', `${id}`, '--reason', 'too late');
    expect(second).toMatchObject({ exitCode: 1, err: `withdrawal ${id} is passed already` });
    expect((await auditOf(`withdrawal:${id}`)).map(({ action }) => action)).toEqual([
      'withdrawals.show',
      'withdrawals.show',
      'withdrawals.approve',
    ]);
  });

  test('are rejected with a reason, and everything is released', async () => {
    const { id, user: owner } = await waitingWithdrawal(server);
    expect((await tool('withdrawals', 'reject', `${id}`)).exitCode).toBe(2);
    expect((await tool('withdrawals', 'reject', `${id}`, '--reason', 'Unknown address')).exitCode).toBe(0);
    expect(await spotOf(owner)).toEqual({ available: '1000', held: '0' });
    expect(await auditOf(`withdrawal:${id}`)).toEqual([
      { operator: 'olga', action: 'withdrawals.reject', reason: 'Unknown address' },
    ]);
  });
});

describe('identity', () => {
  test('is shown with everything to compare, and verified once', async () => {
    const person = await server.registerUser();
    const id = await waitingIdentity(server, person, 'L01X00T47');
    expect((await tool('identity', 'list')).out).toMatch(
      new RegExp(`^ *${id} +${person.id} +\\S+ +basic +DE +Ann Trader +pending `, 'm'),
    );
    const shown = await tool.json('identity', 'show', `${id}`);
    expect(shown).toMatchObject({ id, level: 'basic', country: 'DE', fullName: 'Ann Trader', idNumber: 'L01X00T47' });
    expect((await tool('identity', 'approve', `${id}`)).out).toBe(`identity ${id} is verified now.`);
    expect(await tool('identity', 'approve', `${id}`)).toMatchObject({ exitCode: 1 });
    expect((await auditOf(`identity:${id}`)).map(({ action }) => action)).toEqual([
      'identity.show',
      'identity.approve',
    ]);
  });

  test('names other users with the same ID number, and is not verified beside a verified one', async () => {
    const [ann, eve] = [await server.registerUser(), await server.registerUser()];
    const squatted = await waitingIdentity(server, eve, 'L01X00T46');
    const id = await waitingIdentity(server, ann, 'l01x-00t46');
    const result = `The same ID number was submitted by user ${eve.id} (identity ${squatted}, pending).`;
    expect((await tool('identity', 'list')).out).toMatch(new RegExp(`^ *${id} .* ${eve.id} \\(pending\\)$`, 'm'));
    expect((await tool('identity', 'show', `${id}`)).out).toContain(`attention        ${result}`);
    expect((await tool('identity', 'approve', `${id}`)).out).toBe(`identity ${id} is verified now.\n${result}`);
    const refused = await tool('identity', 'approve', `${squatted}`);
    const why = `user ${ann.id} (identity check ${id}) is verified with the same ID number`;
    expect(refused).toMatchObject({ exitCode: 1, err: `identity check ${squatted} cannot be verified: ${why}` });
    expect((await auditOf(`identity:${squatted}`)).map(({ action }) => action)).toEqual([]);
  });

  test('is rejected with a reason', async () => {
    const id = await waitingIdentity(server, await server.registerUser(), 'L01X00T48');
    expect(await tool('identity', 'reject', `${id}`)).toMatchObject({ exitCode: 2 });
    const reason = 'The name is another one';
    expect(await tool.json('identity', 'reject', `${id}`, '--reason', reason)).toEqual({ id, status: 'rejected' });
    expect(await auditOf(`identity:${id}`)).toEqual([{ operator: 'olga', action: 'identity.reject', reason }]);
  });
});

describe('files', () => {
  test('of an advanced identity check are shown with the basic data', async () => {
    const person = await server.registerUser();
    await tool('identity', 'approve', `${await waitingIdentity(server, person, 'L01X00T49')}`);
    const id = await waitingPapers(server, person);
    const words = ['identity', 'show', `${id}`, '--save', 'identity'];
    const shown = (await tool.json(...words)) as { readonly files: Readonly<Record<string, string>> };
    expect(shown).toMatchObject({ id, level: 'advanced', status: 'pending', idNumber: 'L01X00T49' });
    expect(Object.keys(shown.files)).toEqual(['front', 'back', 'holding']);
    expect((await readdir(join(server.dataDir, 'identity'))).sort()).toEqual(
      ['back', 'front', 'holding'].map((name) => `identity-${id}-${name}.png`),
    );
    expect((await tool('identity', 'show', `${id}`)).out).toMatch(/^holding +\/\S+\.png$/m);
  });

  test('are copied as private files', async () => {
    const id = await waitingDeposit(server, user);
    const { out, exitCode } = await tool('deposits', 'show', `${id}`, '--save', 'papers');
    const folder = join(server.dataDir, 'papers');
    const copy = join(folder, `deposit-${id}-proof.png`);
    expect(exitCode).toBe(0);
    expect(out).toContain(`\nSaved ${copy}`);
    expect(await readdir(folder)).toEqual([`deposit-${id}-proof.png`]);
    const path = /^proof +(\S+)$/m.exec(out)?.[1] ?? '';
    expect(await readFile(copy)).toEqual(await readFile(path));
    expect((await stat(copy)).mode & 0o777).toBe(0o600);
    expect((await stat(folder)).mode & 0o777).toBe(0o700);
  });
});

test('the books are right afterwards', async () => {
  expect(await checkBooks(server.db)).toEqual([]);
});
