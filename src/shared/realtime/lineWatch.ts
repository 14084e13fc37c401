/**
 * Notices a line that is dead though nobody said so: a network that vanished closes nothing. The server pings every 2.5
 * seconds only, so a silent line is asked a question in between, and one that does not answer is lost.
 */

/** What the watch has to know of a line, and what it does with it. */
export type WatchedLine = {
  readonly isUp: () => boolean;
  /** Milliseconds since the server was heard; `undefined` before it first was. */
  readonly silentMs: () => number | undefined;
  /** Asks the server anything, so that it is heard. */
  readonly probe: () => void;
  /** The server cannot be heard. Called again while that lasts. */
  readonly onLost: () => void;
  /** The line is up and silent for so long that only a new one helps. */
  readonly onDead: () => void;
};

const LOOK_EVERY_MS = 200;
/** A line this silent is asked. */
const PROBE_AFTER_MS = 1300;
/** A line this silent is lost: with the time between two looks, it is said within 3 s. */
export const LOST_AFTER_MS = 2700;
const DEAD_AFTER_MS = 6000;
/** Looks come this late when the page slept or was busy; what has arrived by then is still to be read. */
const LATE_MS = 600;

/** Looks at a line until the returned clean-up is called. */
export function watchLine(line: WatchedLine): () => void {
  let lookedAtMs = Date.now();
  let isProbed = false;
  const look = () => {
    const nowMs = Date.now();
    const isLate = nowMs - lookedAtMs > LATE_MS;
    lookedAtMs = nowMs;
    const silentMs = line.silentMs();
    if (isLate || silentMs === undefined || isHidden()) return;
    if (silentMs < PROBE_AFTER_MS) {
      isProbed = false;
      return;
    }
    if (!isProbed && line.isUp()) {
      isProbed = true;
      line.probe();
    }
    if (silentMs >= LOST_AFTER_MS) line.onLost();
    if (silentMs >= DEAD_AFTER_MS && line.isUp()) line.onDead();
  };
  const timer = setInterval(look, LOOK_EVERY_MS);
  return () => clearInterval(timer);
}

/**
 * Nobody sees a hidden page, and asking would cost its battery; when it comes back, a silent line is made anew anyway.
 */
function isHidden(): boolean {
  // Outside a browser there is no page.
  const { document } = globalThis as { document?: { hidden?: boolean } };
  return document?.hidden === true;
}
