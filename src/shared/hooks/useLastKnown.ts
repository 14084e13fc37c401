import { useState } from 'react';

/** What a sheet was opened with, also while it is going down and nothing is opened any more. */
export function useLastKnown<T>(opened: T | undefined): T | undefined {
  const [known, setKnown] = useState(opened);
  if (opened !== undefined && opened !== known) setKnown(opened);
  return opened ?? known;
}
