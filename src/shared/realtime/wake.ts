/** When the device or the page comes back from somewhere a socket may have died without anybody noticing. */

const CLOCK_EVERY_MS = 2000;
/** A page that was not slept runs its timers this late at the most. */
const CLOCK_LATE_MS = 5000;

/** Calls back when the page becomes visible or is restored, when the network returns, and when the clock shows that the device slept. */
export function watchWake(onWake: () => void): () => void {
  const onVisibility = () => {
    if (document.visibilityState === 'visible') onWake();
  };
  document.addEventListener('visibilitychange', onVisibility);
  window.addEventListener('pageshow', onWake);
  window.addEventListener('online', onWake);
  const stopClock = watchClock(onWake);
  return () => {
    document.removeEventListener('visibilitychange', onVisibility);
    window.removeEventListener('pageshow', onWake);
    window.removeEventListener('online', onWake);
    stopClock();
  };
}

function watchClock(onJump: () => void): () => void {
  let lastMs = Date.now();
  const timer = setInterval(() => {
    const nowMs = Date.now();
    const gapMs = nowMs - lastMs;
    lastMs = nowMs;
    if (gapMs > CLOCK_EVERY_MS + CLOCK_LATE_MS) onJump();
  }, CLOCK_EVERY_MS);
  return () => clearInterval(timer);
}
