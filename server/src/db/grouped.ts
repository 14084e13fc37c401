/**
 * Work that many ask for at once: what is asked for while some is under way is done together by the next turn.
 * (`dataloader` groups what one turn of the event loop asks for: mostly a single request.)
 */

import { setImmediate } from 'node:timers/promises';

/**
 * Makes a function that has things done in groups of `most` at most, one after the other. `work` answers for each in
 * their order; what it throws reaches all who wait for it.
 */
export function createGrouped<T, R>(
  work: (asked: readonly T[]) => Promise<readonly R[]>,
  most = Infinity,
): (asked: T) => Promise<R> {
  type Asker = { readonly asked: T; resolve(answer: R): void; reject(error: unknown): void };
  const waiting: Asker[] = [];
  let isWorking = false;

  const workOff = async (): Promise<void> => {
    isWorking = true;
    while (waiting.length > 0) {
      const askers = waiting.splice(0, most);
      try {
        const answers = await work(askers.map(({ asked }) => asked));
        askers.forEach(({ resolve }, index) => resolve(answers[index] as R));
      } catch (error) {
        for (const { reject } of askers) reject(error);
      }
      // Whoever was answered may ask again, and others have asked by then.
      await setImmediate();
    }
    isWorking = false;
  };

  return (asked) =>
    new Promise((resolve, reject) => {
      waiting.push({ asked, resolve, reject });
      if (!isWorking) void workOff();
    });
}

/**
 * Makes a function that answers the value of a key; `undefined` when there is none. `read` gets keys that were all
 * asked for before it is called, so an answer is never older than its question.
 */
export function createGroupedRead<V>(
  read: (keys: readonly string[]) => Promise<ReadonlyMap<string, V>>,
): (key: string) => Promise<V | undefined> {
  return createGrouped(async (keys) => {
    const values = await read([...new Set(keys)]);
    return keys.map((key) => values.get(key));
  });
}
