/** What of the user's positions stands on the chart: where they opened, where they close by his wish and where out. */
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import type { FuturesPosition } from '@halyard/contract/futures/positionCodec';
import { isZero } from '@halyard/contract/money';
import { useLiveAccount, useLivePositions } from '../../domain/futures/useFutures.ts';
import type { LivePosition } from '../../domain/futures/liveAccount.ts';
import type { ChartMarks, OrderLine } from '../../shared/charts/chartSettings.ts';
import type { FuturesMarket } from './futuresTypes.ts';

const SIDES = { long: 'buy', short: 'sell' } as const;

/**
 * The same marks until one of their prices changes: the chart is told of news only. `onMove` is told of a stop by the
 * name of its line, {@link stopLine}.
 */
export function useFuturesMarks({ id }: FuturesMarket, onMove: NonNullable<ChartMarks['onMove']>): ChartMarks {
  const { t } = useTranslation('lever');
  const account = useLiveAccount();
  const { positions: pending } = useLivePositions('pending');
  const here = account.positions.filter(({ position }) => position.marketId === id);
  const waiting = (pending ?? []).filter(({ marketId }) => marketId === id);
  const orders: readonly OrderLine[] = [
    ...here.flatMap((live) => linesOf(live, t)),
    ...waiting.map((order) => ({
      id: `order-${order.id}`,
      side: SIDES[order.side],
      price: order.openPrice,
      label: t('marks.order', { side: t(`side.${order.side}`), lots: order.lots }),
    })),
  ];
  const key = JSON.stringify(orders);
  return useMemo(
    () => ({ orders: JSON.parse(key) as OrderLine[], trades: [], ordersName: t('marks.told'), onMove }),
    [key, t, onMove],
  );
}

/** The name of the line of a stop. */
export function stopLine(name: 'profit' | 'loss', { id }: Pick<FuturesPosition, 'id'>): string {
  return `${name}-${id}`;
}

type Words = ReturnType<typeof useTranslation<'lever'>>['t'];

function linesOf({ position, liquidation }: LivePosition, t: Words): OrderLine[] {
  const { id, side, lots, openPrice, stopProfit, stopLoss } = position;
  const opened = t('marks.open', { side: t(`side.${side}`), lots });
  const stop = (name: 'profit' | 'loss', price: OrderLine['price'], label: string): OrderLine[] =>
    isZero(price) ? [] : [{ id: stopLine(name, position), side: 'even', price, label, isMovable: true }];
  return [
    { id: `open-${id}`, side: SIDES[side], price: openPrice, label: opened },
    ...stop('profit', stopProfit, t('marks.stopProfit')),
    ...stop('loss', stopLoss, t('marks.stopLoss')),
    ...(liquidation === undefined || liquidation === 'none'
      ? []
      : [{ id: `end-${id}`, side: 'end' as const, price: liquidation, label: t('marks.liquidation') }]),
  ];
}
