/**
 * Detects a connection that died silently: a network that vanished closes nothing. The server pings only every 2.5
 * seconds, so a silent connection is probed in between, and is lost if it does not answer.
 */

/** A connection, as far as the watch needs it. */
export type WatchedConnection = {
  readonly isUp: () => boolean;
  /** Milliseconds since the last packet; `undefined` before the first one. */
  readonly silentMs: () => number | undefined;
  /** Sends the server any request, so that it answers. */
  readonly probe: () => void;
  /** No packet arrives. Called again while that lasts. */
  readonly onLost: () => void;
  /** The connection has been silent for so long that only a new one helps. */
  readonly onDead: () => void;
};

const CHECK_EVERY_MS = 200;
/** Silence after which a connection is probed. */
const PROBE_AFTER_MS = 1300;
/** Silence after which a connection is lost: with the interval between two checks, this is reported within 3 s. */
export const LOST_AFTER_MS = 2700;
const DEAD_AFTER_MS = 6000;
/** A check this late means that the page was suspended or busy; packets that arrived meanwhile are still unread. */
const LATE_MS = 600;

/** Checks a connection until the returned clean-up is called. */
export function watchConnection(connection: WatchedConnection): () => void {
  let checkedAtMs = Date.now();
  let isProbed = false;
  const check = () => {
    const nowMs = Date.now();
    const isLate = nowMs - checkedAtMs > LATE_MS;
    checkedAtMs = nowMs;
    const silentMs = connection.silentMs();
    if (isLate || silentMs === undefined || isHidden()) return;
    if (silentMs < PROBE_AFTER_MS) {
      isProbed = false;
      return;
    }
    if (!isProbed && connection.isUp()) {
      isProbed = true;
      connection.probe();
    }
    if (silentMs >= LOST_AFTER_MS) connection.onLost();
    if (silentMs >= DEAD_AFTER_MS && connection.isUp()) connection.onDead();
  };
  const timer = setInterval(check, CHECK_EVERY_MS);
  return () => clearInterval(timer);
}

/**
 * A hidden page needs no live data, and probing would drain the battery; when it returns, a silent connection is
 * replaced anyway.
 */
function isHidden(): boolean {
  // Outside a browser there is no page.
  const { document } = globalThis as { document?: { hidden?: boolean } };
  return document?.hidden === true;
}
