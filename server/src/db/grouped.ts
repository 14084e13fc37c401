/**
 * Grouping of concurrent calls: calls that arrive while one group is being processed are processed together as the next
 * group. (`dataloader` groups the calls of one turn of the event loop, which here is mostly a single one.)
 */

import { setImmediate } from 'node:timers/promises';

/**
 * Creates a function that processes calls in groups of at most `most`, one group after the other. `work` returns
 * results in the order of the calls; an error rejects all calls of the group.
 */
export function createGrouped<T, R>(
  work: (asked: readonly T[]) => Promise<readonly R[]>,
  most = Infinity,
): (asked: T) => Promise<R> {
  type Waiting = { readonly asked: T; resolve(answer: R): void; reject(error: unknown): void };
  const waiting: Waiting[] = [];
  let isWorking = false;

  const processAll = async (): Promise<void> => {
    isWorking = true;
    while (waiting.length > 0) {
      const group = waiting.splice(0, most);
      try {
        const answers = await work(group.map(({ asked }) => asked));
        group.forEach(({ resolve }, index) => resolve(answers[index] as R));
      } catch (error) {
        for (const { reject } of group) reject(error);
      }
      // Callers that were just answered may call again; let those calls join the next group.
      await setImmediate();
    }
    isWorking = false;
  };

  return (asked) =>
    new Promise((resolve, reject) => {
      waiting.push({ asked, resolve, reject });
      if (!isWorking) void processAll();
    });
}

/**
 * Creates a function that reads the value of a key; `undefined` when there is none. `read` starts after all calls of
 * its group were made, so a result is never older than its call.
 */
export function createGroupedRead<V>(
  read: (keys: readonly string[]) => Promise<ReadonlyMap<string, V>>,
): (key: string) => Promise<V | undefined> {
  return createGrouped(async (keys) => {
    const values = await read([...new Set(keys)]);
    return keys.map((key) => values.get(key));
  });
}
