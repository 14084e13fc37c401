/** Runs `task` when the browser has nothing better to do; not at all where it cannot tell. Returns the way to call it off. */
export function whenIdle(task: () => void): () => void {
  if (typeof requestIdleCallback !== 'function') return () => undefined;
  const id = requestIdleCallback(task);
  return () => cancelIdleCallback(id);
}
