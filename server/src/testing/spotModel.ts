/**
 * A naive model of a whole spot market: the oracle's trades, and their effect on every balance, in whole numbers. A
 * tick is 0.01 of the quote currency, a lot 0.01 of the base currency, and money is counted in units of the ledger's
 * last place.
 */
import { otherSide, type Side } from '@halyard/contract/spot/side';
import {
  createSpotOracle,
  type OracleLadder,
  type OracleLevel,
  type OraclePlacing,
  type OracleTrade,
  type SpotOracle,
} from './spotOracle.ts';

type Money = { freeUnits: bigint; heldUnits: bigint };
export type ModelBalance = { readonly base: Money; readonly quote: Money };

export type ModelOutcome =
  | { readonly code: string }
  | { readonly status: string; readonly trades: readonly OracleTrade[]; readonly left: number };

/** The state of a market; the functions below change it. */
export type SpotModel = {
  readonly oracle: SpotOracle;
  readonly balances: Map<number, ModelBalance>;
  readonly house: { base: bigint; quote: bigint };
  /** The ladder of this tick, less the taken quantity, before the house's money bounds it. */
  published: OracleLadder;
};

type Party = { readonly balance: ModelBalance; readonly rate: bigint; readonly isHeld: boolean };

const UNITS_PER_LOT = 10n ** 16n;
const UNITS_PER_LOT_AND_TICK = 10n ** 14n;
const UNITS_PER_FEE_STEP = 10n ** 10n;
const TAKER_RATE = 10n;
const MAKER_RATE = 8n;
const RATE_SCALE = 10_000n;

/** A market without orders, a ladder or users. */
export function createSpotModel(house: { base: bigint; quote: bigint }): SpotModel {
  return { oracle: createSpotOracle(), balances: new Map(), house, published: { bids: [], asks: [] } };
}

/** Lets the ladder fill crossing orders, as often as the house's money allows. */
export function sweepModel(model: SpotModel): void {
  for (;;) {
    boundLadder(model);
    const owners = ownersOf(model);
    const swept = model.oracle.sweep();
    for (const { side, trade } of swept) {
      give(side, trade, { balance: ownerOf(trade, owners), rate: MAKER_RATE, isHeld: true });
      giveHouse(model, otherSide(side), trade);
    }
    if (swept.length === 0) return;
  }
}

/** Places an order, after the due trades of the ladder with resting orders. */
export function placeInModel(model: SpotModel, placing: OraclePlacing): ModelOutcome {
  sweepModel(model);
  boundLadder(model);
  const refused = refusalOf(model, placing);
  if (refused !== undefined) return { code: refused };
  const { side, tick, lots } = placing;
  const owners = ownersOf(model);
  const { trades, left, hasMetOwnOrder } = model.oracle.place(placing);
  const balance = balanceOf(model, placing.user);
  const spending = spendingOf(balance, side);
  const holdUnits = tick === undefined ? 0n : unitsToPay(side, tick, lots);
  spending.freeUnits -= holdUnits;
  spending.heldUnits += holdUnits;
  for (const trade of trades) {
    give(side, trade, { balance, rate: TAKER_RATE, isHeld: tick !== undefined });
    if (trade.restingId === undefined) giveHouse(model, otherSide(side), trade);
    else give(otherSide(side), trade, { balance: ownerOf(trade, owners), rate: MAKER_RATE, isHeld: true });
  }
  const isWaiting = left > 0 && tick !== undefined && !hasMetOwnOrder;
  if (tick !== undefined) {
    const stillHeldUnits = isWaiting ? unitsToPay(side, tick, left) : 0n;
    release(spending, holdUnits - unitsPaid(side, trades) - stillHeldUnits);
  }
  if (left === 0) return { status: 'completed', trades, left };
  return { status: isWaiting ? 'waiting' : 'cancelled', trades, left };
}

/** Cancels a user's open order; returns whether there was one with that id. */
export function cancelInModel(model: SpotModel, user: number, id: number): boolean {
  const order = model.oracle.orders.find((candidate) => candidate.id === id);
  if (order === undefined || order.user !== user) return false;
  release(spendingOf(balanceOf(model, user), order.side), unitsToPay(order.side, order.tick, order.left));
  model.oracle.cancel(id);
  return true;
}

