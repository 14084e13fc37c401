/** The user's marks on a chart: open orders as lines, executions as marks. */
import { skipToken } from '@reduxjs/toolkit/query';
import { useMemo, useSyncExternalStore } from 'react';
import { useTranslation } from 'react-i18next';
import type { OrderId } from '@halyard/contract/ids';
import type { Market } from '@halyard/contract/market/calls';
import { type Fill, listFills, type Order } from '@halyard/contract/spot/calls';
import { PAGE_LIMIT_MAX } from '@halyard/contract/paging';
import { type Decimal, subtract, ZERO } from '@halyard/contract/money';
import { dateOf } from '@halyard/contract/time';
import type { AppError } from '../../shared/api/appError.ts';
import { toCall } from '../../shared/api/baseQuery.ts';
import { emptyApi } from '../../shared/api/emptyApi.ts';
import type { CandleSource } from '../../shared/charts/candleSource.ts';
import { type ChartMarks, NO_MARKS, type OrderLine, type TradeMark } from '../../shared/charts/chartSettings.ts';
import { useFormat } from '../../shared/format/useFormat.ts';
import { useAppSelector } from '../../shared/store/hooks.ts';
import { isWaitingForStop, type MarketFilter } from '../spot/orderData.ts';
import { useOpenOrders } from '../spot/ordersApi.ts';
import { selectIsLoggedIn } from '../session/sessionSlice.ts';

/** Pages of 100 executions; more marks would be unreadable. */
const PAGES_MAX = 5;

const chartFillsApi = emptyApi.injectEndpoints({
  endpoints: (build) => ({
    /** Newest first, 500 at most. Read again whenever one of the user's orders changes. */
    listFillsSince: build.query<readonly Fill[], FillsSince>({
      queryFn: async (filter, _api, _options, runCall) => {
        const fills: Fill[] = [];
        for (let page = 1; page <= PAGES_MAX; page += 1) {
          const after = fills.at(-1)?.id;
          const answer = await runCall(
            toCall(listFills, { ...filter, page, limit: PAGE_LIMIT_MAX, ...(after !== undefined && { after }) }),
          );
          if (answer.error !== undefined) return { error: answer.error as AppError };
          const rows = answer.data as readonly Fill[];
          fills.push(...rows);
          if (rows.length < PAGE_LIMIT_MAX) break;
        }
        return { data: fills };
      },
      providesTags: [{ type: 'Fill', id: 'LIST' }],
      // A failed load only leaves the chart without marks.
      extraOptions: { errors: 'inline' },
    }),
  }),
});

const { useListFillsSinceQuery } = chartFillsApi;

/** Spot order actions on a chart, as stable functions. */
export type ChartActs = {
  /** Moves an order to another price. */
  readonly onMoveOrder: (id: OrderId, price: Decimal) => void;
  /** Starts a new order at a price. */
  readonly onPlace: (price: Decimal) => void;
};

type MarksOptions = {
  readonly market: Market;
  readonly source: CandleSource;
  readonly isOn: boolean;
  readonly acts?: ChartActs | undefined;
};

/** Live marks of the user's orders. Empty while logged out or with `isOn` false. */
export function useChartMarks({ market, source, isOn, acts }: MarksOptions): ChartMarks {
  const words = useMarkWords(market);
  const isLoggedIn = useAppSelector(selectIsLoggedIn);
  const { baseId, quoteId } = market;
  const { orders } = useOpenOrders({ baseId, quoteId });
  const from = useFirstDay(source);
  const isWanted = isOn && isLoggedIn && from !== undefined;
  // While older candles load, the known marks stay until more arrive.
  const { data: fills } = useListFillsSinceQuery(isWanted ? { baseId, quoteId, from } : skipToken);
  return useMemo(() => {
    const { onPlace, onMoveOrder } = acts ?? {};
    if (!isWanted) return onPlace === undefined ? NO_MARKS : { ...NO_MARKS, onPlace };
    const lines = (orders ?? []).flatMap((order) => lineOf(order, words));
    const idOf = (lineId: string) => orders?.find((order) => lineIdOf(order) === lineId)?.id;
    const onMove = (lineId: string, price: Decimal) => {
      const id = idOf(lineId);
      if (id !== undefined) onMoveOrder?.(id, price);
    };
    return {
      orders: onMoveOrder === undefined ? lines.map((line) => ({ ...line, isMovable: false, hasEdge: false })) : lines,
      onMove,
      onPlace,
      trades: (fills ?? []).filter((fill) => fill.baseId === baseId && fill.quoteId === quoteId).map(markOf(words)),
    };
  }, [isWanted, orders, fills, words, baseId, quoteId, acts]);
}

/** The UTC day of the oldest loaded candle. */
function useFirstDay(source: CandleSource): string | undefined {
  return useSyncExternalStore(source.subscribe, () => {
    const first = source.columns.openedAtMs[0];
    return first === undefined ? undefined : dateOf(first);
  });
}

type MarkWords = { readonly order: (order: Order) => string; readonly trade: (fill: Fill) => string };

function useMarkWords({ pricePrecision, quantityPrecision }: Market): MarkWords {
  const { t } = useTranslation('kline');
  const format = useFormat();
  return useMemo(
    () => ({
      order: (order) => {
        const left = subtract(order.quantity, order.filledQuantity ?? ZERO);
        const quantity = format.amount(left, quantityPrecision, 0);
        return t(`marks.${kindOf(order)}.${order.side}`, { quantity });
      },
      trade: ({ side, price, quantity, at }) =>
        t(`marks.trade.${side}`, {
          quantity: format.amount(quantity, quantityPrecision, 0),
          price: format.price(price, pricePrecision),
          time: format.moment(Date.parse(at), 'dayMinute'),
        }),
    }),
    [t, format, pricePrecision, quantityPrecision],
  );
}

/** Kind of an order's line: a stop until that is reached, then the limit of the order. */
function kindOf(order: Order): 'stop' | 'trail' | 'takeProfit' | 'order' {
  if (isWaitingForStop(order)) return order.orderType === 'trailing_stop' ? 'trail' : 'stop';
  return order.leg === 'take_profit' ? 'takeProfit' : 'order';
}

const lineIdOf = ({ id }: Order) => `order-${id}`;

/**
 * A stop order is drawn at its trigger price, any other at its limit price. A market order, and a trailing stop before
 * its activation, are not drawn.
 */
function lineOf(order: Order, words: MarkWords): OrderLine[] {
  const kind = kindOf(order);
  const trigger = kind === 'trail' ? order.triggerPrice : order.stopPrice;
  const price = kind === 'stop' || kind === 'trail' ? trigger : order.price;
  return price == null
    ? []
    : [
        {
          id: lineIdOf(order),
          side: order.side,
          price,
          label: words.order(order),
          isMovable: kind !== 'trail',
          hasEdge: true,
        },
      ];
}

function markOf(words: MarkWords) {
  return (fill: Fill): TradeMark => ({
    id: `fill-${fill.id}`,
    side: fill.side,
    price: fill.price,
    atMs: Date.parse(fill.at),
    label: words.trade(fill),
  });
}

/** Executions of a market since a UTC day. */
type FillsSince = MarketFilter & { readonly from: string };
