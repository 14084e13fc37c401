/**
 * In-memory cache of encoded answers that never change, limited in bytes; the least recently used are dropped first.
 */
import type { Clock } from '../clock.ts';

export type ByteCache = {
  /** The bytes of a key; calls `make` once when they are not cached. */
  get(key: string, make: () => Promise<Buffer>): Promise<Buffer>;
};

type Cached = { readonly bytes: Buffer; readonly madeMs: number };

const BYTES_MAX = 32 * 2 ** 20;
/** Maximum age, after which manual changes of the database become visible. */
const CACHED_MS = 10 * 60_000;

/** Creates an empty cache. */
export function createByteCache(clock: Clock, bytesMax: number = BYTES_MAX): ByteCache {
  // In the order of last use.
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

/** An entry has a cost besides its bytes. */
const sizeOf = (key: string, bytes: Buffer) => bytes.length + 2 * key.length + 200;
