import type { Option } from '@halyard/contract/options/calls';
import type { AppDispatch } from '../../shared/store/rootState.ts';
import { optionsApi } from './optionsApi.ts';

/** Applies changed options to the cached list of running options and invalidates what depends on closed ones. */
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

/** The list, newest first, with the changed option. A late event changes nothing: a state never goes back. */
export function placeOption(list: readonly Option[], changed: Option): readonly Option[] {
  const known = list.find(({ id }) => id === changed.id);
  if (known === undefined) return [changed, ...list].toSorted((a, b) => b.id - a.id);
  if (RANKS[known.status] > RANKS[changed.status]) return list;
  return list.map((option) => (option === known ? changed : option));
}
