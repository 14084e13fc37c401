/** Runs `task` when the browser has nothing better to do; not at all where it cannot tell. Returns the way to call it off. */
export function whenIdle(task: () => void): () => void {
  if (typeof requestIdleCallback !== 'function') return () => undefined;
  const id = requestIdleCallback(task);
  return () => cancelIdleCallback(id);
}

// Safari does not tell when it is idle. By then its first screen has long been drawn.
const SURELY_IDLE_MS = 3000;

/** The same for what must run everywhere: where the browser cannot tell, after three seconds. */
export function whenIdleOrLater(task: () => void): () => void {
  if (typeof requestIdleCallback === 'function') return whenIdle(task);
  const timer = setTimeout(task, SURELY_IDLE_MS);
  return () => clearTimeout(timer);
}
