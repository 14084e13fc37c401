/** Short vibrations for outcomes, where the device has them and motion is not reduced. */

const PATTERNS_MS = { done: [12], failed: [30, 50, 30] } as const;

export function vibrate(outcome: keyof typeof PATTERNS_MS): void {
  if (matchMedia('(prefers-reduced-motion: reduce)').matches) return;
  navigator.vibrate?.(PATTERNS_MS[outcome]);
}
