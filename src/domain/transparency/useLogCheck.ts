import { useCallback, useEffect, useState } from 'react';
import { useOnConnected } from '../../shared/realtime/useRealtime.ts';

export type LogCheck = {
  readonly isRunning: boolean;
  /** Whether the last attempt read the log; undefined before it finished. */
  readonly hasRead: boolean | undefined;
  readonly start: () => void;
};

/** Checks the log as soon as wanted, again when the exchange is reachable, and on request. */
export function useLogCheck(isWanted: boolean): LogCheck {
  const [asked, setAsked] = useState(0);
  const [answered, setAnswered] = useState<{ readonly to: number; readonly hasRead: boolean }>();
  const start = useCallback(() => setAsked((times) => times + 1), []);
  useEffect(() => {
    if (!isWanted) return;
    void look().then((hasRead) => setAnswered({ to: asked, hasRead }));
  }, [asked, isWanted]);
  useOnConnected(start);
  return { isRunning: isWanted && answered?.to !== asked, hasRead: answered?.hasRead, start };
}

/** The verification code may be unreachable, like the log. */
async function look(): Promise<boolean> {
  try {
    const { checkLog } = await import('./watchLog.ts');
    return (await checkLog()) !== undefined;
  } catch {
    return false;
  }
}
