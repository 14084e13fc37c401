/** Detects returns of the device or page from a state in which a socket may have died silently. */

const CLOCK_EVERY_MS = 2000;
/** Maximum delay of a running page's timers. */
const CLOCK_LATE_MS = 5000;

/**
 * State of the socket. `maybeDead`: the page was hidden, and the last packet's age decides whether the connection is
 * alive. `dead`: the device slept, its clock was set, the network changed or the page comes from the browser's cache;
 * the last packet's age means nothing.
 */
export type ResumeKind = 'maybeDead' | 'dead';

/**
 * Calls back when the page becomes visible or resumes, when it is restored, when the network returns, and when the
 * clock jumps.
 */
export function watchResume(onResume: (kind: ResumeKind) => void): () => void {
  const controller = new AbortController();
  const { signal } = controller;
  const onVisibility = () => {
    if (document.visibilityState === 'visible') onResume('maybeDead');
  };
  document.addEventListener('visibilitychange', onVisibility, { signal });
  // A frozen page resumes (Page Lifecycle, in some browsers).
  document.addEventListener('resume', () => onResume('maybeDead'), { signal });
  window.addEventListener('online', () => onResume('dead'), { signal });
  const onShow = ({ persisted }: PageTransitionEvent) => {
    // Otherwise the page was only loaded, and its socket is being created.
    if (persisted) onResume('dead');
  };
  window.addEventListener('pageshow', onShow, { signal });
  watchClock(() => onResume('dead'), signal);
  return () => controller.abort();
}

/**
 * After sleep the device's clock is ahead of its timers. After being set back it is behind, and all ages measured by it
 * are wrong. The timers of a hidden page are late as a rule (once a minute), which shows nothing.
 */
function watchClock(onJump: () => void, signal: AbortSignal): void {
  let lastMs = Date.now();
  let wasHidden = false;
  const check = () => {
    const nowMs = Date.now();
    const lateMs = nowMs - lastMs - CLOCK_EVERY_MS;
    if (lateMs < -CLOCK_LATE_MS || (lateMs > CLOCK_LATE_MS && !wasHidden)) onJump();
    lastMs = nowMs;
    wasHidden = document.visibilityState === 'hidden';
  };
  const timer = setInterval(check, CLOCK_EVERY_MS);
  document.addEventListener('visibilitychange', check, { signal });
  signal.addEventListener('abort', () => clearInterval(timer));
}
