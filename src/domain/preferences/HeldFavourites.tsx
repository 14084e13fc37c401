import { useEffect, type RefObject } from 'react';
import { useFavourites } from './usePreferences.ts';
import { attachHold } from './hold.ts';

/** A market of the list that is held becomes a favourite, or is none any more; the star in its row says which. */
export function HeldFavourites({ list }: { list: RefObject<HTMLElement | null> }) {
  const { toggle } = useFavourites();
  useEffect(() => (list.current === null ? undefined : attachHold(list.current, toggle)), [list, toggle]);
  return null;
}
