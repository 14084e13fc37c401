import { useState } from 'react';

/**
 * Whether a condition was ever true: lazy content stays mounted after its first opening, so that closing is animated.
 */
export function useWasEver(is: boolean): boolean {
  const [was, setWas] = useState(is);
  if (is && !was) setWas(true);
  return is || was;
}
