import { useEffect, useRef, useState } from 'react';
import { useNavigation, useSearchParams } from 'react-router-dom';

// Some browsers refuse more than a hundred changes of the address in half a minute.
const QUIET_MS = 400;

/**
 * What is searched for, kept in the address as `q` once the typing pauses: whoever comes back from an article finds
 * what he had found. A new address is searched for too.
 */
export function useCachedQuery() {
  const [params, setParams] = useSearchParams();
  const kept = params.get('q') ?? '';
  // Writing the address of this page would call back whoever is on the way to another.
  const isLeaving = useNavigation().state !== 'idle';
  // Not the address itself: it follows a moment later, and a field that does so loses letters.
  const [query, setQuery] = useState(kept);
  const written = useRef(kept);
  useEffect(() => {
    if (kept === written.current) return;
    written.current = kept;
    setQuery(kept);
  }, [kept]);
  useEffect(() => {
    if (query === kept || isLeaving) return undefined;
    const keep = () => {
      written.current = query;
      setParams(query === '' ? {} : { q: query }, { replace: true, preventScrollReset: true });
    };
    const timer = setTimeout(keep, QUIET_MS);
    return () => clearTimeout(timer);
  }, [query, kept, isLeaving, setParams]);
  return { query, setQuery } as const;
}
