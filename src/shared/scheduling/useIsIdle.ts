import { useEffect, useState } from 'react';
import { whenIdle } from './whenIdle.ts';

/** Whether the browser has been idle since the component was mounted. */
export function useIsIdle(): boolean {
  const [isIdle, setIdle] = useState(false);
  useEffect(() => whenIdle(() => setIdle(true)), []);
  return isIdle;
}
