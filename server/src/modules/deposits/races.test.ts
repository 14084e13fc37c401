// Deposits stay correct under parallel requests, on every supported database engine.
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { checkBooks } from '../../ledger/closings.ts';
import { readBalance } from '../../ledger/ledger.ts';
import { askDeposit } from '../../testing/funding.ts';
import { accountOf, CURRENCY } from '../../testing/ledgerFixtures.ts';
import { testEngines } from '../../testing/testDatabase.ts';
import { startTestServer, type TestServer } from '../../testing/testServer.ts';
import { givePicture } from '../../testing/uploads.ts';
import { PENDING_DEPOSITS_MAX } from './index.ts';
import { reviewDeposit } from './depositReviews.ts';

const { USDT } = CURRENCY;
const REVIEWER = { name: 'olga' };
const refused = (code: string) => expect.objectContaining({ code });

describe.each(await testEngines())('parallel deposits on %s', (engine) => {
  let busy: TestServer;
  beforeAll(async () => {
    busy = await startTestServer({ engine });
  });
  afterAll(() => busy.close());

  it('never exceed the maximum under review, and one request is one deposit', async () => {
    const trader = await busy.registerUser();
    const picture = await givePicture(busy, trader);
    const clientRequestId = randomUUID();
    const same = await Promise.all(
      Array.from({ length: 8 }, () => askDeposit(busy, trader, { proof: picture, clientRequestId })),
    );
    expect(new Set(same.map(({ id }) => id)).size).toBe(1);
    const outcomes = await Promise.allSettled(
      Array.from({ length: PENDING_DEPOSITS_MAX + 3 }, () => askDeposit(busy, trader, { proof: picture })),
    );
    const refusals = outcomes.flatMap((outcome) => (outcome.status === 'rejected' ? [outcome.reason as unknown] : []));
    expect(refusals).toEqual(Array.from({ length: 4 }, () => refused('DEPOSITS_TOO_MANY')));
    const [first] = same;
    await reviewDeposit(busy, { id: first?.id ?? 0, decision: 'approve' }, REVIEWER);
    expect(await askDeposit(busy, trader, { proof: picture })).toMatchObject({ status: 'pending' });
  });

  it('are credited once by parallel approvals', async () => {
    const trader = await busy.registerUser();
    const { id } = await askDeposit(busy, trader, { proof: await givePicture(busy, trader) });
    const outcomes = await Promise.allSettled(
      Array.from({ length: 10 }, () => reviewDeposit(busy, { id, decision: 'approve' }, REVIEWER)),
    );
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    expect(await readBalance(busy.db, accountOf(trader.id, USDT))).toEqual({ available: '1000', held: '0' });
  });

  it('keep the ledger in balance', async () => {
    expect(await checkBooks(busy.db)).toEqual([]);
  });
});
