/** Event bus: delivers events in this process synchronously, and through Redis to the other nodes. */
import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import type { Logger } from 'pino';
import { createClient } from 'redis';
import { METRICS } from '../health/metrics.ts';
import { requestId, withRequestId } from '../requestContext.ts';
import type { EventBus, EventListener, ExchangeEvent } from './events.ts';

type BusLog = Pick<Logger, 'warn' | 'error'>;

const CHANNEL = 'halyard:events';
const CONNECT_TIMEOUT_MS = 5000;
const RETRY_MAX_MS = 5000;
const PING_EVERY_MS = 1000;
const SILENT_MAX_MS = 5000;
const FLUSH_MAX_MS = 1000;

/** Redis did not answer at start; the message is one line for the operator. */
export class RedisUnavailableError extends Error {}

/** A bus within this process. An exception of a listener affects neither other listeners nor the publisher. */
export function createLocalBus(log: BusLog): EventBus {
  const listeners = new Set<EventListener>();
  return {
    publish(event) {
      for (const listener of listeners) {
        try {
          listener(event);
        } catch (error) {
          log.error({ err: error, event: event.type }, 'a listener failed');
        }
      }
    },
    subscribe(listener) {
      // Wrapped, so that a function subscribed twice is called twice and each unsubscribe ends its own subscription.
      const own: EventListener = (event) => listener(event);
      listeners.add(own);
      return () => void listeners.delete(own);
    },
    // Delivery is synchronous, so nothing is pending.
    flush: async () => undefined,
    isConnected: () => true,
    close: async () => listeners.clear(),
  };
}

/** An event on its way. A node of the previous version sends no request. */
type Message = {
  readonly node: string;
  /** By the monotonic clock of the node. */
  readonly sentMs: number;
  /** Id of the request that caused the event. */
  readonly request?: string | undefined;
  readonly event: ExchangeEvent;
};

/** Address of a Redis, and the id of the exchange whose nodes it connects. */
export type RedisPlace = { readonly url: string; readonly exchange: string };

/**
 * Waits for a connection. Throws when the peer accepts the connection and never answers, as a server of another
 * protocol does.
 */
export async function inTime<T>(connecting: Promise<T>): Promise<T> {
  const over = new AbortController();
  const late = pause(CONNECT_TIMEOUT_MS, undefined, { signal: over.signal }).then(() => {
    throw new Error('no answer');
  });
  late.catch(() => undefined);
  try {
    return await Promise.race([connecting, late]);
  } finally {
    over.abort();
    connecting.catch(() => undefined);
  }
}

/** Options of a connection to Redis. It is closed, and opened again, when the machine or the network is gone. */
export function redisOptions(url: string, reconnectStrategy: (attempts: number) => number | false) {
  const socket = { connectTimeout: CONNECT_TIMEOUT_MS, socketTimeout: SILENT_MAX_MS, reconnectStrategy };
  return { url, pingInterval: PING_EVERY_MS, socket };
}

/**
 * Whether a connection with {@link redisOptions} gets no answers. It must be sent nothing then: each byte that is
 * written restarts the time after which its socket closes.
 */
export function watchAnswers(client: { on(event: string, listener: () => void): unknown }): () => boolean {
  let answeredMs = performance.now();
  const note = () => {
    answeredMs = performance.now();
  };
  client.on('ready', note);
  client.on('ping-interval', note);
  return () => performance.now() - answeredMs > SILENT_MAX_MS;
}

/**
 * Two connections to Redis that reconnect automatically: one that publishes, and fails at once while Redis is away or
 * silent, and one that subscribes. Throws {@link RedisUnavailableError} when Redis does not answer at start.
 */
export async function connectRedis(url: string, log: Pick<Logger, 'warn'>) {
  let isUp = false;
  // At start a Redis that does not answer is a wrong setting; later it is a temporary outage.
  const reconnectStrategy = (attempts: number) => isUp && Math.min(100 * 2 ** Math.min(attempts, 10), RETRY_MAX_MS);
  const options = redisOptions(url, reconnectStrategy);
  const publisher = createClient({ ...options, disableOfflineQueue: true });
  const subscriber = createClient(options);
  const isSilent = watchAnswers(publisher);
  const publish = async (channel: string, text: string): Promise<number> => {
    if (isSilent()) throw new Error('The client is offline: Redis does not answer.');
    return publisher.publish(channel, text);
  };
  const isConnected = () => publisher.isReady && subscriber.isReady && !isSilent();
  for (const client of [publisher, subscriber]) {
    client.on('error', (error: Error) => isUp && log.warn({ err: error }, 'Redis is not reachable'));
  }
  const close = () => {
    for (const client of [publisher, subscriber]) if (client.isOpen) client.destroy();
  };
  try {
    await inTime(Promise.all([publisher.connect(), subscriber.connect()]));
    isUp = true;
  } catch (error) {
    close();
    throw new RedisUnavailableError('REDIS_URL: Redis does not answer there.', { cause: error });
  }
  return { publish, subscriber, isConnected, close };
}

/**
 * A bus that reaches every node of an exchange over Redis. It reconnects automatically; events published meanwhile
 * reach this process only. Throws {@link RedisUnavailableError} when Redis does not answer at start.
 */
export async function createRedisBus({ url, exchange }: RedisPlace, log: BusLog): Promise<EventBus> {
  const channel = `${CHANNEL}:${exchange}`;
  const local = createLocalBus(log);
  const node = randomUUID();
  const { publish, subscriber, isConnected, close: disconnect } = await connectRedis(url, log);
  const sending = new Set<Promise<void>>();
  // Limit the wait for a Redis that hangs.
  const flush = async () => {
    await Promise.race([Promise.all(sending), pause(FLUSH_MAX_MS, undefined, { ref: false })]);
  };
  const close = async () => {
    await local.close();
    await flush();
    disconnect();
  };
  await subscriber.subscribe(channel, (text) => {
    const message = JSON.parse(text) as Message;
    // This node's own events were delivered locally when they were published.
    if (message.node === node) METRICS.busLagSeconds.observe((performance.now() - message.sentMs) / 1000);
    else withRequestId(message.request, () => local.publish(message.event));
  });
  return {
    publish(event) {
      local.publish(event);
      const message: Message = { node, sentMs: performance.now(), request: requestId(), event };
      const sent = publish(channel, JSON.stringify(message))
        .catch((error: unknown) => {
          log.warn({ err: error, event: event.type }, 'an event did not reach the other nodes');
        })
        .then(() => void sending.delete(sent));
      sending.add(sent);
    },
    subscribe: (listener) => local.subscribe(listener),
    flush,
    isConnected,
    close,
  };
}
