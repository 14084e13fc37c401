import { useEffect, useState } from 'react';
import { whenIdle } from './whenIdle.ts';

/** Whether the browser has had nothing better to do since the component stands. */
export function useIsIdle(): boolean {
  const [isIdle, setIdle] = useState(false);
  useEffect(() => whenIdle(() => setIdle(true)), []);
  return isIdle;
}
