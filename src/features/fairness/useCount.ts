import { useCallback } from 'react';
import { decimal } from '@halyard/contract/money';
import { useFormat } from '../../shared/format/useFormat.ts';

/** A whole number as the language writes it. */
export function useCount(): (count: number) => string {
  const format = useFormat();
  return useCallback((count) => format.quantity(decimal(String(count)), 0), [format]);
}
