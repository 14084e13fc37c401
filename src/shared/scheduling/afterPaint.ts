/**
 * Runs `task` once the screen shows the changes so far: a tap has its visible effect first, and slower work follows.
 */
export function afterPaint(task: () => void): void {
  requestAnimationFrame(() => setTimeout(task));
}
