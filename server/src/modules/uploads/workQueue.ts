/** Work that takes a whole processor core: so much of it at a time that the rest of the exchange goes on. */

/** Runs work when it is its turn; settles as the work does. */
export type WorkQueue = <T>(work: () => Promise<T>) => Promise<T>;

/** A queue that runs at most `atOnceMax` pieces of work at a time, first come first served. */
export function createWorkQueue(atOnceMax: number): WorkQueue {
  const waiting: (() => void)[] = [];
  let running = 0;

  return async (work) => {
    if (running < atOnceMax) running += 1;
    // Whoever ends hands his place on, so that nobody who comes in between takes it.
    else await new Promise<void>((resolve) => waiting.push(resolve));
    try {
      return await work();
    } finally {
      const next = waiting.shift();
      if (next === undefined) running -= 1;
      else next();
    }
  };
}
