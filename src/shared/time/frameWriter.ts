/** Joins many changes into one write per animation frame, so that a fast feed costs the store one update a frame. */

/** Asks for a write, or calls off the one that is due. */
export type FrameWriter = { readonly request: () => void; readonly cancel: () => void };

// Frames stop while the page is hidden, and while it is covered without being told so; what waits may not grow without
// end.
const LATEST_WRITE_MS = 1000;

/** Makes a writer that calls `write` at most once a frame, and a second after it was asked at the latest. */
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
