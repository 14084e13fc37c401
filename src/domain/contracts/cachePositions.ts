/** What the exchange says of one position, into the lists of those that are open or wait. */
import type { ContractPosition } from '@halyard/contract/calls/position';
import type { AppDispatch } from '../../shared/store/rootState.ts';
import { contractsApi, type LiveStatus } from './contractsApi.ts';

const LISTS = ['trading', 'pending'] as const satisfies readonly LiveStatus[];

/** Puts changed positions into the lists, and has what goes by closed ones read again. */
export function cachePositions(changed: readonly ContractPosition[], dispatch: AppDispatch): void {
  for (const status of LISTS) {
    dispatch(
      contractsApi.util.updateQueryData('listLivePositions', status, (list) =>
        changed.reduce((rows, position) => placePosition(rows, status, position), list as readonly ContractPosition[]),
      ),
    );
  }
  const isOver = changed.some(({ status }) => status === 'closed' || status === 'cancelled');
  dispatch(contractsApi.util.invalidateTags(isOver ? [{ type: 'Position', id: 'LIST' }, 'ContractTerms'] : []));
}

/** A list of one status, newest first, with a position as it stands: in it, or not any more. */
export function placePosition(
  list: readonly ContractPosition[],
  status: LiveStatus,
  changed: ContractPosition,
): readonly ContractPosition[] {
  const isKnown = list.some(({ id }) => id === changed.id);
  if (changed.status !== status) return isKnown ? list.filter(({ id }) => id !== changed.id) : list;
  if (!isKnown) return [changed, ...list].toSorted((a, b) => b.id - a.id);
  return list.map((position) => (position.id === changed.id ? newer(position, changed) : position));
}

/** A word that comes late changes nothing: lots only get fewer. */
function newer(known: ContractPosition, changed: ContractPosition): ContractPosition {
  return known.lots < changed.lots ? known : changed;
}
