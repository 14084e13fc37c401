import { Suspense, useCallback, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { FuturesPosition } from '@halyard/contract/futures/positionCodec';
import type { Market } from '@halyard/contract/market/calls';
import { type Decimal, isZero } from '@halyard/contract/money';
import { TradeChart } from '../../domain/charts/TradeChart.tsx';
import type { LivePosition } from '../../domain/futures/liveAccount.ts';
import { useLiveAccount, useLivePositions } from '../../domain/futures/useFutures.ts';
import type { ChartMarks, OrderLine } from '../../shared/charts/chartSettings.ts';
import { lazyPart } from '../../shared/pwa/lazyPart.tsx';
import type { FuturesMarket } from './futuresTypes.ts';
import type { OpenSheet } from './positions/sheetKinds.ts';

const SIDES = { long: 'buy', short: 'sell' } as const;

const PositionSheets = lazyPart(async () => (await import('./positions/PositionSheets.tsx')).PositionSheets);

type Drawn = { readonly line: string; readonly price: Decimal };

/** The market's chart with the user's positions. A dragged stop is confirmed before it changes. */
export function FuturesChart({ market, facts }: { market: Market; facts: FuturesMarket }) {
  const [drawn, setDrawn] = useState<Drawn>();
  const onMove = useCallback((line: string, price: Decimal) => setDrawn({ line, price }), []);
  return (
    <>
      <TradeChart isOfFutures market={market} marks={useFuturesMarks(facts, onMove)} />
      {drawn !== undefined && <DrawnStop drawn={drawn} />}
    </>
  );
}

function DrawnStop({ drawn }: { drawn: Drawn }) {
  const { positions } = useLivePositions('trading');
  const [closed, setClosed] = useState<Drawn>();
  return (
    <Suspense fallback={null}>
      <PositionSheets
        sheet={closed === drawn ? undefined : sheetOf(drawn, positions ?? [])}
        onClose={() => setClosed(drawn)}
      />
    </Suspense>
  );
}

function sheetOf({ line, price }: Drawn, positions: readonly OpenSheet['position'][]): OpenSheet | undefined {
  for (const position of positions) {
    for (const name of ['profit', 'loss'] as const) {
      if (stopLine(name, position) === line) return { kind: 'stops', position, drawn: { [name]: price } };
    }
  }
  return undefined;
}

/**
 * The user's positions as chart marks: entry, stops and liquidation prices. Stable until one of the prices changes.
 * `onMove` receives a dragged stop by the name of its line, {@link stopLine}.
 */
function useFuturesMarks({ id }: FuturesMarket, onMove: NonNullable<ChartMarks['onMove']>): ChartMarks {
  const { t } = useTranslation('futures');
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

/** The name of a stop's line. */
function stopLine(name: 'profit' | 'loss', { id }: Pick<FuturesPosition, 'id'>): string {
  return `${name}-${id}`;
}

type Words = ReturnType<typeof useTranslation<'futures'>>['t'];

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
