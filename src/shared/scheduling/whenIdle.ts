// Safari does not tell when it is idle. By then its first screen has long been drawn.
const SURELY_IDLE_MS = 3000;

// What a screen asks for in turns (its code, its texts, its prices) comes closer together than this, also on a slow
// line.
const QUIET_MS = 2000;

/** A screen that asks for something every other second is never quiet, and does not keep the rest from coming. */
const LATEST_MS = 10_000;

/** For what the screen that stands may need when the network goes. */
export const SOON_MS = 500;

/**
 * Runs `task` when the browser has nothing better to do; where it cannot tell, after three seconds. Returns the way to
 * call it off.
 */
export function whenIdle(task: () => void): () => void {
  if (typeof requestIdleCallback !== 'function') return later(task, SURELY_IDLE_MS);
  const id = requestIdleCallback(task);
  return () => cancelIdleCallback(id);
}

/**
 * Runs `task` when nothing was loaded for `quietMs`, or after ten seconds, and the browser is idle: for what no screen
 * waits for. A browser that waits for the parts of a screen is idle too, and what is asked for then comes in the way of
 * them. Returns the way to call it off.
 */
export function whenQuiet(task: () => void, quietMs: number = QUIET_MS): () => void {
  let callOff = () => {};
  const observer = new PerformanceObserver(() => waitAnew());
  const stopWaiting = () => {
    observer.disconnect();
    callOff();
    callOffLatest();
  };
  const start = () => {
    stopWaiting();
    if (typeof requestIdleCallback === 'function') callOff = whenIdle(task);
    else task();
  };
  const waitAnew = () => {
    callOff();
    callOff = later(start, quietMs);
  };
  const callOffLatest = later(start, LATEST_MS);
  observer.observe({ type: 'resource' });
  waitAnew();
  return () => stopWaiting();
}

function later(task: () => void, delayMs: number): () => void {
  const timer = setTimeout(task, delayMs);
  return () => clearTimeout(timer);
}
