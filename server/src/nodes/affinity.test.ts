// Commands of a market run at one node, whichever node receives them, each once: over Redis, with real orders on one
// database. A node that is gone, frozen or a stranger changes nothing of that.
import { randomUUID } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import { createClient } from 'redis';
import { pino } from 'pino';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { MarketId, UserId } from '@halyard/contract/ids';
import { cancelOrder } from '@halyard/contract/spot/mutationCalls';
import { BusinessError } from '../calls/callHandler.ts';
import { systemClock } from '../clock.ts';
import { openDatabase } from '../db/connect.ts';
import { withEvents } from '../db/database.ts';
import { createLocalBus } from '../events/eventBus.ts';
import { createSpotService } from '../modules/spot/service.ts';
import { findFaults, orderRequest, spotMarketOn } from '../testing/spotMarket.ts';
import { createPostgresDatabase, testEngines } from '../testing/testDatabase.ts';
import { createAffinity, type Affinity } from './affinity.ts';
import { readNodeKey, sealMessage } from './nodeMessages.ts';

/** Whether Redis takes messages and never answers. */
const redisHangs = vi.hoisted(() => ({ isOn: false }));
vi.mock(import('../events/eventBus.ts'), async (importOriginal) => {
  const own = await importOriginal();
  const connectRedis: typeof own.connectRedis = async (url, logger) => {
    const { publish, ...others } = await own.connectRedis(url, logger);
    return { ...others, publish: (...sent) => (redisHangs.isOn ? new Promise(() => undefined) : publish(...sent)) };
  };
  return { ...own, connectRedis };
});

const REDIS_URL = process.env['TEST_REDIS_URL'] ?? 'redis://127.0.0.1:6379';
const hasServers = (await testEngines()).includes('postgres');
const MARKETS = Array.from({ length: 20 }, (_, index) => (index + 1) as MarketId);
const COMMAND = { call: 'place', userId: 7 as UserId, request: { quantity: '1' } };
const log = pino({ level: 'silent' });
const key = Buffer.from('the key of this exchange');

