/**
 * A naive market with every type of order, as a reference for the real one. It is written from the contract's
 * documentation and ADR 6 on top of the model that trades lot by lot: refusals are first tried on a copy, stop orders
 * are checked one by one at every tick, nothing is sorted in advance. Prices are in ticks, quantities in lots.
 */
import type { CancelReason, Side } from '@halyard/contract/spot/calls';
import type { StopDirection } from '@halyard/contract/spot/rules';
import {
  attempt,
  copyModel,
  copyBalance,
  refusalOf,
  release,
  sweepTrades,
  hold,
  type Asked,
  type OracleRecord,
} from './oracleTrial.ts';
import type { OracleLadder, OracleTrade } from './spotOracle.ts';
import { cancelInModel, createSpotModel, placeInModel, type ModelBalance, type SpotModel } from './spotModel.ts';

/** One execution: taker, maker (missing for the ladder), price and quantity. */
export type OracleFill = {
  readonly takerId: number | undefined;
  readonly makerId: number | undefined;
  readonly tick: number;
  readonly lots: number;
};

/** Changed fields of an open order at its owner's request; missing ones stay. */
export type Replacement = {
  readonly user: number;
  readonly id: number;
  readonly lots: number;
  readonly tick: number | undefined;
  readonly stopTick: number | undefined;
  readonly expectedFilled: number | undefined;
};

export type Answered = { readonly code: string } | { readonly order: OracleRecord };

/** The state of a market; the functions below change it. */
export type OracleMarket = {
  model: SpotModel;
  records: OracleRecord[];
  fills: OracleFill[];
  lastTick: number;
  /** Ticks that were not applied yet. */
  unseen: readonly number[];
  lastRank: number;
  readonly directions: Map<number, StopDirection>;
  readonly ladderAt: (tick: number) => OracleLadder;
};

/** A market at a price, with users and the house's money. */
export function createOracleMarket(start: {
  readonly tick: number;
  readonly ladderAt: (tick: number) => OracleLadder;
  readonly house: { readonly base: bigint; readonly quote: bigint };
  readonly balances: readonly ModelBalance[];
}): OracleMarket {
  const model = createSpotModel({ ...start.house });
  for (const [user, balance] of start.balances.entries()) model.balances.set(user, copyBalance(balance));
  model.published = start.ladderAt(start.tick);
  const directions = new Map<number, StopDirection>();
  const { tick: lastTick, ladderAt } = start;
  return { model, records: [], fills: [], lastTick, unseen: [], lastRank: 0, directions, ladderAt };
}

/** New prices. They have no effect until {@link catchUp}, or until an order is placed. */
export function tickOracle(market: OracleMarket, ticks: readonly number[]): void {
  market.unseen = [...market.unseen, ...ticks];
  market.lastTick = ticks.at(-1) ?? market.lastTick;
  market.model.published = market.ladderAt(market.lastTick);
}

/**
 * Due work of resting orders comes before a new order: the ladder's trades, then stop orders in the order of the ticks
 * that reached them.
 */
export function catchUp(market: OracleMarket): void {
  sweep(market);
  for (const tick of market.unseen) {
    for (const record of market.records.filter((candidate) => isReached(market, candidate, tick))) {
      trigger(market, record);
      sweep(market);
    }
  }
  market.unseen = [];
}

/** Places an order under the id that it is to have. */
export function placeInOracle(market: OracleMarket, id: number, asked: Asked): Answered {
  catchUp(market);
  return place(market, { id, asked, replaced: undefined });
}

/** Cancels a user's order. */
export function cancelInOracle(market: OracleMarket, user: number, id: number): Answered {
  const found = find(market, user, id);
  if (typeof found === 'string') return { code: found };
  cancel(market, found, 'user');
  return { order: found };
}

/** Cancels a user's open orders, of one side if given; returns their number. */
export function cancelAllInOracle(market: OracleMarket, user: number, side: Side | undefined): number {
  const waiting = market.records.filter(
    (record) => record.user === user && record.status === 'waiting' && (side === undefined || record.side === side),
  );
  for (const record of waiting) cancel(market, record, 'user');
  return waiting.length;
}

/** Replaces an order by one with the id `newId`; when it is refused, the state is unchanged. */
export function replaceInOracle(market: OracleMarket, newId: number, replacement: Replacement): Answered {
  const { user, id, lots, tick, stopTick, expectedFilled } = replacement;
  // Without such an order of the user the book is not touched.
  if (find(market, user, id) === 'ORDER_NOT_FOUND') return { code: 'ORDER_NOT_FOUND' };
  catchUp(market);
  const found = find(market, user, id);
  if (typeof found === 'string') return { code: found };
  if (expectedFilled !== undefined && found.filled > expectedFilled) return { code: 'ORDER_CHANGED' };
  const before = {
    ...market,
    model: copyModel(market.model),
    records: market.records.map((record) => ({ ...record })),
  };
  cancel(market, found, 'replaced');
  const asked = { ...found, lots, tick: tick ?? found.tick, stopTick: stopTick ?? found.stopTick };
  const answered = place(market, { id: newId, asked, replaced: found });
  if ('code' in answered) Object.assign(market, before);
  return answered;
}

