/** Positions in wire form. */
import type { FuturesPosition } from '@halyard/contract/futures/positionCodec';
import { ZERO, type Decimal } from '@halyard/contract/money';
import { crossOf, type MarginAccount } from '@halyard/contract/futures/account';
import { crossLiquidationPrice, crossRate } from '@halyard/contract/futures/cross';
import {
  bankruptcyPrice,
  equityAt,
  liquidationPrice,
  profitAt,
  profitCapPrice,
  rateOf,
} from '@halyard/contract/futures/position';
import type { MarketRecord } from '../../market/marketRecord.ts';
import { pendingLiquidation, pendingPosition } from './liquidation.ts';
import { toOpenPosition, type PositionRecord } from './positionRow.ts';

// English, as legacy clients show them. The language of the user is unknown when an event is published.
const SIDE_NAMES = { long: 'Long', short: 'Short' } as const;
const STATUS_NAMES = { pending: 'Pending', trading: 'Open', closed: 'Closed', cancelled: 'Cancelled' } as const;
// Legacy clients show the id with this offset as the number of a position.
const SHOWN_ID_OFFSET = 10_000;

/** A position with its market; `account` is the user's, at the last ticks, unless the position has ended. */
export function toWirePosition(
  record: PositionRecord,
  market: Pick<MarketRecord, 'baseId' | 'quoteId'>,
  account: MarginAccount | undefined,
): FuturesPosition {
  const { id, userId, side, status, terms, termsHash, marketId, currencyId } = record;
  const { lots, quantity, leverage, originMargin, margin, fee, mode, addedMargin, reserve, closeReason, parentId } =
    record;
  const mark = status === 'trading' ? account?.marks.get(marketId)?.price : undefined;
  return {
    id,
    userId,
    shownId: id + SHOWN_ID_OFFSET,
    side,
    sideName: SIDE_NAMES[side],
    baseId: market.baseId,
    quoteId: market.quoteId,
    symbol: terms.symbol,
    lots,
    quantity,
    leverage,
    originMargin,
    margin,
    fee,
    overnightRate: terms.overnightRate,
    overnightTotal: record.overnightTotal,
    status,
    statusName: STATUS_NAMES[status],
    isRebateSettled: false,
    orderType: 1,
    marketId,
    currencyId,
    currency: terms.currency,
    mode,
    addedMargin,
    reserve,
    closeReason,
    openTick: record.openTick,
    closeTick: record.closeTick,
    parentId,
    priceSource: terms.priceSource,
    terms,
    termsHash,
    ...(status === 'trading' && record.closingFrom !== null && { closingFrom: record.closingFrom }),
    ...timesOf(record),
    ...pricesOf(record, mark),
    ...endOf(record),
    ...liveFigures(record, account, mark),
  };
}

function timesOf({ submittedAt, openedAt, endedAt }: PositionRecord) {
  return {
    createdAtSeconds: Math.floor(Date.parse(submittedAt) / 1000),
    transactionTime: openedAt ?? '',
    updateTime: endedAt ?? openedAt ?? submittedAt,
    handleTime: endedAt ?? '',
    completeTime: endedAt ?? '',
    time: submittedAt,
    submittedAt,
    openedAt,
    endedAt,
  };
}

function pricesOf(record: PositionRecord, mark: Decimal | undefined) {
  const originPrice = record.openTick?.price ?? record.targetPrice ?? ZERO;
  return {
    originPrice,
    openPrice: record.openPrice ?? record.targetPrice ?? ZERO,
    markPrice: record.closeTick?.price ?? mark ?? originPrice,
    stopProfit: record.stopProfit ?? ZERO,
    stopLoss: record.stopLoss ?? ZERO,
  };
}

function endOf({ profit, returned, shortfall }: PositionRecord) {
  return { realizedProfit: profit ?? ZERO, returned: returned ?? ZERO, shortfall: shortfall ?? ZERO };
}

type LiveFigures = Pick<
  FuturesPosition,
  'profit' | 'marginRate' | 'liquidationPrice' | 'bankruptcyPrice' | 'profitCapPrice'
>;

const NO_FIGURES: LiveFigures = {
  profit: ZERO,
  marginRate: null,
  liquidationPrice: ZERO,
  bankruptcyPrice: ZERO,
  profitCapPrice: ZERO,
};

/** As in the preview of the order. */
function pendingFigures(record: PositionRecord, account: MarginAccount): LiveFigures {
  const position = pendingPosition(record);
  return {
    ...NO_FIGURES,
    liquidationPrice: pendingLiquidation(account, record) ?? ZERO,
    bankruptcyPrice: bankruptcyPrice(position) ?? ZERO,
    profitCapPrice: profitCapPrice(position) ?? ZERO,
  };
}

function liveFigures(
  record: PositionRecord,
  account: MarginAccount | undefined,
  mark: Decimal | undefined,
): LiveFigures {
  if (account === undefined) return NO_FIGURES;
  if (record.status === 'pending') return pendingFigures(record, account);
  if (mark === undefined) return NO_FIGURES;
  const position = toOpenPosition(record);
  const common = {
    profit: profitAt(position, mark),
    bankruptcyPrice: bankruptcyPrice(position) ?? ZERO,
    profitCapPrice: profitCapPrice(position) ?? ZERO,
  };
  if (position.mode === 'isolated') {
    const marginRate = rateOf(equityAt(position, mark), position.originMargin);
    return { ...common, marginRate, liquidationPrice: liquidationPrice(position) ?? ZERO };
  }
  const cross = crossOf(account);
  return {
    ...common,
    marginRate: crossRate(cross) ?? null,
    liquidationPrice: crossLiquidationPrice(cross, { position, price: mark }) ?? ZERO,
  };
}
