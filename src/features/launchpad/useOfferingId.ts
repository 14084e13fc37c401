import { useMemo } from 'react';
import { useSearchParams } from 'react-router-dom';
import * as z from 'zod/mini';
import { offerId } from '@halyard/contract/ids';

/** Which offer the query names; undefined where it names none. */
export function useOfferingId() {
  const [query] = useSearchParams();
  const id = query.get('id') ?? '';
  return useMemo(() => {
    const read = z.safeDecode(offerId, id);
    return read.success ? read.data : undefined;
  }, [id]);
}
