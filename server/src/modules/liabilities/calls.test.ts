// Over HTTP the totals are public, and a user gets only their own proof.
import { afterAll, beforeAll, expect, it } from 'vitest';
import { getLiabilityProof, getLiabilityTotals } from '@halyard/contract/transparency/figureCalls';
import { parsePolicy } from '@halyard/contract/transparency/policy';
import { parseLiabilityProof, verifyLiability } from '@halyard/contract/transparency/verifyLiability';
import { readLogKey } from '../../transparency/logKey.ts';
import { publishedHead } from '../../transparency/publishedHead.ts';
import { createSequencer } from '../../transparency/sequencer.ts';
import { CURRENCY } from '../../testing/ledgerFixtures.ts';
import { startTestServer, type TestServer, type TestUser } from '../../testing/testServer.ts';
import { createSnapshotJob } from './index.ts';

let server: TestServer;
let ann: TestUser;
let bob: TestUser;
beforeAll(async () => {
  server = await startTestServer();
  [ann, bob] = [await server.registerUser(), await server.registerUser()];
  await server.fund(ann, CURRENCY.USDT, '250.5');
  await server.fund(bob, CURRENCY.BTC, '3', 'futures');
});
afterAll(() => server.close());

const proofOf = ({ token }: TestUser) => server.call(getLiabilityProof, {}, { token });

it('answers nothing before a snapshot is in the log', async () => {
  await expect(proofOf(ann)).rejects.toMatchObject({ code: 'SNAPSHOT_NOT_FOUND' });
  await expect(server.call(getLiabilityTotals, {})).rejects.toMatchObject({ code: 'SNAPSHOT_NOT_FOUND' });
  const { db, clock, dataDir } = server;
  const lease = { signal: new AbortController().signal, confirm: async () => undefined };
  await createSnapshotJob({ db, clock }, 60_000).run({ key: 'only', payload: {}, failures: 0 }, lease);
  await expect(proofOf(ann)).rejects.toMatchObject({ code: 'SNAPSHOT_NOT_FOUND' });
  const naming = { isSandbox: true, publicUrl: undefined, logOrigin: undefined };
  const key = await readLogKey(dataDir, undefined);
  await createSequencer({ db, clock, key, naming, published: publishedHead(dataDir) }).advance();
});

it('gives each user a proof that verifies under the policy, and never another user’s', async () => {
  const policy = parsePolicy((await server.app.inject({ url: '/log/policy' })).body);
  for (const [own, other, due] of [
    [ann, bob, { USDT: '250.5' }],
    [bob, ann, { BTC: '3' }],
  ] as const) {
    const { file } = await proofOf(own);
    const { isTrue, owed } = verifyLiability(file, policy);
    expect(isTrue).toBe(true);
    const held = owed.filter(({ amount }) => amount !== '0').map(({ code, amount }) => [code, amount]);
    expect(Object.fromEntries(held)).toEqual(due);
    expect(parseLiabilityProof(file)).toMatchObject({ userId: own.id, contact: own.address });
    expect(file).not.toContain(other.address);
  }
  const asked = await server.app.inject({
    url: `/api/fairness/proof?user_id=${ann.id}`,
    headers: { authorization: bob.token },
  });
  expect(asked.json()).toMatchObject({ code: 'PARAMETER_UNKNOWN' });
  expect((await server.app.inject({ url: '/api/fairness/proof' })).body).not.toContain(ann.address);
  await expect(server.call(getLiabilityProof, {})).rejects.toMatchObject({ code: 'NOT_LOGGED_IN' });
});

it('shows public totals that add up to zero, without users', async () => {
  const totals = await server.call(getLiabilityTotals, {});
  expect(totals).toMatchObject({ snapshot: 1, leaves: 1024, isBalanced: true });
  expect(totals.currencies.find(({ code }) => code === 'USDT')).toMatchObject({ users: '250.5', sum: '0' });
  expect(JSON.stringify(totals)).not.toContain(ann.address);
});
