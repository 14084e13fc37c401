/** Share of a fling's speed that remains after a frame at 60 Hz. */
const REMAINING_SHARE = 0.94;
const FRAME_MS = 1000 / 60;
const PX_PER_MS_MIN = 0.03;

/** Inertia after a fling; off if the user prefers reduced motion. */
export type Glide = { readonly start: (pxPerMs: number) => void; readonly stop: () => void };

/** A glide that moves by `onPan`, frame by frame. */
export function createGlide(onPan: (px: number) => void): Glide {
  let id: number | undefined;
  const stop = () => {
    if (id !== undefined) cancelAnimationFrame(id);
    id = undefined;
  };
  const run = (pxPerMs: number, beforeMs: number) => {
    id = requestAnimationFrame((nowMs) => {
      const elapsedMs = Math.max(0, nowMs - beforeMs);
      onPan(pxPerMs * elapsedMs);
      const left = pxPerMs * REMAINING_SHARE ** (elapsedMs / FRAME_MS);
      if (Math.abs(left) > PX_PER_MS_MIN) run(left, nowMs);
      else id = undefined;
    });
  };
  const start = (pxPerMs: number) => {
    const isStill = matchMedia('(prefers-reduced-motion: reduce)').matches;
    if (!isStill && Math.abs(pxPerMs) > PX_PER_MS_MIN) run(pxPerMs, performance.now());
  };
  return { start, stop };
}
