/**
 * Sliding-window rate limits: within this process, or for all nodes together through Redis. No window of the given
 * length ever contains more than allowed.
 */
import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import type { Logger } from 'pino';
import { createClient } from 'redis';
import type { Clock } from './clock.ts';
import { inTime, redisOptions, RedisUnavailableError, watchAnswers, type RedisPlace } from './events/eventBus.ts';

/** At most `max` in each `windowMs`. */
export type Rate = { readonly max: number; readonly windowMs: number };

/** Shortest time between two purchases of one user without a request id that distinguishes them. */
export const REPEAT_AFTER_MS = 1000;

/** Counts one use of a key and returns 0; above the limit counts nothing and returns the milliseconds to wait. */
export type TakeTurn = (key: string) => Promise<number>;

export type Rates = {
  /** Creates the counter of a rate; `name` distinguishes it from others. */
  counter(name: string, rate: Rate): TakeTurn;
  close(): Promise<void>;
};

const PREFIX = 'halyard:rates';
const ANSWER_MAX_MS = 500;
const RETRY_MS = 5000;

// Uses the clock of Redis, since those of the nodes differ.
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
      // Keys in the order of their last use.
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
 * Rates of all nodes of an exchange. While Redis does not answer each node counts on its own. Throws {@link
 * RedisUnavailableError} when it does not answer at start.
 */
export async function createRedisRates(
  { url, exchange }: RedisPlace,
  clock: Clock,
  log: Pick<Logger, 'warn'>,
): Promise<Rates> {
  const local = createLocalRates(clock);
  let isUp = false;
  const options = redisOptions(url, () => isUp && RETRY_MS);
  const client = createClient({ ...options, disableOfflineQueue: true });
  const isSilent = watchAnswers(client);
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
        if (isSilent()) return takeHere(key);
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
