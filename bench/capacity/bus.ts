/** How late events reach another node through Redis at a fixed rate, beside the same texts without the event bus. */
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { createClient } from 'redis';
import type { CurrencyId, UserId } from '@halyard/contract/ids';
import { createRedisBus } from '../../server/src/events/eventBus.ts';
import type { ExchangeEvent } from '../../server/src/events/events.ts';
import { createRedis } from '../drill/services.ts';
import { quantile } from '../measure.ts';
import type { BusReceived, BusOrder } from './busReceiver.ts';

const PER_SECOND = 5000;
const SECONDS = 5;
const ROUNDS = 3;
const CHANNEL = 'bare';
const EXCHANGE = 'capacity';

export type BusFigures = {
  readonly perSecond: number;
  /** Delays in milliseconds, the medians of the rounds; `bare` without the event bus. */
  readonly bus: BusRun;
  readonly bare: BusRun;
};

/** `micros`: processor microseconds of the receiving node an event. */
type BusRun = { readonly p50: number; readonly p99: number; readonly micros: number };

/** A user's changed balance: what an order causes most. Its user is the event's number. */
const eventOf = (index: number): ExchangeEvent => ({
  type: 'balances-changed',
  userId: index as UserId,
  balances: [
    { kind: 'spot', currencyId: 1 as CurrencyId },
    { kind: 'spot', currencyId: 3 as CurrencyId },
  ],
});

/** Measures both in turns, with a Redis of its own and the receiver in another process. */
export async function measureBus(): Promise<BusFigures> {
  const folder = mkdtempSync(join(tmpdir(), 'halyard-capacity-'));
  const redis = await createRedis(folder);
  await redis.start();
  const log = { warn: fail, error: fail };
  const bus = await createRedisBus({ url: redis.url, exchange: EXCHANGE }, log);
  const publisher = createClient({ url: redis.url });
  await publisher.connect();
  try {
    const runs: Record<'bus' | 'bare', BusRun[]> = { bus: [], bare: [] };
    for (let round = 0; round < ROUNDS; round += 1) {
      const order = { url: redis.url, exchange: EXCHANGE, channel: CHANNEL };
      runs.bus.push(await runOnce({ ...order, kind: 'bus' }, (index) => bus.publish(eventOf(index))));
      const send = (index: number) => void publisher.publish(CHANNEL, JSON.stringify(eventOf(index)));
      runs.bare.push(await runOnce({ ...order, kind: 'bare' }, send));
    }
    return { perSecond: PER_SECOND, bus: medianOf(runs.bus), bare: medianOf(runs.bare) };
  } finally {
    await bus.close();
    publisher.destroy();
    await redis.crash();
    rmSync(folder, { recursive: true, force: true });
  }
}

async function runOnce(order: BusOrder, send: (index: number) => void): Promise<BusRun> {
  const receiver = fork(new URL('busReceiver.ts', import.meta.url), { execArgv: ['--import', 'tsx'] });
  receiver.send(order);
  await once(receiver, 'message');
  const count = PER_SECOND * SECONDS;
  const sentMs = new Float64Array(count);
  const startedAtMs = performance.now();
  for (let index = 0; index < count;) {
    const due = Math.min(count, Math.ceil(((performance.now() - startedAtMs) * PER_SECOND) / 1000));
    for (; index < due; index += 1) {
      sentMs[index] = performance.timeOrigin + performance.now();
      send(index);
    }
    await pause(1);
  }
  receiver.send({ kind: 'report', count });
  const [received] = (await once(receiver, 'message')) as [BusReceived];
  receiver.disconnect();
  const delays = received.atMs.map((atMs, index) => atMs - (sentMs[index] ?? Number.NaN));
  return { p50: quantile(delays, 0.5), p99: quantile(delays, 0.99), micros: received.cpuMicros / count };
}

function medianOf(runs: readonly BusRun[]): BusRun {
  const of = (read: (run: BusRun) => number) => quantile(runs.map(read), 0.5);
  return { p50: of(({ p50 }) => p50), p99: of(({ p99 }) => p99), micros: of(({ micros }) => micros) };
}

function fail(details: unknown): never {
  throw new Error('the event bus failed', { cause: details });
}
