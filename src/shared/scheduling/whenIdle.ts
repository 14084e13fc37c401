import { useEffect, useState } from 'react';

// Safari does not report when it is idle. By then its first screen has long been drawn.
const SURELY_IDLE_MS = 3000;

// The successive requests of a screen (code, texts, prices) follow each other faster than this, also on a slow
// connection.
const QUIET_MS = 2000;

/** Limit for a screen that requests something every other second and is never quiet. */
const LATEST_MS = 10_000;

/** Quiet time for work that the current screen needs offline. */
export const SOON_MS = 500;

/**
 * Runs `task` when the browser is idle; where it cannot report that, after three seconds. Returns the function that
 * cancels it.
 */
export function whenIdle(task: () => void): () => void {
  if (typeof requestIdleCallback !== 'function') return later(task, SURELY_IDLE_MS);
  const id = requestIdleCallback(task);
  return () => cancelIdleCallback(id);
}

/**
 * Runs `task` once nothing was loaded for `quietMs`, or after ten seconds, and the browser is idle: for background
 * work. A browser that waits for a screen's files is idle too, and further requests would slow them. Returns the
 * function that cancels it.
 */
export function whenQuiet(task: () => void, quietMs: number = QUIET_MS): () => void {
  let callOff = () => {};
  const observer = new PerformanceObserver(() => restartTimer());
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
  const restartTimer = () => {
    callOff();
    callOff = later(start, quietMs);
  };
  const callOffLatest = later(start, LATEST_MS);
  observer.observe({ type: 'resource' });
  restartTimer();
  return () => stopWaiting();
}

function later(task: () => void, delayMs: number): () => void {
  const timer = setTimeout(task, delayMs);
  return () => clearTimeout(timer);
}

/** Whether the browser has been idle since the component was mounted. */
export function useIsIdle(): boolean {
  const [isIdle, setIdle] = useState(false);
  useEffect(() => whenIdle(() => setIdle(true)), []);
  return isIdle;
}

/**
 * Runs `load`, which imports code that no screen waits for and starts it. Its files may be unreachable, as they are
 * cached only after their first use: then it runs again when the connection returns.
 */
export function loadBehind(load: () => Promise<void>): void {
  load().catch(() => window.addEventListener('online', () => loadBehind(load), { once: true }));
}
