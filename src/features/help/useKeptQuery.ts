import { useEffect, useState } from 'react';
import { useSearchParams } from 'react-router-dom';

// Some browsers refuse more than a hundred changes of the address in half a minute.
const QUIET_MS = 400;

/** What is searched for, kept in the address as `q` once the typing pauses: whoever comes back from an article finds what he had found. */
export function useKeptQuery() {
  const [params, setParams] = useSearchParams();
  const kept = params.get('q') ?? '';
  // Not the address itself: it follows a moment later, and a field that does so loses letters.
  const [query, setQuery] = useState(kept);
  useEffect(() => {
    if (query === kept) return undefined;
    const keep = () => setParams(query === '' ? {} : { q: query }, { replace: true, preventScrollReset: true });
    const timer = setTimeout(keep, QUIET_MS);
    return () => clearTimeout(timer);
  }, [query, kept, setParams]);
  return { query, setQuery } as const;
}
