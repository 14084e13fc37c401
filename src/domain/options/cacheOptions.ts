/** What the exchange says of one option, into the list of those that run. */
import type { Option } from '@halyard/contract/options/calls';
import type { AppDispatch } from '../../shared/store/rootState.ts';
import { optionsApi } from './optionsApi.ts';

/** Puts changed options into the list, and has what counts closed ones read again. */
export function cacheOptions(changed: readonly Option[], dispatch: AppDispatch): void {
  dispatch(
    optionsApi.util.updateQueryData('listRunning', undefined, (list) =>
      changed.reduce(placeOption, list as readonly Option[]),
    ),
  );
  if (changed.some(({ status }) => status === 'closed')) {
    dispatch(optionsApi.util.invalidateTags([{ type: 'Option', id: 'LIST' }, 'SelfLimits']));
  }
}

const RANKS = { open: 0, due: 1, closed: 2 } as const;

/** The list, newest first, with an option as it stands. A word that comes late changes nothing: none goes back. */
export function placeOption(list: readonly Option[], changed: Option): readonly Option[] {
  const known = list.find(({ id }) => id === changed.id);
  if (known === undefined) return [changed, ...list].toSorted((a, b) => b.id - a.id);
  if (RANKS[known.status] > RANKS[changed.status]) return list;
  return list.map((option) => (option === known ? changed : option));
}
