/**
 * Reads that many ask for at once: what is asked for while a reading is under way is read together by the next one.
 * (`dataloader` groups what one turn of the event loop asks for: mostly a single request.)
 */

/**
 * Makes a function that answers the value of a key; `undefined` when there is none. `read` gets keys that were all
 * asked for before it is called, so an answer is never older than its question. A reading that fails fails for those
 * who waited for it.
 */
export function createGroupedRead<V>(
  read: (keys: readonly string[]) => Promise<ReadonlyMap<string, V>>,
): (key: string) => Promise<V | undefined> {
  type Asker = { readonly key: string; resolve(value: V | undefined): void; reject(error: unknown): void };
  let waiting: Asker[] = [];
  let isReading = false;

  const readNext = async (): Promise<void> => {
    isReading = true;
    while (waiting.length > 0) {
      const askers = waiting;
      waiting = [];
      try {
        const values = await read([...new Set(askers.map(({ key }) => key))]);
        for (const { key, resolve } of askers) resolve(values.get(key));
      } catch (error) {
        for (const { reject } of askers) reject(error);
      }
    }
    isReading = false;
  };

  return (key) =>
    new Promise((resolve, reject) => {
      waiting.push({ key, resolve, reject });
      if (!isReading) void readNext();
    });
}
