import { useCallback } from 'react';
import { formatAgo } from '../../shared/format/relativeTime.ts';
import { useLocale } from '../../shared/format/useLocale.ts';

/** How long ago an instant of this device's clock was, in words. */
export function useAgo(): (atMs: number) => string {
  const locale = useLocale();
  return useCallback((atMs) => formatAgo(Date.now() - atMs, locale), [locale]);
}
