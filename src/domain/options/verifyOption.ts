/**
 * Verifies on this device that an option was settled by its terms: the digest of the terms, the money, the two ticks
 * and the resulting outcome, and whether these ticks are in the market's public records.
 */
import type { OptionReceipt } from '@halyard/contract/transparency/calls';
import type { Candle, Tick } from '@halyard/contract/market/calls';
import type { Option, OptionTick } from '@halyard/contract/options/calls';
import { compare } from '@halyard/contract/money';
import { evenChance, ticksBetween } from '@halyard/contract/options/evenChance';
import {
  END_TICK_WITHIN_MS,
  ENTRY_TICK_WITHIN_MS,
  evenRatio,
  FRESH_PRICE_MS,
  optionMoney,
  profitOf,
  returnOf,
  settle,
  type OptionOutcome,
} from '@halyard/contract/options/rules';
import { hashTerms, kindOf } from '@halyard/contract/options/terms';
import type { Verdict } from '../transparency/CheckLines.tsx';

/** Steps in their order; `chance` applies to `even` only. */
export const VERIFY_STEPS = [
  'same',
  'terms',
  'times',
  'chance',
  'money',
  'open',
  'end',
  'result',
  'returned',
  'public',
] as const;
export type VerifyStep = (typeof VERIFY_STEPS)[number];

export type Check = { readonly step: VerifyStep; readonly verdict: Verdict };

/** Public records of the minutes in which the option was bought and settled. */
export type PublicRecords = {
  readonly ticks: readonly Tick[];
  /** One-minute candles. */
  readonly candles: readonly Candle[];
};

const MINUTE_MS = 60_000;

/** The outcome of the receipt's ticks by the rule; undefined when they do not decide. */
export function outcomeOf({
  direction,
  terms,
  openTick,
  dueAt,
  beforeTick,
  endTick,
  voidReason,
}: OptionReceipt): OptionOutcome | undefined {
  const ticks = [beforeTick, endTick].filter((tick) => tick !== null);
  const option = {
    direction,
    pricePrecision: terms.pricePrecision,
    band: terms.evenBand,
    open: openTick,
    dueAt,
  };
  return settle(option, ticks, voidReason ?? undefined);
}

/** Runs all steps. `option` is the user's own row, which must match. */
export function verifyOption(option: Option, receipt: OptionReceipt, records: PublicRecords): readonly Check[] {
  const verdicts: Readonly<Record<VerifyStep, Verdict>> = {
    same: said(isSame(option, receipt)),
    terms: said(hasTerms(option, receipt)),
    times: said(Date.parse(receipt.dueAt) - Date.parse(receipt.purchasedAt) === receipt.terms.seconds * 1000),
    chance: said(hasChance(receipt)),
    money: said(hasMoney(receipt)),
    open: said(opensInTime(receipt)),
    end: said(isFirstAtEnd(receipt)),
    result: said(hasResult(receipt)),
    returned: said(hasReturned(receipt)),
    public: standsIn(records, receipt),
  };
  const steps = VERIFY_STEPS.filter((step) => step !== 'chance' || receipt.terms.evenChance !== undefined);
  return steps.map((step) => ({ step, verdict: verdicts[step] }));
}

function said(isSo: boolean): Verdict {
  return isSo ? 'passed' : 'failed';
}

function isSame(option: Option, receipt: OptionReceipt): boolean {
  const figures = [
    [option.stake, receipt.stake],
    [option.fee, receipt.fee],
    [option.payout, receipt.payout],
    [option.profit, receipt.profit],
    [option.openPrice, receipt.openTick.price],
  ] as const;
  return (
    option.direction === receipt.direction &&
    option.result === receipt.result &&
    option.symbol === receipt.symbol &&
    Date.parse(option.dueAt) === Date.parse(receipt.dueAt) &&
    figures.every(([ours, theirs]) => compare(ours, theirs) === 0) &&
    isSameTick(option.openTick, receipt.openTick) &&
    isSameTick(option.endTick, receipt.endTick)
  );
}

function isSameTick(one: OptionTick | null, other: OptionTick | null): boolean {
  if (one === null || other === null) return one === other;
  return one.seq === other.seq && compare(one.price, other.price) === 0 && Date.parse(one.at) === Date.parse(other.at);
}

/** The digest matches the bought terms, and they are those of this market and direction. */
function hasTerms(option: Option, { terms, termsHash, direction, symbol, currency }: OptionReceipt): boolean {
  return (
    hashTerms(terms) === termsHash &&
    termsHash === option.termsHash &&
    terms.kind === kindOf(direction) &&
    terms.symbol === symbol &&
    terms.currency === currency
  );
}

