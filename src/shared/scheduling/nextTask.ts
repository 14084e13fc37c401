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
 * Runs `task` once the screen shows the changes so far: a tap has its visible effect first, and slower work follows. A
 * hidden page paints nothing and does not wait.
 */
export function afterPaint(task: () => void): void {
  const isOver = new AbortController();
  const run = () => {
    if (isOver.signal.aborted) return;
    isOver.abort();
    setTimeout(task);
  };
  if (document.hidden) return run();
  requestAnimationFrame(run);
  document.addEventListener('visibilitychange', run, { signal: isOver.signal });
}
