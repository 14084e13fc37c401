/** What the exchange says of one position, into the lists of those that are open or wait. */
import type { FuturesPosition } from '@halyard/contract/futures/positionCodec';
import type { AppDispatch } from '../../shared/store/rootState.ts';
import { futuresApi, type LiveStatus } from './futuresApi.ts';

const LISTS = ['trading', 'pending'] as const satisfies readonly LiveStatus[];

/** Puts changed positions into the lists, and has what goes by closed ones read again. */
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

/** A list of one status, newest first, with a position as it stands: in it, or not any more. */
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

/** A word that comes late changes nothing: lots only get fewer. */
function newer(known: FuturesPosition, changed: FuturesPosition): FuturesPosition {
  return known.lots < changed.lots ? known : changed;
}
