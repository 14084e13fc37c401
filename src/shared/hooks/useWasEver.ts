import { useState } from 'react';

/** Whether something was ever so: what is loaded when it is first opened stays, so that closing is animated. */
export function useWasEver(is: boolean): boolean {
  const [was, setWas] = useState(is);
  if (is && !was) setWas(true);
  return is || was;
}
