import { useCallback, useState } from 'react';
import type { ErrorCode } from '@halyard/contract/errors';
import type { AppError } from '../../shared/api/appError.ts';
import { errorText } from '../../shared/i18n/errorText.ts';
import { useEachSecond } from '../../shared/time/useEachSecond.ts';

type Wait = { readonly code: ErrorCode; readonly untilMs: number };

/**
 * Wait after too many wrong tries, counted down. `begin` takes an error with `seconds` and returns whether it was one;
 * `text` is the reason why nothing can be sent during the wait.
 */
export function useWait() {
  const [wait, setWait] = useState<Wait>();
  const secondsLeft = useEachSecond((nowMs) =>
    wait === undefined ? 0 : Math.max(0, Math.ceil((wait.untilMs - nowMs) / 1000)),
  );
  const begin = useCallback(({ code, params }: AppError): boolean => {
    const seconds = params?.['seconds'];
    if (typeof seconds !== 'number') return false;
    setWait({ code, untilMs: Date.now() + seconds * 1000 });
    return true;
  }, []);
  const text = wait === undefined || secondsLeft === 0 ? undefined : errorText(wait.code, { seconds: secondsLeft });
  return { begin, text } as const;
}
