import { useState } from 'react';

/** Content of a sheet, also while it closes and nothing is open any more. */
export function useLastKnown<T>(opened: T | undefined): T | undefined {
  const [known, setKnown] = useState(opened);
  if (opened !== undefined && opened !== known) setKnown(opened);
  return opened ?? known;
}
