/** Previous value of a variable. */
import { useState } from 'react';

/** The value before the current one; `undefined` until it has changed for the first time. */
export function usePrevious<T>(value: T): T | undefined {
  const [pair, setPair] = useState<{ readonly now: T; readonly before: T | undefined }>({
    now: value,
    before: undefined,
  });
  if (Object.is(pair.now, value)) return pair.before;
  setPair({ now: value, before: pair.now });
  return pair.now;
}
