/** How long the screen has been looked at in this session of the browser, across visits to it. */
import { useEffect, useState } from 'react';
import { useEachSecond } from '../../../shared/time/useEachSecond.ts';

const MINUTE_MS = 60_000;
/** A step that took longer was slept through. */
const STEP_MAX_MS = 5000;

/** Of the page, which a reload begins anew: nobody is watched longer than he looks. */
const use = { spentMs: 0, shownMs: 0 };

/** `isDue` once `everyMinutes` more were spent than when it was last told; `goOn` tells that it was. */
export function useTimeInUse(everyMinutes: number | undefined) {
  const [isDue, setDue] = useState(false);
  const minutes = useEachSecond(() => Math.floor(use.spentMs / MINUTE_MS));
  useEffect(() => {
    let before = performance.now();
    const timer = setInterval(() => {
      const now = performance.now();
      if (!document.hidden) use.spentMs += Math.min(now - before, STEP_MAX_MS);
      before = now;
      if (everyMinutes !== undefined && use.spentMs - use.shownMs >= everyMinutes * MINUTE_MS) setDue(true);
    }, 1000);
    return () => clearInterval(timer);
  }, [everyMinutes]);
  const goOn = () => {
    use.shownMs = use.spentMs;
    setDue(false);
  };
  return { minutes, isDue, goOn } as const;
}
