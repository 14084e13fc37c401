/** Where the device is, asked for once and only when the user says so. */
import { useCallback, useEffect, useRef, useState } from 'react';
import type { CodedError } from '@halyard/contract/errors';
import { toCoordinates, type Coordinates } from '../../shared/format/coordinates.ts';

// A phone indoors may need this long; longer than this nobody waits.
const WAIT_MS = 15_000;
const GOOD_MS = 60_000;

/**
 * `find` tells `onFound`; where the browser refuses, has no such thing or takes too long, `error` says
 * POSITION_UNKNOWN.
 */
export function usePosition(onFound: (place: Coordinates) => void) {
  const [isFinding, setFinding] = useState(false);
  const [error, setError] = useState<CodedError>();
  const isGoneRef = useRef(false);
  useEffect(() => {
    isGoneRef.current = false;
    return () => {
      isGoneRef.current = true;
    };
  }, []);

  const find = useCallback(() => {
    setError(undefined);
    setFinding(true);
    const end = (act: () => void) => {
      if (isGoneRef.current) return;
      setFinding(false);
      act();
    };
    const fail = () => end(() => setError({ code: 'POSITION_UNKNOWN' }));
    // Where the page is not served safely, some browsers have no such object at all.
    const { geolocation } = navigator as { geolocation?: Geolocation };
    if (geolocation === undefined) return fail();
    return geolocation.getCurrentPosition(
      ({ coords }) => end(() => onFound(toCoordinates(coords.latitude, coords.longitude))),
      fail,
      { enableHighAccuracy: true, timeout: WAIT_MS, maximumAge: GOOD_MS },
    );
  }, [onFound]);

  return { find, isFinding, error } as const;
}
