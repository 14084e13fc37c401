/**
 * Runs `task` once the screen shows what has changed so far: a finger sees at once that it was felt, and what takes
 * longer comes after.
 */
export function afterPaint(task: () => void): void {
  requestAnimationFrame(() => setTimeout(task));
}
