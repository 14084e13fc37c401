import { useCallback, useEffect, useState } from 'react';
import { useOnConnected } from '../../shared/realtime/useRealtime.ts';

export type LogCheck = {
  readonly isRunning: boolean;
  /** Whether the last try read the log; undefined before it is over. */
  readonly hasRead: boolean | undefined;
  readonly start: () => void;
};

/** Looks at the log as soon as that is wanted, then when the exchange can be heard again, and when it is asked for. */
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

/** The code that verifies may be out of reach as the log is. */
async function look(): Promise<boolean> {
  try {
    const { checkLog } = await import('./watchLog.ts');
    return (await checkLog()) !== undefined;
  } catch {
    return false;
  }
}
