import { useState } from 'react';
import { Loading, Skeleton } from '../../shared/ui/Skeleton.tsx';
import styles from './DesktopSkeleton.module.css';
import { type GroupName, readSizes, USUAL_HEIGHTS, usualWidths } from './deviceLayout.ts';

/** Heights of the rows of each pane, in px. */
const ROWS = {
  markets: [36, 24, ...Array.from({ length: 16 }, () => 33)],
  book: Array.from({ length: 24 }, () => 14),
  trades: Array.from({ length: 24 }, () => 14),
  orders: [24, 28, ...Array.from({ length: 8 }, () => 24)],
  ticket: [44, 44, 48, 48, 48, 34, 46],
} as const;

/**
 * The panes of `DesktopLayout` before its code or its market is there, in the sizes that they will have: nothing moves
 * when they are filled.
 */
export function DesktopSkeleton({ hasBook }: { hasBook: boolean }) {
  const [flex] = useState(flexes);
  return (
    <div className={styles['desktop']} data-desktop>
      <Loading>
        <div className={styles['row']}>
          <div className={styles['column']} style={flex.left}>
            <div className={styles['row']} style={flex.top}>
              <Pane name="markets" flex={flex.markets} />
              <div className={styles['chart']} style={flex.chart}>
                <Skeleton width="60%" height={20} />
                <Skeleton shape="block" height="100%" />
              </div>
              <div className={styles['column']} style={flex.side}>
                {hasBook && <Pane name="book" flex={flex.book} />}
                <Pane name="trades" flex={hasBook ? flex.trades : REST} />
              </div>
            </div>
            <Pane name="orders" flex={flex.orders} />
          </div>
          <Pane name="ticket" flex={flex.ticket} />
        </div>
      </Loading>
    </div>
  );
}

type PaneProps = { name: keyof typeof ROWS; flex: { flex: string } };

function Pane({ name, flex }: PaneProps) {
  return (
    <div className={styles['pane']} style={flex}>
      <Skeleton width="40%" />
      {Array.from(ROWS[name], (height, row) => (
        <Skeleton key={row} shape={height > 20 ? 'block' : 'line'} height={height} />
      ))}
    </div>
  );
}

const REST = { flex: '1 1 0' };

/** The CSS of each pane: the user's own sizes, or the usual ones. */
function flexes() {
  const usual: Readonly<Record<string, string>> = { ...usualWidths(), ...USUAL_HEIGHTS };
  const of = (group: GroupName, pane: string) => {
    const own = readSizes(group)?.[pane];
    if (own !== undefined) return { flex: `${own} 1 0` };
    const length = usual[pane];
    return length === undefined ? REST : { flex: `0 0 ${length}` };
  };
  return {
    left: of('page', 'left'),
    ticket: of('page', 'ticket'),
    top: of('left', 'top'),
    orders: of('left', 'orders'),
    markets: of('top', 'markets'),
    chart: of('top', 'chart'),
    side: of('top', 'side'),
    book: of('side', 'book'),
    trades: of('side', 'trades'),
  } as const;
}
