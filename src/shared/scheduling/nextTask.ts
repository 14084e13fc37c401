type YieldingScheduler = { readonly yield?: () => Promise<void> };

/**
 * Ends the task, so that the browser can paint and answer a finger, and goes on in the next one. Where the browser has
 * no `scheduler.yield` the task goes on: a timer in its place would let everything else that waits go first.
 */
export async function nextTask(): Promise<void> {
  const { scheduler } = globalThis as { scheduler?: YieldingScheduler };
  await scheduler?.yield?.();
}
