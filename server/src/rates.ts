/**
 * How often something was done lately: within this process, or by all nodes together through Redis. Whatever span is
 * looked at, there is no more in it than allowed; so two full spans never meet at a border.
 */
import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import type { Logger } from 'pino';
import { createClient } from 'redis';
import type { Clock } from './clock.ts';
import { inTime, RedisUnavailableError, type RedisPlace } from './events/eventBus.ts';

/** At most `max` in each `windowMs`. */
export type Rate = { readonly max: number; readonly windowMs: number };

/** Counts one more of a key and answers 0; where that is one too many, how long to wait, and counts nothing. */
export type TakeTurn = (key: string) => Promise<number>;

export type Rates = {
  /** Makes the counter of one rate; `name` tells it from others. */
  counter(name: string, rate: Rate): TakeTurn;
  close(): Promise<void>;
};

const PREFIX = 'halyard:rates';
const CONNECT_TIMEOUT_MS = 5000;
const ANSWER_MAX_MS = 500;
const RETRY_MS = 5000;

// By the clock of Redis, since those of the nodes differ.
const TAKE = `
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
redis.call('ZREMRANGEBYSCORE', KEYS[1], '-inf', now - ARGV[2])
if redis.call('ZCARD', KEYS[1]) < tonumber(ARGV[1]) then
  redis.call('ZADD', KEYS[1], now, ARGV[3])
  redis.call('PEXPIRE', KEYS[1], ARGV[2])
  return 0
end
return redis.call('ZRANGE', KEYS[1], 0, 0, 'WITHSCORES')[2] + ARGV[2] - now`;

/** Rates within this process. */
export function createLocalRates(clock: Clock): Rates {
  return {
    counter(_name, { max, windowMs }) {
      // Who did something last stands last.
      const done = new Map<string, number[]>();
      return async (key) => {
        const nowMs = clock.nowMs();
        const isOver = (atMs: number) => atMs <= nowMs - windowMs;
        for (const [other, times] of done) {
          if (!isOver(times.at(-1) ?? 0)) break;
          done.delete(other);
        }
        const times = done.get(key) ?? [];
        const over = times.findIndex((atMs) => !isOver(atMs));
        times.splice(0, over < 0 ? times.length : over);
        const [oldest = nowMs] = times;
        if (times.length >= max) return oldest + windowMs - nowMs;
        times.push(nowMs);
        done.delete(key);
        done.set(key, times);
        return 0;
      };
    },
    close: async () => undefined,
  };
}

/**
 * Rates of all nodes of an exchange. While Redis does not answer each node counts for itself. Throws
 * {@link RedisUnavailableError} when it does not answer now.
 */
export async function createRedisRates(
  { url, exchange }: RedisPlace,
  clock: Clock,
  log: Pick<Logger, 'warn'>,
): Promise<Rates> {
  const local = createLocalRates(clock);
  let isUp = false;
  const socket = { connectTimeout: CONNECT_TIMEOUT_MS, reconnectStrategy: () => isUp && RETRY_MS };
  const client = createClient({ url, disableOfflineQueue: true, socket });
  client.on('error', (error: Error) => isUp && log.warn({ err: error }, 'Redis is not reachable'));
  try {
    await inTime(client.connect());
    isUp = true;
  } catch (error) {
    if (client.isOpen) client.destroy();
    throw new RedisUnavailableError('REDIS_URL: Redis does not answer there.', { cause: error });
  }
  return {
    counter(name, rate) {
      const takeHere = local.counter(name, rate);
      const parameters = [String(rate.max), String(rate.windowMs)];
      const take = async (key: string) => {
        const keys = [`${PREFIX}:${exchange}:${name}:${key}`];
        return (await client.eval(TAKE, { keys, arguments: [...parameters, randomUUID()] })) as number;
      };
      return async (key) => {
        const slow = pause(ANSWER_MAX_MS, undefined, { ref: false });
        const waitMs = await Promise.race([take(key).catch(() => undefined), slow]);
        return waitMs ?? takeHere(key);
      };
    },
    close: async () => {
      if (client.isOpen) client.destroy();
    },
  };
}
