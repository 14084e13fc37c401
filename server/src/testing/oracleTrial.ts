/** Tries on a copy of the naive model what an order would do, and what it would hold. */
import type { CancelReason, OrderStatus, OrderType, Side, TimeInForce } from '@halyard/contract/spot/calls';
import type { OraclePlaced, OraclePlacing, OracleTrade } from './spotOracle.ts';
import { sweepModel, type ModelBalance, type SpotModel } from './spotModel.ts';

/** Request of a user. */
export type Asked = {
  readonly user: number;
  readonly side: Side;
  readonly orderType: OrderType;
  readonly timeInForce: TimeInForce;
  readonly isPostOnly: boolean;
  /** Missing for market orders. */
  readonly tick: number | undefined;
  readonly stopTick: number | undefined;
  readonly lots: number;
  /** Maximum distance of a market order from the best offer, in ten-thousandths. */
  readonly capBps?: number | undefined;
};

/** An order and its state. */
export type OracleRecord = Asked & {
  readonly id: number;
  readonly replaces: number | undefined;
  /** Rank in the book; missing while it waits for its stop price. */
  rank: number | undefined;
  filled: number;
  status: OrderStatus;
  reason: CancelReason | undefined;
  isTriggered: boolean;
};

/** Result of an order on a copy, how it was placed there, and why its rest would not stay open. */
export type Attempt = OraclePlaced & { readonly placed: OraclePlacing; readonly reason: CancelReason };

/** Tries an order on a copy. The model is swept, so that its ladder is what the house can pay for. */
export function attempt(model: SpotModel, record: OracleRecord): Attempt {
  const { user, side, tick, lots, capBps, orderType, timeInForce, rank = Number.MAX_SAFE_INTEGER } = record;
  const placed: OraclePlacing = { id: rank, user, side, tick, lots, capBps };
  const tried = model.oracle.copy().place(placed);
  const ofMarket = tried.hasMetCap ? 'slippage' : 'no_liquidity';
  const alone: CancelReason = orderType === 'market' ? ofMarket : timeInForce === 'fok' ? 'fok' : 'ioc';
  return { ...tried, placed, reason: tried.hasMetOwnOrder ? 'own_order' : alone };
}

/** Reason of a refusal; `undefined` when it is accepted. */
export function refusalOf(model: SpotModel, record: OracleRecord, waitsForStop: boolean): string | undefined {
  const { side, tick, lots } = record;
  const short = side === 'buy' ? 'INSUFFICIENT_BALANCE' : 'INSUFFICIENT_SELLABLE_BALANCE';
  const { freeUnits } = moneyOf(model, record);
  if (tick !== undefined && unitsOfHold(side, tick, lots) > freeUnits) return short;
  if (waitsForStop) return undefined;
  const tried = attempt(model, record);
  const unwanted = unwantedOf(record, tried);
  if (unwanted !== undefined || tick !== undefined) return unwanted;
  const costUnits = tried.trades.reduce((sum, trade) => sum + unitsOfHold(side, trade.tick, trade.lots), 0n);
  return costUnits > freeUnits ? short : undefined;
}

function unwantedOf({ orderType, timeInForce, isPostOnly }: OracleRecord, tried: Attempt): string | undefined {
  const { trades, left, hasMetOwnOrder } = tried;
  if (isPostOnly && (trades.length > 0 || hasMetOwnOrder)) return 'POST_ONLY_WOULD_TAKE';
  const isUnfilledFok = timeInForce === 'fok' && left > 0;
  const isEmptyMarket = orderType === 'market' && trades.length === 0;
  if (hasMetOwnOrder && (isEmptyMarket || isUnfilledFok)) return 'OWN_ORDER';
  if (isEmptyMarket) return 'NO_LIQUIDITY';
  return isUnfilledFok ? 'FOK_UNFILLED' : undefined;
}

/** Sweeps the model; returns the resulting trades. */
export function sweepTrades(model: SpotModel): OracleTrade[] {
  const { oracle } = model;
  const { sweep } = oracle;
  const trades: OracleTrade[] = [];
  oracle.sweep = () => {
    const swept = sweep.call(oracle);
    trades.push(...swept.map(({ trade }) => trade));
    return swept;
  };
  sweepModel(model);
  oracle.sweep = sweep;
  return trades;
}

/** Moves an order's hold out of its owner's available balance. */
export function hold(model: SpotModel, { user, side, tick = 0, lots }: OracleRecord): void {
  const money = moneyOf(model, { user, side });
  money.freeUnits -= unitsOfHold(side, tick, lots);
  money.heldUnits += unitsOfHold(side, tick, lots);
}

/** Releases the hold of an order without a trade. */
export function release(model: SpotModel, record: OracleRecord): void {
  hold(model, { ...record, lots: -record.lots });
}

export function copyModel({ oracle, balances, house, published }: SpotModel): SpotModel {
  const copied = new Map([...balances].map(([user, balance]) => [user, copyBalance(balance)]));
  return { oracle: oracle.copy(), balances: copied, house: { ...house }, published };
}

export function copyBalance({ base, quote }: ModelBalance): ModelBalance {
  return { base: { ...base }, quote: { ...quote } };
}

function moneyOf({ balances }: SpotModel, { user, side }: Pick<OracleRecord, 'user' | 'side'>): ModelBalance['base'] {
  const balance = balances.get(user);
  if (balance === undefined) throw new Error(`there is no user ${user}`);
  return side === 'buy' ? balance.quote : balance.base;
}

/** A tick and a lot are hundredths; money is counted at 18 places. */
function unitsOfHold(side: Side, tick: number, lots: number): bigint {
  return side === 'buy' ? BigInt(tick) * BigInt(lots) * 10n ** 14n : BigInt(lots) * 10n ** 16n;
}