/** The model's chance from the entry tick on, and the ratio after the edge. */
function hasChance({ terms, openTick, dueAt, priceSource }: OptionReceipt): boolean {
  const { symbol, pricePrecision: pricePlaces, evenBand: band, evenEdge: edge } = terms;
  if (band === undefined || edge === undefined || priceSource !== 'simulated') return false;
  const ticks = ticksBetween(Date.parse(openTick.at), Date.parse(dueAt));
  const chance = evenChance({ symbol, pricePlaces, price: openTick.price, ticks, band });
  return chance !== undefined && chance === terms.evenChance && evenRatio(chance, edge) === terms.profitRatio;
}

function hasMoney({ stake, fee, payout, terms }: OptionReceipt): boolean {
  const money = optionMoney(stake, terms);
  return compare(money.fee, fee) === 0 && compare(money.payout, payout) === 0;
}

/** The entry tick is at or soon after the purchase; under older terms it is a recent tick before it. */
function opensInTime({ openTick, purchasedAt, terms: { entryDelayMs } }: OptionReceipt): boolean {
  const lateMs = Date.parse(openTick.at) - Date.parse(purchasedAt);
  if (entryDelayMs === undefined) return lateMs <= 0 && -lateMs <= FRESH_PRICE_MS;
  return lateMs >= entryDelayMs && lateMs <= entryDelayMs + ENTRY_TICK_WITHIN_MS;
}

/** No tick lies between the two; the first is before the expiry and the second is not. */
function isFirstAtEnd({ beforeTick, endTick, dueAt }: OptionReceipt): boolean {
  const dueMs = Date.parse(dueAt);
  if (beforeTick === null || Date.parse(beforeTick.at) >= dueMs) return false;
  return endTick === null || (endTick.seq === beforeTick.seq + 1 && Date.parse(endTick.at) >= dueMs);
}

function hasResult(receipt: OptionReceipt): boolean {
  const outcome = outcomeOf(receipt);
  return outcome?.result === receipt.result && outcome.voidReason === receipt.voidReason;
}

function hasReturned(receipt: OptionReceipt): boolean {
  const result = outcomeOf(receipt)?.result;
  if (result === undefined) return false;
  const money = optionMoney(receipt.stake, receipt.terms);
  return (
    compare(profitOf(result, money), receipt.profit) === 0 && compare(returnOf(result, money), receipt.returned) === 0
  );
}

/**
 * Each tick is in the public list, or within its minute's candle once the list no longer reaches it; and no other tick
 * would have settled a void option or been the entry tick.
 */
function standsIn({ ticks, candles }: PublicRecords, receipt: OptionReceipt): Verdict {
  // Another series numbers its ticks from the start.
  if (receipt.voidReason === 'series_ended') return 'unknown';
  const verdicts = [receipt.openTick, receipt.beforeTick, receipt.endTick]
    .filter((tick) => tick !== null)
    .map((tick) => inTicks(tick, ticks) ?? inCandle(tick, candles) ?? 'unknown');
  if (verdicts.includes('failed') || isWronglyVoid(receipt, ticks) || hasEarlierOpen(receipt, ticks)) return 'failed';
  return verdicts.includes('unknown') ? 'unknown' : 'passed';
}

function isWronglyVoid({ result, dueAt }: OptionReceipt, ticks: readonly Tick[]): boolean {
  const dueMs = Date.parse(dueAt);
  const isInTime = (atMs: number) => atMs >= dueMs && atMs <= dueMs + END_TICK_WITHIN_MS;
  return result === 'void' && ticks.some(({ at }) => isInTime(Date.parse(at)));
}

/** Whether another tick than the entry tick came first. */
function hasEarlierOpen({ openTick, purchasedAt, terms }: OptionReceipt, ticks: readonly Tick[]): boolean {
  if (terms.entryDelayMs === undefined) return false;
  const [fromMs, openMs] = [Date.parse(purchasedAt) + terms.entryDelayMs, Date.parse(openTick.at)];
  return ticks.some(({ at }) => Date.parse(at) >= fromMs && Date.parse(at) < openMs);
}

/**
 * Undefined when the list does not reach that far back: at its oldest instant it may hold only some of several ticks.
 */
function inTicks(tick: OptionTick, ticks: readonly Tick[]): Verdict | undefined {
  if (ticks.some((known) => isSameTick(known, tick))) return 'passed';
  const [atMs, times] = [Date.parse(tick.at), ticks.map(({ at }) => Date.parse(at))];
  return atMs > Math.min(...times) && atMs <= Math.max(...times) ? 'failed' : undefined;
}

function inCandle({ at, price }: OptionTick, candles: readonly Candle[]): Verdict | undefined {
  const atMs = Date.parse(at);
  const candle = candles.find(({ openedAtMs }) => openedAtMs <= atMs && atMs < openedAtMs + MINUTE_MS);
  return candle && said(compare(price, candle.low) >= 0 && compare(price, candle.high) <= 0);
}
