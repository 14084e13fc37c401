/** Encoded answers that never change again, in memory: up to so many bytes, those that nobody asks for go first. */
import type { Clock } from '../clock.ts';

export type ByteCache = {
  /** The bytes of a key; makes them where they are not cached, once for all that ask meanwhile. */
  get(key: string, make: () => Promise<Buffer>): Promise<Buffer>;
};

type Cached = { readonly bytes: Buffer; readonly madeMs: number };

const BYTES_MAX = 32 * 2 ** 20;
/** What somebody changed in the database by hand is seen after this at the latest. */
const CACHED_MS = 10 * 60_000;

/** Makes an empty one. */
export function createByteCache(clock: Clock, bytesMax: number = BYTES_MAX): ByteCache {
  // In the order in which they were asked for last.
  const cached = new Map<string, Cached>();
  const making = new Map<string, Promise<Buffer>>();
  let size = 0;

  const forget = (key: string, { bytes }: Cached): void => {
    cached.delete(key);
    size -= sizeOf(key, bytes);
  };
  const find = (key: string): Buffer | undefined => {
    const found = cached.get(key);
    if (found === undefined) return undefined;
    const ageMs = clock.nowMs() - found.madeMs;
    if (ageMs < 0 || ageMs >= CACHED_MS) {
      forget(key, found);
      return undefined;
    }
    cached.delete(key);
    cached.set(key, found);
    return found.bytes;
  };
  const add = (key: string, bytes: Buffer, madeMs: number): void => {
    if (sizeOf(key, bytes) > bytesMax) return;
    cached.set(key, { bytes, madeMs });
    size += sizeOf(key, bytes);
    for (const [oldest, found] of cached) {
      if (size <= bytesMax) break;
      forget(oldest, found);
    }
  };
  const run = async (key: string, make: () => Promise<Buffer>): Promise<Buffer> => {
    const madeMs = clock.nowMs();
    try {
      const bytes = await make();
      add(key, bytes, madeMs);
      return bytes;
    } finally {
      making.delete(key);
    }
  };
  return {
    async get(key, make) {
      const found = find(key);
      if (found !== undefined) return found;
      const made = making.get(key) ?? run(key, make);
      if (!making.has(key)) making.set(key, made);
      return made;
    },
  };
}

/** An entry costs something besides its bytes. */
const sizeOf = (key: string, bytes: Buffer) => bytes.length + 2 * key.length + 200;
