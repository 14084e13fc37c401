/**
 * The other node of the benchmark of events, in a process of its own: notes when each event arrives. It answers `ready`
 * to its first message, and {@link BusReceived} to a report when all events have arrived.
 */
import { createClient } from 'redis';
import { createRedisBus } from '../../server/src/events/eventBus.ts';
import type { ExchangeEvent } from '../../server/src/events/events.ts';

/** First message of the parent. */
export type BusOrder = {
  readonly kind: 'bus' | 'bare';
  readonly url: string;
  readonly exchange: string;
  readonly channel: string;
};

/** Times of arrival by the event's number, in milliseconds since 1970, and the processor's time from the first one. */
export type BusReceived = { readonly atMs: readonly number[]; readonly cpuMicros: number };

const log = { warn: fail, error: fail };
const atMs: number[] = [];
let received = 0;
let before = process.cpuUsage();
let wanted = Number.POSITIVE_INFINITY;

process.on('message', (order: BusOrder | { readonly kind: 'report'; readonly count: number }) => {
  if (order.kind === 'report') {
    wanted = order.count;
    reportWhenComplete();
  } else void listen(order).then(() => process.send?.('ready'));
});
process.on('disconnect', () => process.exit(0));

async function listen({ kind, url, exchange, channel }: BusOrder): Promise<void> {
  if (kind === 'bus') {
    (await createRedisBus({ url, exchange }, log)).subscribe(note);
    return;
  }
  const client = createClient({ url });
  await client.connect();
  await client.subscribe(channel, (text) => note(JSON.parse(text) as ExchangeEvent));
}

function note(event: ExchangeEvent): void {
  if (event.type !== 'balances-changed') return;
  if (received === 0) before = process.cpuUsage();
  atMs[event.userId] = performance.timeOrigin + performance.now();
  received += 1;
  reportWhenComplete();
}

function reportWhenComplete(): void {
  if (received < wanted) return;
  const { user, system } = process.cpuUsage(before);
  process.send?.({ atMs, cpuMicros: user + system } satisfies BusReceived);
}

function fail(details: unknown): never {
  throw new Error('the event bus failed', { cause: details });
}
