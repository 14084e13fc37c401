// The second operator sees the effect of a command on coins, offerings and products before confirming it, and users who
// trade meanwhile do not prevent the confirmation.
import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { subscribe } from '@halyard/contract/launchpad/calls';
import { buyTrust } from '@halyard/contract/trust/calls';
import { decimal } from '@halyard/contract/money';
import { openWithdrawer } from '../testing/funding.ts';
import { CURRENCY } from '../testing/ledgerFixtures.ts';
import { publishTestOffering } from '../testing/offeringDesk.ts';
import { addTwoOperators, openOffice, type Office, type Tool } from '../testing/operatorTool.ts';

const folder = mkdtempSync(join(tmpdir(), 'halyard-facts-'));
const WHY = ['--reason', 'Too little interest'];
let office: Office;
let ann: Tool;
let bob: Tool;
beforeAll(async () => {
  office = await openOffice({}, { areKeysRequired: true });
  const added = await addTwoOperators(office, folder, 'terms,keys');
  [ann, bob] = [added.ann.tool, added.bob.tool];
});
afterAll(async () => {
  await office.close();
  rmSync(folder, { recursive: true });
});

const ask = async (...words: readonly string[]): Promise<string> => {
  const { exitCode, out, err } = await ann(...words, '--json');
  expect([exitCode, err]).toEqual([3, '']);
  return String((JSON.parse(out) as { approval: number }).approval);
};
/** Text for the second operator, with single spaces. */
const seen = async (id: string) => (await bob('approvals', 'show', id)).out.replaceAll(/ +/g, ' ');
const confirm = (id: string) => bob('approvals', 'confirm', id);

test('the booked amount of a coin, which a second request does not book twice', async () => {
  const words = ['offers', 'fund', 'ORCA', '--amount', '1000', '--title', 'Orca coin'];
  const [first, second] = [await ask(...words), await ask(...words)];
  const text = await seen(first);
  expect(text).toContain('| coin ORCA, which is new');
  expect(text).toContain('| called from now on Orca coin');
  expect(text).toContain('| booked from outside 1000 ORCA');
  expect(await confirm(first)).toMatchObject({ exitCode: 0 });
  expect(await confirm(second)).toMatchObject({ exitCode: 1, err: expect.stringMatching(/^is: .* 1000 ORCA$/m) });
});

test('amounts and number of users when an offering is withdrawn', async () => {
  const { server } = office;
  const offeringId = await publishTestOffering(server.db, server.clock.nowMs() - 1000);
  const put = async () => {
    const { token } = await openWithdrawer(server);
    await server.call(subscribe, { offeringId, amount: decimal('50'), clientRequestId: randomUUID() }, { token });
  };
  await put();
  const approval = await ask('offers', 'close', `${offeringId}`, ...WHY);
  const text = await seen(approval);
  expect(text).toContain('| coin NOVA\n| price 0.5 USDT\n| supply 1000 NOVA');
  expect(text).toContain('| goes back 50 USDT\n| to 1 users, 1 orders');
  await put();
  expect(await confirm(approval)).toMatchObject({ exitCode: 0 });
  const again = await ann('offers', 'close', `${offeringId}`, ...WHY);
  expect(again).toMatchObject({ exitCode: 1, err: expect.stringMatching(/is (withdrawing|withdrawn) already/) });
});

test('amounts in a product that is closed', async () => {
  const { server } = office;
  const buy = async () => {
    const user = await openWithdrawer(server);
    await server.fund(user, CURRENCY.USDT, '100', 'trust');
    const request = { product: 1, amount: decimal('100'), clientRequestId: randomUUID() };
    await server.call(buyTrust, request, { token: user.token });
  };
  await buy();
  const approval = await ask('trust', 'close', '1', ...WHY);
  const text = await seen(approval);
  expect(text).toContain('| currency USDT\n| days 7\n| interest, percent 0.07');
  expect(text).toContain('| hosted 100 USDT\n| of 1 users, 1 orders');
  await buy();
  expect(await confirm(approval)).toMatchObject({ exitCode: 0 });
  await expect(buy()).rejects.toMatchObject({ code: 'PRODUCT_NOT_FOUND' });
  expect(await ann('trust', 'close', '1', ...WHY)).toMatchObject({ exitCode: 1, err: 'product 1 is closed already' });
});
