/** Duration and memory of one long task. */

const POLL_EVERY_MS = 50;

/** `megabytes`: how much the process grew at most during it. */
export type Measured = { readonly ms: number; readonly megabytes: number };

export async function measured(work: () => Promise<unknown>): Promise<Measured> {
  globalThis.gc?.();
  const before = process.memoryUsage.rss();
  let most = before;
  const timer = setInterval(() => {
    most = Math.max(most, process.memoryUsage.rss());
  }, POLL_EVERY_MS);
  const startedAtMs = performance.now();
  await work();
  const ms = performance.now() - startedAtMs;
  clearInterval(timer);
  return { ms, megabytes: (most - before) / 2 ** 20 };
}
