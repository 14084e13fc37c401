/** The options that run while the screen is open: they stay with their results until they are put away. */
import { useCallback, useState } from 'react';
import type { OptionId } from '@halyard/contract/ids';
import type { Option } from '@halyard/contract/options/calls';
import { useRunningOptions } from '../../../domain/options/useOptions.ts';

/** Newest first. */
export function useWatchedOptions() {
  const { options } = useRunningOptions();
  const [seen, setSeen] = useState<readonly OptionId[]>([]);
  const [gone, setGone] = useState<readonly OptionId[]>([]);
  const fresh = (options ?? []).filter(({ id, status }) => status !== 'closed' && !seen.includes(id));
  if (fresh.length > 0) setSeen([...fresh.map(({ id }) => id), ...seen].sort((a, b) => b - a));
  const putAway = useCallback((id: OptionId) => setGone((before) => [...before, id]), []);
  return { ids: seen.filter((id) => !gone.includes(id)), putAway } as const;
}

/** What can be done with a card. */
export type CardActions = { readonly onOpen: (option: Option) => void; readonly onPutAway: (id: OptionId) => void };
