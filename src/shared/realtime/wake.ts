/** When the device or the page comes back from somewhere a socket may have died without anybody noticing. */

const CLOCK_EVERY_MS = 2000;
/** A page that was not slept runs its timers this late at the most. */
const CLOCK_LATE_MS = 5000;

/**
 * What is known of the socket. `maybeDead`: the page was out of sight, and what was heard lately tells whether the line
 * is alive. `dead`: the device slept, its clock was set, the network was another one or the page comes from the
 * browser's cache; what was heard before says nothing.
 */
export type Waking = 'maybeDead' | 'dead';

/**
 * Calls back when the page becomes visible or goes on, when it is restored, when the network returns, and when the
 * clock jumps.
 */
export function watchWake(onWake: (waking: Waking) => void): () => void {
  const controller = new AbortController();
  const { signal } = controller;
  const onVisibility = () => {
    if (document.visibilityState === 'visible') onWake('maybeDead');
  };
  document.addEventListener('visibilitychange', onVisibility, { signal });
  // A frozen page goes on (Page Lifecycle, in some browsers).
  document.addEventListener('resume', () => onWake('maybeDead'), { signal });
  window.addEventListener('online', () => onWake('dead'), { signal });
  const onShow = ({ persisted }: PageTransitionEvent) => {
    // Otherwise the page was only loaded, and its socket is being made.
    if (persisted) onWake('dead');
  };
  window.addEventListener('pageshow', onShow, { signal });
  const stopClock = watchClock(() => onWake('dead'));
  return () => {
    controller.abort();
    stopClock();
  };
}

/**
 * A device that slept finds its clock ahead of its timers; one whose clock was set back finds it behind, and all ages
 * measured by it wrong.
 */
function watchClock(onJump: () => void): () => void {
  let lastMs = Date.now();
  const timer = setInterval(() => {
    const nowMs = Date.now();
    const lateMs = nowMs - lastMs - CLOCK_EVERY_MS;
    lastMs = nowMs;
    if (Math.abs(lateMs) > CLOCK_LATE_MS) onJump();
  }, CLOCK_EVERY_MS);
  return () => clearInterval(timer);
}
