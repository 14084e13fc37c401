/** Checks the public log whenever the app becomes visible, at most once a minute, when idle. */
import { paths } from '../../shared/navigation/paths.ts';
import { whenQuiet } from '../../shared/scheduling/whenIdle.ts';
import { judgeLog } from './judgeLog.ts';
import { readPin, writePin, type LogPin } from './logPin.ts';
import { isUnread, remoteLog } from './remoteLog.ts';

const LEAST_MS = 60_000;

let running: Promise<LogPin | undefined> | undefined;

/** Checks now. Returns the resulting pin; `undefined` when the log could not be read. */
export function checkLog(): Promise<LogPin | undefined> {
  running ??= readLog().finally(() => {
    running = undefined;
  });
  return running;
}

async function readLog(): Promise<LogPin | undefined> {
  try {
    const pin = await judgeLog(readPin(), remoteLog(), Date.now());
    writePin(pin);
    return pin;
  } catch (error) {
    if (isUnread(error)) return undefined;
    throw error;
  }
}

/** `go` opens a page: the alarm page, once for each finding. Returns the clean-up. */
export function watchLog(go: (path: string) => void): () => void {
  let lastMs = Number.NEGATIVE_INFINITY;
  let callOff = () => {};
  const check = async () => {
    lastMs = Date.now();
    const finding = (await checkLog())?.finding;
    if (finding !== undefined && !finding.isSeen) go(paths.fairness());
  };
  const checkSoon = () => {
    // A clock that was set back must not stop the checks.
    if (document.hidden || !navigator.onLine || Math.abs(Date.now() - lastMs) < LEAST_MS) return;
    callOff();
    callOff = whenQuiet(() => void check());
  };
  document.addEventListener('visibilitychange', checkSoon);
  window.addEventListener('online', checkSoon);
  checkSoon();
  return () => {
    callOff();
    document.removeEventListener('visibilitychange', checkSoon);
    window.removeEventListener('online', checkSoon);
  };
}