describe.runIf(hasServers)('market affinity', () => {
  let redis: { readonly url: string; readonly exchange: string };
  const open: Affinity[] = [];
  beforeEach(() => {
    redis = { url: REDIS_URL, exchange: randomUUID() };
  });
  afterEach(async () => {
    for (const affinity of open.splice(0)) await affinity.close();
  });

  /** A node whose commands answer its name. */
  const join = async (name: string, run: () => Promise<unknown> = async () => name) => {
    const affinity = await createAffinity({ redis, key, clock: systemClock, log });
    open.push(affinity);
    const place = vi.fn(run);
    affinity.serve({ place });
    affinity.join();
    return {
      name,
      place,
      ask: (market: MarketId) => affinity.ask(market, COMMAND),
      leave: affinity.leave,
      close: affinity.close,
    };
  };
  type Node = Awaited<ReturnType<typeof join>>;
  const runners = async ({ name, ask }: Node) =>
    Promise.all(MARKETS.map(async (market) => (await ask(market))?.answer ?? name));
  /** Two nodes that know each other. */
  const pair = async (run?: () => Promise<unknown>) => {
    const [one, two] = [await join('one'), await join('two', run)];
    await expect.poll(async () => new Set(await runners(one)).size).toBe(2);
    await expect.poll(async () => new Set(await runners(two)).size).toBe(2);
    return [one, two] as const;
  };

  it('gives each market to the same node, and those of a node that leaves to the other', async () => {
    const [one, two] = await pair();
    await expect.poll(async () => isDeepStrictEqual(await runners(one), await runners(two))).toBe(true);
    two.leave();
    await expect.poll(async () => new Set(await runners(one))).toEqual(new Set(['one']));
    expect(new Set(await runners(two))).toEqual(new Set(['one']));
  });

  it('passes the user, the request and a refusal on', async () => {
    let refuses = false;
    const [one, two] = await pair(async () => {
      if (refuses) throw new BusinessError('RATE_LIMITED', { seconds: 3 });
      return 'two';
    });
    expect(two.place).toHaveBeenCalledWith(7, { quantity: '1' });
    const market = MARKETS[(await runners(one)).indexOf('two')] as MarketId;
    refuses = true;
    await expect(one.ask(market)).rejects.toMatchObject({ code: 'RATE_LIMITED', params: { seconds: 3 } });
  });

  it('runs a command here when the other node fails, is gone or does not answer, and asks it no more', async () => {
    let answers = true;
    const [one, two] = await pair(async () => (answers ? 'two' : new Promise(() => undefined)));
    const market = MARKETS[(await runners(one)).indexOf('two')] as MarketId;
    answers = false;
    const before = two.place.mock.calls.length;
    expect(await one.ask(market)).toBeUndefined();
    expect(two.place.mock.calls).toHaveLength(before + 1);
    await two.close();
    expect(await one.ask(market)).toBeUndefined();
    expect(two.place.mock.calls).toHaveLength(before + 1);
  });

  it('runs a command here while Redis hangs', async () => {
    const [one] = await pair();
    const market = MARKETS[(await runners(one)).indexOf('two')] as MarketId;
    redisHangs.isOn = true;
    try {
      expect(await one.ask(market)).toBeUndefined();
    } finally {
      redisHangs.isOn = false;
    }
  });

  it('ignores messages that no node of this exchange sent to this channel just now', async () => {
    const node = await join('one');
    const client = createClient({ url: REDIS_URL });
    await client.connect();
    try {
      const channels = await client.pubSubChannels(`halyard:nodes:${redis.exchange}:*`);
      const channel = channels[0] ?? '';
      const message = { from: 'x', kind: 'command', id: 'x', request: undefined, command: COMMAND } as const;
      const nowMs = Date.now();
      const send = (of: Buffer, to: string, sentMs: number) =>
        client.publish(channel, sealMessage(of, to, { ...message, sentMs }));
      expect(await send(Buffer.from('another key'), channel, nowMs)).toBe(1);
      await send(key, 'another channel', nowMs);
      await send(key, channel, nowMs - 11_000);
      expect(node.place).not.toHaveBeenCalled();
      await send(key, channel, nowMs);
      await expect.poll(() => node.place.mock.calls).toHaveLength(1);
    } finally {
      client.destroy();
    }
  });

  it('places each order once, wherever it arrives and however often, and keeps the books right', async () => {
    const place = await createPostgresDatabase();
    // Other tests need connections too.
    const limits = { poolSize: 5, statementMs: 0, lockMs: 0, idleMs: 0 };
    const openOne = () => openDatabase({ databaseUrl: place.url, limits });
    const first = await openOne();
    const market = await spotMarketOn(first);
    const ownKey = await readNodeKey(first.db);
    const nodes = await Promise.all(
      ['one', 'two'].map(async () => {
        const database = await openOne();
        const affinity = await createAffinity({ redis, key: ownKey, clock: systemClock, log });
        open.push(affinity);
        const events = createLocalBus(log);
        const db = withEvents(database.db, events);
        const service = createSpotService({ db, events, clock: market.clock, affinity });
        affinity.join();
        return { affinity, service, close: database.close };
      }),
    );
    try {
      await market.reset('100');
      const users = await Promise.all(['a', 'b', 'c', 'd'].map(() => market.trader({ btc: '10', usdt: '1000' })));
      // Once they know each other, one of them asks the other, which does not find this order.
      const isAsking = ({ affinity }: { readonly affinity: Affinity }) => {
        const request = { id: 1, clientRequestId: randomUUID() };
        const command = { call: cancelOrder.name, userId: users[0] as UserId, request };
        return affinity.ask(market.marketId, command).then(
          () => false,
          () => true,
        );
      };
      await expect.poll(async () => (await Promise.all(nodes.map(isAsking))).includes(true)).toBe(true);
      const requests = Array.from({ length: 40 }, (_, index) => ({
        userId: users[index % 4] as UserId,
        request: { ...orderRequest(index % 2 === 0 ? 'sell' : 'buy', '0.1', '100'), clientRequestId: randomUUID() },
      }));
      const placeAll = (from: number) =>
        Promise.all(
          requests.map(async ({ userId, request }, index) =>
            nodes[(index + from) % 2]?.service.placeOrder(userId, request),
          ),
        );
      const ask = nodes.map(({ affinity }) => vi.spyOn(affinity, 'ask'));
      const placed = await placeAll(0);
      const repeated = await placeAll(1);
      expect(repeated.map((order) => order?.id)).toEqual(placed.map((order) => order?.id));
      expect(new Set(placed.map((order) => order?.id)).size).toBe(40);
      const answers = await Promise.all(ask.flatMap(({ mock }) => mock.results.map(({ value }) => value as unknown)));
      const forwarded = answers.filter((answer) => answer !== undefined);
      expect(forwarded.length).toBeGreaterThan(0);
      await expect(
        nodes[0]?.service.placeOrder(users[0] as UserId, {
          ...orderRequest('sell', '99', '100'),
          clientRequestId: randomUUID(),
        }),
      ).rejects.toMatchObject({ code: 'INSUFFICIENT_SELLABLE_BALANCE' });
      expect(await findFaults(first.db)).toEqual([]);
    } finally {
      for (const { service, close } of nodes) {
        await service.close();
        await close();
      }
      await market.close();
      await place.drop();
    }
  });
});
