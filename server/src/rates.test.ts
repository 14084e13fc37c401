// Rates of several nodes through a real Redis, also by their orders, and of each node alone while Redis is down.
// Counting within one process is covered by orders (`limits.test.ts`).
import { randomUUID } from 'node:crypto';
import { afterAll, describe, expect, it } from 'vitest';
import { placeOrder } from '@halyard/contract/spot/mutationCalls';
import { decimal } from '@halyard/contract/money';
import { openLine } from '@halyard/contract/testing/cutLine';
import { systemClock } from './clock.ts';
import { RedisUnavailableError } from './events/eventBus.ts';
import { createRedisRates, type Rates } from './rates.ts';
import { BTC_USDT } from './testing/spotMarket.ts';
import { newTestLocation, usualEngine } from './testing/testDatabase.ts';
import { startTestServer } from './testing/testServer.ts';

const REDIS_URL = process.env['TEST_REDIS_URL'] ?? 'redis://127.0.0.1:6379';
const RATE = { max: 10, windowMs: 60_000 };
const log = { warn: () => undefined };

const made: Rates[] = [];
async function open(url = REDIS_URL): Promise<Rates> {
  const rates = await createRedisRates({ url, exchange: 'test' }, systemClock, log);
  made.push(rates);
  return rates;
}
afterAll(() => Promise.all(made.map((rates) => rates.close())));

const isRedisUp = await open().then(
  () => true,
  () => process.env['REQUIRE_SERVICES'] === '1',
);

it('are not opened when no Redis answers', async () => {
  await expect(open('redis://127.0.0.1:1')).rejects.toBeInstanceOf(RedisUnavailableError);
});

describe.runIf(isRedisUp)('several nodes', () => {
  it('count together, also concurrently, and by user', async () => {
    const [name, key] = [randomUUID(), 'ann'];
    const nodes = await Promise.all([open(), open(), open()]);
    const counters = nodes.map((node) => node.counter(name, RATE));
    const waits = await Promise.all(counters.flatMap((take) => Array.from({ length: 8 }, () => take(key))));
    expect(waits.filter((waitMs) => waitMs === 0)).toHaveLength(RATE.max);
    for (const waitMs of waits) expect(waitMs).toBeLessThanOrEqual(RATE.windowMs);
    expect(await counters[0]?.('ben')).toBe(0);
  });

  it('count separately while Redis is down', async () => {
    const line = await openLine(REDIS_URL);
    const take = (await open(line.url)).counter(randomUUID(), RATE);
    expect(await take('ann')).toBe(0);
    await line.close();
    const waits = [];
    for (let index = 0; index <= RATE.max; index += 1) waits.push(await take('ann'));
    expect(waits.findIndex((waitMs) => waitMs > 0)).toBe(RATE.max);
  });
});

describe.runIf(isRedisUp && (await usualEngine()) === 'postgres')('two exchanges on one database', () => {
  it('accept a hundred orders of one user together', async () => {
    const { location, remove } = await newTestLocation('postgres');
    const name = randomUUID();
    const start = async () => startTestServer({ location, isSandbox: false, rates: ofThisTest(await open(), name) });
    const nodes = [await start(), await start()] as const;
    const { token } = await nodes[0].registerUser();
    const place = (index: number) => {
      const order = { ...BTC_USDT, side: 'buy', quantity: decimal('1'), clientRequestId: randomUUID() } as const;
      return nodes[index % 2 === 0 ? 0 : 1].call(placeOrder, order, { token }).catch((error: unknown) => error);
    };
    const outcomes = [];
    // A node for which Redis was slow counts on its own, so slightly more than a hundred and one may be needed.
    for (let index = 0; index < 110; index += 1) outcomes.push(await place(index));
    const refused = outcomes.map((outcome) => (outcome as { readonly code?: string }).code === 'RATE_LIMITED');
    expect(refused.slice(0, 100)).not.toContain(true);
    expect(refused).toContain(true);
    for (const node of nodes) await node.close();
    await remove();
  });
});

/** Rates that no other test uses, over a window that is long enough for any machine. */
function ofThisTest(rates: Rates, name: string): Rates {
  return {
    ...rates,
    counter: (of, { max, windowMs }) => rates.counter(`${name}:${of}`, { max, windowMs: windowMs * 100 }),
  };
}
