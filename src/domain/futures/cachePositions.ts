/** Applies changed positions to the cached lists of open positions and waiting orders. */
import type { FuturesPosition } from '@halyard/contract/futures/positionCodec';
import type { AppDispatch } from '../../shared/store/rootState.ts';
import { futuresApi, type LiveStatus } from './futuresApi.ts';

const LISTS = ['trading', 'pending'] as const satisfies readonly LiveStatus[];

/** Updates the lists and invalidates what depends on closed positions. */
export function cachePositions(changed: readonly FuturesPosition[], dispatch: AppDispatch): void {
  for (const status of LISTS) {
    dispatch(
      futuresApi.util.updateQueryData('listLivePositions', status, (list) =>
        changed.reduce((rows, position) => placePosition(rows, status, position), list as readonly FuturesPosition[]),
      ),
    );
  }
  const isOver = changed.some(({ status }) => status === 'closed' || status === 'cancelled');
  dispatch(futuresApi.util.invalidateTags(isOver ? [{ type: 'Position', id: 'LIST' }, 'FuturesTerms'] : []));
}

/** Updates the list of one status (newest first): replaces, inserts or removes the position. */
export function placePosition(
  list: readonly FuturesPosition[],
  status: LiveStatus,
  changed: FuturesPosition,
): readonly FuturesPosition[] {
  const isKnown = list.some(({ id }) => id === changed.id);
  if (changed.status !== status) return isKnown ? list.filter(({ id }) => id !== changed.id) : list;
  if (!isKnown) return [changed, ...list].toSorted((a, b) => b.id - a.id);
  return list.map((position) => (position.id === changed.id ? newer(position, changed) : position));
}

/** A late event changes nothing: lots only decrease. */
function newer(known: FuturesPosition, changed: FuturesPosition): FuturesPosition {
  return known.lots < changed.lots ? known : changed;
}
