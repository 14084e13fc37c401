/**
 * Combines many changes into one write per animation frame, so that a fast feed costs the store one update per frame.
 */

/** Requests a write, or cancels the pending one. */
export type FrameWriter = { readonly request: () => void; readonly cancel: () => void };

// Frames stop while the page is hidden, or covered without notice; pending changes must not grow without limit.
const LATEST_WRITE_MS = 1000;

/** Creates a writer that calls `write` at most once per frame, and at the latest a second after the request. */
export function createFrameWriter(write: () => void): FrameWriter {
  let due: { readonly frame: number; readonly timer: ReturnType<typeof setTimeout> } | undefined;
  const cancel = () => {
    if (due === undefined) return;
    cancelAnimationFrame(due.frame);
    clearTimeout(due.timer);
    due = undefined;
  };
  const run = () => {
    cancel();
    write();
  };
  const request = () => {
    due ??= { frame: requestAnimationFrame(run), timer: setTimeout(run, LATEST_WRITE_MS) };
  };
  return { request, cancel };
}
