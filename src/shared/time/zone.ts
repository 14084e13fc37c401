/** Time zone of a screen: the device's, or UTC where the server filters, sums and exports by UTC days. */
import { createContext, useContext, useMemo } from 'react';
import type { MomentStyle } from '../format/dates.ts';
import type { Zone } from '../format/timeOfDay.ts';
import { useFormat, type Formats } from '../format/useFormat.ts';

export const ZoneContext = createContext<Zone>('local');

export function useZone(): Zone {
  return useContext(ZoneContext);
}

/** Formats of the locale, with moments in the screen's zone; `zoneName` follows a moment outside a list. */
export function useZonedFormat(): Formats & { readonly zoneName: string } {
  const format = useFormat();
  const zone = useZone();
  return useMemo(
    () => ({
      ...format,
      moment: (atMs: number, style: MomentStyle, own: Zone = zone) => format.moment(atMs, style, own),
      zoneName: isForeignZone(zone) ? ' UTC' : '',
    }),
    [format, zone],
  );
}

/** Whether a zone is not the device's, so that it must be named. */
export function isForeignZone(zone: Zone): boolean {
  if (zone === 'local') return false;
  const year = new Date().getFullYear();
  // London is at UTC for half of the year.
  return [0, 6].some((month) => new Date(year, month, 1).getTimezoneOffset() !== 0);
}
