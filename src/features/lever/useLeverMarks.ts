/** What of the user's positions stands on the chart: where they opened, where they close by his wish and where out. */
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { isZero } from '@halyard/contract/money';
import { useLiveAccount, useLivePositions } from '../../domain/contracts/useContracts.ts';
import type { LivePosition } from '../../domain/contracts/liveAccount.ts';
import type { ChartMarks, OrderLine } from '../../shared/charts/chartSettings.ts';
import type { LeverMarket } from './leverTypes.ts';

const SIDES = { long: 'buy', short: 'sell' } as const;

/** The same marks until one of their prices changes: the chart is told of news only. */
export function useLeverMarks({ id }: LeverMarket): ChartMarks {
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
  return useMemo(() => ({ orders: JSON.parse(key) as OrderLine[], trades: [], told: t('marks.told') }), [key, t]);
}

type Words = ReturnType<typeof useTranslation<'lever'>>['t'];

function linesOf({ position, liquidation }: LivePosition, t: Words): OrderLine[] {
  const { id, side, lots, openPrice, stopProfit, stopLoss } = position;
  const line = (name: string, kind: OrderLine['side'], price: OrderLine['price'], label: string) => [
    { id: `${name}-${id}`, side: kind, price, label },
  ];
  return [
    ...line('open', SIDES[side], openPrice, t('marks.open', { side: t(`side.${side}`), lots })),
    ...(isZero(stopProfit) ? [] : line('profit', 'even', stopProfit, t('marks.stopProfit'))),
    ...(isZero(stopLoss) ? [] : line('loss', 'even', stopLoss, t('marks.stopLoss'))),
    ...(liquidation === undefined || liquidation === 'none'
      ? []
      : line('end', 'end', liquidation, t('marks.liquidation'))),
  ];
}
