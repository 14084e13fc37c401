/** Joins many changes into one write per animation frame, so that a fast feed costs the store one update a frame. */

/** Asks for a write, or calls off the one that is due. */
export type FrameWriter = { readonly request: () => void; readonly cancel: () => void };

// Frames stop while the page is hidden; a slow timer keeps what waits from growing without end.
const HIDDEN_WRITE_MS = 1000;

/** Makes a writer that calls `write` at most once a frame. */
export function createFrameWriter(write: () => void): FrameWriter {
  let callOff: (() => void) | undefined;
  const run = () => {
    callOff = undefined;
    write();
  };
  return {
    request: () => {
      callOff ??= document.hidden ? afterTimer(run) : afterFrame(run);
    },
    cancel: () => {
      callOff?.();
      callOff = undefined;
    },
  };
}

function afterTimer(run: () => void): () => void {
  const timer = setTimeout(run, HIDDEN_WRITE_MS);
  return () => clearTimeout(timer);
}

function afterFrame(run: () => void): () => void {
  const frame = requestAnimationFrame(() => {
    document.removeEventListener('visibilitychange', moveToTimer);
    run();
  });
  let stopTimer: (() => void) | undefined;
  // The frame that was asked for will not come if the page is hidden before it.
  const moveToTimer = () => {
    stop();
    stopTimer = afterTimer(run);
  };
  const stop = () => {
    cancelAnimationFrame(frame);
    document.removeEventListener('visibilitychange', moveToTimer);
  };
  document.addEventListener('visibilitychange', moveToTimer);
  return () => {
    stop();
    stopTimer?.();
  };
}
