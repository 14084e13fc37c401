type YieldingScheduler = { readonly yield?: () => Promise<void> };

/**
 * Ends the task, so that the browser can paint and respond to touch, and continues in the next one. Without
 * `scheduler.yield` the task continues: a timer instead would let all other waiting work go first.
 */
export async function nextTask(): Promise<void> {
  const { scheduler } = globalThis as { scheduler?: YieldingScheduler };
  await scheduler?.yield?.();
}

/**
 * Runs `task` once the screen shows the changes so far: a tap has its visible effect first, and slower work follows.
 */
export function afterPaint(task: () => void): void {
  requestAnimationFrame(() => setTimeout(task));
}

/** Resolves once the page is hidden, at once if it is. */
export function whenHidden(): Promise<void> {
  if (document.hidden) return Promise.resolve();
  return new Promise((resolve) => document.addEventListener('visibilitychange', () => resolve(), { once: true }));
}