/** The open orders of a side in the book, best first and at one price the oldest in rank first. */
export function oracleBook(market: OracleMarket, side: Side): OracleRecord[] {
  const comesFirst = (a: OracleRecord, b: OracleRecord) => {
    const [first, second] = side === 'buy' ? [b, a] : [a, b];
    return (first.tick ?? 0) - (second.tick ?? 0) || (a.rank ?? 0) - (b.rank ?? 0);
  };
  return market.records
    .filter((record) => record.side === side && record.status === 'waiting' && record.rank !== undefined)
    .toSorted(comesFirst);
}

type Placing = { readonly id: number; readonly asked: Asked; readonly replaced: OracleRecord | undefined };

function place(market: OracleMarket, { id, asked, replaced }: Placing): Answered {
  const isTriggered = replaced?.isTriggered ?? false;
  const record: OracleRecord = {
    ...asked,
    id,
    replaces: replaced?.id,
    rank: undefined,
    filled: 0,
    status: 'waiting',
    reason: undefined,
    isTriggered,
  };
  const { stopTick, orderType } = asked;
  const waitsFor = orderType === 'stop_limit' && !isTriggered ? stopTick : undefined;
  if (waitsFor === market.lastTick) return { code: 'STOP_PRICE_REACHED' };
  const code = refusalOf(market.model, record, waitsFor !== undefined);
  if (code !== undefined) return { code };
  market.records.push(record);
  if (waitsFor === undefined) enter(market, record);
  else {
    market.directions.set(id, waitsFor > market.lastTick ? 'rise' : 'fall');
    hold(market.model, record);
  }
  return { order: record };
}

/** Adds an order to the book, as a limit or a market order. The caller has checked the refusals. */
function enter(market: OracleMarket, record: OracleRecord): void {
  market.lastRank += 1;
  record.rank = market.lastRank;
  const { reason, placed } = attempt(market.model, record);
  const outcome = placeInModel(market.model, placed);
  if ('code' in outcome) throw new Error(`order ${record.id} was refused after all: ${outcome.code}`);
  note(market, record, outcome.trades);
  if (outcome.left === 0) return;
  if (outcome.status === 'waiting' && record.timeInForce === 'gtc') return;
  // The rest that the model leaves resting is removed again for an order that may not rest.
  if (outcome.status === 'waiting') cancelInModel(market.model, record.user, record.rank);
  end(record, reason);
}

function trigger(market: OracleMarket, record: OracleRecord): void {
  record.isTriggered = true;
  release(market.model, record);
  const { left, reason } = attempt(market.model, record);
  if (record.timeInForce === 'fok' && left > 0) end(record, reason);
  else enter(market, record);
}

function isReached({ directions }: OracleMarket, record: OracleRecord, tick: number): boolean {
  const { id, status, stopTick, isTriggered } = record;
  if (status !== 'waiting' || isTriggered || stopTick === undefined) return false;
  return directions.get(id) === 'rise' ? tick >= stopTick : tick <= stopTick;
}

function sweep(market: OracleMarket): void {
  for (const trade of sweepTrades(market.model)) note(market, undefined, [trade]);
}

/** Stores trades with the resting orders. Without a taker the ladder traded. */
function note(market: OracleMarket, taker: OracleRecord | undefined, trades: readonly OracleTrade[]): void {
  for (const { restingId, tick, lots } of trades) {
    const maker = market.records.find(({ rank }) => rank !== undefined && rank === restingId);
    market.fills.push({ takerId: taker?.id, makerId: maker?.id, tick, lots });
    for (const party of [taker, maker]) {
      if (party === undefined) continue;
      party.filled += lots;
      if (party.filled === party.lots) party.status = 'completed';
    }
  }
}

function find({ records }: OracleMarket, user: number, id: number): OracleRecord | string {
  const record = records.find((candidate) => candidate.id === id && candidate.user === user);
  if (record === undefined) return 'ORDER_NOT_FOUND';
  return record.status === 'waiting' ? record : 'ORDER_NOT_OPEN';
}

function cancel({ model }: OracleMarket, record: OracleRecord, reason: CancelReason): void {
  if (record.rank === undefined) release(model, record);
  else cancelInModel(model, record.user, record.rank);
  end(record, reason);
}

function end(record: OracleRecord, reason: CancelReason): void {
  record.status = 'cancelled';
  record.reason = reason;
}