function refusalOf(model: SpotModel, placing: OraclePlacing): string | undefined {
  const { side, tick, lots, user } = placing;
  const { freeUnits } = spendingOf(balanceOf(model, user), side);
  const short = side === 'buy' ? 'INSUFFICIENT_BALANCE' : 'INSUFFICIENT_SELLABLE_BALANCE';
  if (tick !== undefined) return unitsToPay(side, tick, lots) > freeUnits ? short : undefined;
  const { trades, hasMetOwnOrder } = model.oracle.copy().place(placing);
  if (trades.length === 0) return hasMetOwnOrder ? 'OWN_ORDER' : 'NO_LIQUIDITY';
  return unitsPaid(side, trades) > freeUnits ? short : undefined;
}

function give(side: Side, { tick, lots }: OracleTrade, { balance, rate, isHeld }: Party): void {
  const getsUnits = unitsToPay(otherSide(side), tick, lots);
  const spending = spendingOf(balance, side);
  spending[isHeld ? 'heldUnits' : 'freeUnits'] -= unitsToPay(side, tick, lots);
  spendingOf(balance, otherSide(side)).freeUnits += getsUnits - feeUnits(getsUnits, rate);
}

function giveHouse(model: SpotModel, side: Side, { tick, lots }: OracleTrade): void {
  const sign = side === 'buy' ? 1n : -1n;
  model.house.base += sign * unitsToPay('sell', tick, lots);
  model.house.quote -= sign * unitsToPay('buy', tick, lots);
  const { bids, asks } = model.published;
  model.published = side === 'buy' ? { bids: withoutLots(bids, lots), asks } : { bids, asks: withoutLots(asks, lots) };
}

function release(money: Money, units: bigint): void {
  money.heldUnits -= units;
  money.freeUnits += units;
}

/** Quote currency for a buyer, base currency for a seller. */
function unitsToPay(side: Side, tick: number, lots: number): bigint {
  return side === 'buy' ? BigInt(tick) * BigInt(lots) * UNITS_PER_LOT_AND_TICK : BigInt(lots) * UNITS_PER_LOT;
}

function unitsPaid(side: Side, trades: readonly OracleTrade[]): bigint {
  return trades.reduce((sum, { tick, lots }) => sum + unitsToPay(side, tick, lots), 0n);
}

function feeUnits(receivedUnits: bigint, rate: bigint): bigint {
  const step = UNITS_PER_FEE_STEP * RATE_SCALE;
  const roundedUnits = ((receivedUnits * rate + step - 1n) / step) * UNITS_PER_FEE_STEP;
  return roundedUnits > receivedUnits ? receivedUnits : roundedUnits;
}

function balanceOf(model: SpotModel, user: number): ModelBalance {
  const balance = model.balances.get(user);
  if (balance === undefined) throw new Error(`there is no user ${user}`);
  return balance;
}

function spendingOf(balance: ModelBalance, side: Side): Money {
  return side === 'buy' ? balance.quote : balance.base;
}

/** The owners of open orders, read before these are filled and gone. */
function ownersOf(model: SpotModel): ReadonlyMap<number | undefined, ModelBalance> {
  return new Map(model.oracle.orders.map(({ id, user }) => [id, balanceOf(model, user)]));
}

function ownerOf(trade: OracleTrade, owners: ReadonlyMap<number | undefined, ModelBalance>): ModelBalance {
  const balance = owners.get(trade.restingId);
  if (balance === undefined) throw new Error(`order ${trade.restingId} did not wait`);
  return balance;
}

function boundLadder(model: SpotModel): void {
  const { published, house, oracle } = model;
  oracle.ladder = {
    bids: affordable(published.bids, house.quote, (tick) => unitsToPay('buy', tick, 1)),
    asks: affordable(published.asks, house.base, () => UNITS_PER_LOT),
  };
}

/** The levels that the house can pay for, lot by lot, until the first lot that it cannot. */
function affordable(levels: readonly OracleLevel[], units: bigint, lotUnits: (tick: number) => bigint): OracleLevel[] {
  let leftUnits = units;
  let isOver = false;
  return levels.map(({ tick, left }) => {
    let lots = 0;
    while (lots < left && !isOver) {
      leftUnits -= lotUnits(tick);
      isOver = leftUnits < 0n;
      if (!isOver) lots += 1;
    }
    return { tick, left: lots };
  });
}

function withoutLots(levels: readonly OracleLevel[], lots: number): OracleLevel[] {
  let gone = lots;
  return levels.map(({ tick, left }) => {
    const taken = Math.min(gone, left);
    gone -= taken;
    return { tick, left: left - taken };
  });
}
