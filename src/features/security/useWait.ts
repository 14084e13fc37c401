/** After too many wrong tries: how long until the next one, counted down before the user's eyes. */
import { useCallback, useState } from 'react';
import type { ErrorCode } from '@halyard/contract/errors';
import type { AppError } from '../../shared/api/appError.ts';
import { errorText } from '../../shared/i18n/errorText.ts';
import { useEachSecond } from '../../shared/time/useEachSecond.ts';

type Wait = { readonly code: ErrorCode; readonly untilMs: number };

/**
 * `begin` takes an error that names `seconds`, and says whether it was one; `text` says why nothing can be sent while
 * the wait lasts.
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
