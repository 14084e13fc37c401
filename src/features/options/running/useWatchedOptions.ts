import { useCallback, useState } from 'react';
import type { OptionId } from '@halyard/contract/ids';
import type { Option } from '@halyard/contract/options/calls';
import { useRunningOptions } from '../../../domain/options/useOptions.ts';

/** Options that run while the screen is open, newest first; settled ones stay until they are dismissed. */
export function useWatchedOptions() {
  const { options } = useRunningOptions();
  const [seen, setSeen] = useState<readonly OptionId[]>([]);
  const [gone, setGone] = useState<readonly OptionId[]>([]);
  const fresh = (options ?? []).filter(({ id, status }) => status !== 'closed' && !seen.includes(id));
  if (fresh.length > 0) setSeen([...fresh.map(({ id }) => id), ...seen].sort((a, b) => b - a));
  const putAway = useCallback((id: OptionId) => setGone((before) => [...before, id]), []);
  return { ids: seen.filter((id) => !gone.includes(id)), putAway } as const;
}

/** Actions of a card. */
export type CardActions = { readonly onOpen: (option: Option) => void; readonly onPutAway: (id: OptionId) => void };
