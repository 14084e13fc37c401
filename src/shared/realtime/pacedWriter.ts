/** Combines many changes into one write per frame, and not more often than people can follow. */
import { createFrameWriter, type FrameWriter } from '../time/frameWriter.ts';

/**
 * Creates a writer that calls `write` in the next frame, then at most once in `paceMs`; the last change is always
 * written.
 */
export function createPacedWriter(write: () => void, paceMs: number): FrameWriter {
  let writtenAtMs: number | undefined;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const frame = createFrameWriter(() => {
    writtenAtMs = Date.now();
    write();
  });
  const waitMs = () => {
    if (writtenAtMs === undefined) return 0;
    // A clock that was set back must not delay a write for longer than the pace.
    return Math.min(writtenAtMs + paceMs - Date.now(), paceMs);
  };
  return {
    request() {
      if (timer !== undefined) return;
      const dueInMs = waitMs();
      if (dueInMs <= 0) {
        frame.request();
        return;
      }
      timer = setTimeout(() => {
        timer = undefined;
        frame.request();
      }, dueInMs);
    },
    cancel() {
      clearTimeout(timer);
      timer = undefined;
      frame.cancel();
    },
  };
}
