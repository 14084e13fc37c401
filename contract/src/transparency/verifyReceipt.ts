/** Verifies the receipt of an option step by step, from its file and a trust policy. */
import { evenChance, ticksBetween } from '../options/evenChance.ts';
import {
  END_TICK_WITHIN_MS,
  ENTRY_TICK_WITHIN_MS,
  evenRatio,
  optionMoney,
  returnOf,
  type OptionOutcome,
  type OptionResult,
} from '../options/rules.ts';
import { settleLogged } from './exitRule.ts';
import { needIndex } from './followLive.ts';
import {
  areDistinct,
  COMMIT_WITHIN_MS,
  commitsTo,
  foundEntries,
  NEWEST_WITHIN_MS,
  tickAt,
  ticksOf,
  type FoundCommits,
  type FoundEntry,
  type FoundTick,
} from './foundEntries.ts';
import type { Signed } from './note.ts';
import type { Policy } from './policy.ts';
import { parseReceipt, parseTerms, type CommittedOption, type Receipt, type ReceiptResult } from './receipt.ts';
import { LOGGED_STEPS, type LoggedEntries } from './receiptFile.ts';
import { need, takeSteps, type Step, type Verdict } from './steps.ts';

type Found = LoggedEntries & {
  json: string;
  file: Receipt;
  entries: readonly FoundEntry[];
  terms: CommittedOption;
  commit: FoundCommits;
  /** The ticks of the option's series, ascending. */
  ticks: readonly FoundTick[];
  outcome: OptionOutcome;
};
type Take = (found: Found) => Partial<Found>;

const findCommitment: Take = ({ entries, file }) => {
  const commit = commitsTo(entries, file);
  need(commit !== undefined, 'no commitment to these terms');
  return { commit };
};

const checkCommitmentTime: Take = ({ commit: { loggedMs, index }, terms, entries }) => {
  need(isInTime(loggedMs, terms), 'committed to too late');
  const ticks = ticksOf(entries, terms.series);
  const exit = exitOf(ticks, terms);
  need(exit === undefined || index < exit.index, 'committed to after the end was known');
  return { ticks };
};

const checkEntryTick: Take = ({ terms: { series, entry, purchasedMs, entryDelayMs }, ticks, entries }) => {
  need(areDistinct(ticks), 'a tick twice');
  const tick = tickAt(ticks, entry.seq);
  need(tick !== undefined && tick.price === entry.price, 'not the tick that the terms name');
  if (entryDelayMs === undefined) needNewest(tick, tickAt(ticks, entry.seq + 1), purchasedMs);
  else needFirst(tick, tickAt(ticks, entry.seq - 1), purchasedMs + entryDelayMs);
  needIndex(entries, series, tick);
  return {};
};

/** The entry tick by `option/1`. */
function needNewest(tick: FoundTick, next: FoundTick | undefined, purchasedMs: number): void {
  need(Date.parse(tick.at) <= purchasedMs, 'a tick from after the purchase');
  need(next !== undefined, 'the tick after it is missing');
  need(Date.parse(next.at) > purchasedMs - NEWEST_WITHIN_MS, 'not the newest tick');
}

/** The entry tick by `option/2`: the first one of the series needs none before it. */
function needFirst(tick: FoundTick, before: FoundTick | undefined, fromMs: number): void {
  const lateMs = Date.parse(tick.at) - fromMs;
  need(lateMs >= 0, 'a tick from before the purchase');
  need(lateMs <= ENTRY_TICK_WITHIN_MS, 'a tick too long after the purchase');
  need(before !== undefined || tick.seq === 1, 'the tick before it is missing');
  need(before === undefined || Date.parse(before.at) < fromMs, 'not the first tick');
}

const checkExitTick: Take = ({ terms, ticks, entries }) => {
  const exit = exitOf(ticks, terms);
  const before = exit === undefined ? ticks.at(-1) : tickAt(ticks, exit.seq - 1);
  need(before !== undefined && Date.parse(before.at) < terms.expiresMs, 'the tick before the end is missing');
  need(before.seq >= terms.entry.seq, 'an end before the purchase');
  need(exit !== undefined || isGapShown(entries, terms, before), 'the tick at the end is missing');
  if (exit !== undefined) needIndex(entries, terms.series, exit);
  const outcome = settleLogged(terms, exit === undefined ? [before] : [before, exit], 'no_tick');
  need(outcome !== undefined, 'the ticks do not say how it ended');
  return { outcome };
};

const checkOutcome: Take = ({ outcome, file: { result } }) => {
  const exit = outcome.end === null ? null : `${outcome.end.seq} ${outcome.end.price}`;
  need(result.exit === exit, 'another tick at the end');
  need(result.outcome === OUTCOME_OF[outcome.result], `it was ${OUTCOME_OF[outcome.result]}`);
  return {};
};

const checkPaid: Take = ({ outcome, terms, ticks, file: { result } }) => {
  need(isRatioOfChance(terms, ticks), 'another payout ratio than the chance gives');
  const paid = `${returnOf(outcome.result, optionMoney(terms.stake, terms))} ${terms.currency}`;
  need(result.paid === paid, `what is due is ${paid}`);
  return {};
};

const STEPS = [
  ['format', ({ json }: Found) => ({ file: parseReceipt(json) })],
  ...LOGGED_STEPS,
  ['entries', ({ file }: Found) => ({ entries: foundEntries(file) })],
  ['terms', ({ file }: Found) => ({ terms: parseTerms(file.terms) })],
  ['commitment', findCommitment],
  ['commitment_time', checkCommitmentTime],
  ['entry_tick', checkEntryTick],
  ['exit_tick', checkExitTick],
  ['outcome', checkOutcome],
  ['paid', checkPaid],
] as const satisfies readonly Step<string, Found>[];

export type ReceiptStep = (typeof STEPS)[number][0];
/** The steps in their order. */
export const RECEIPT_STEPS: readonly ReceiptStep[] = STEPS.map(([step]) => step);

export type ReceiptVerdict = Verdict<ReceiptStep> & {
  /** Signatures that the result depends on. */
  readonly signed: readonly Signed[];
  /** As far as they could be read. */
  readonly terms: CommittedOption | undefined;
  readonly receipt: Receipt | undefined;
};

/** Verifies a receipt against the logs, the witnesses and the quorum of a policy. */
export function verifyReceipt(json: string, policy: Policy): ReceiptVerdict {
  const { isTrue, steps, found } = takeSteps<ReceiptStep, Found>(STEPS, { json, policy });
  return { isTrue, steps, signed: found.signed ?? [], terms: found.terms, receipt: found.file };
}

/** Whether terms were logged soon enough after the purchase, and before the expiry. */
export function isInTime(loggedMs: number, { purchasedMs, expiresMs }: CommittedOption): boolean {
  return loggedMs <= purchasedMs + COMMIT_WITHIN_MS && loggedMs < expiresMs;
}

/** Outcomes in receipts by results of the rule. */
export const OUTCOME_OF: Readonly<Record<OptionResult, ReceiptResult['outcome']>> = {
  win: 'won',
  lose: 'lost',
  tie: 'tied',
  void: 'void',
};

/** Whether `even` pays the ratio of its chance at the entry tick. */
function isRatioOfChance(
  { even, market, pricePlaces, entry, expiresMs, profitRatio }: CommittedOption,
  ticks: readonly FoundTick[],
) {
  const open = tickAt(ticks, entry.seq);
  if (even === undefined || open === undefined) return even === undefined;
  const between = ticksBetween(Date.parse(open.at), expiresMs);
  const chance = evenChance({ symbol: market, pricePlaces, price: entry.price, ticks: between, band: even.band });
  return chance !== undefined && evenRatio(chance, even.edge) === profitRatio;
}

/** The first known tick at or after the expiry. */
function exitOf(ticks: readonly FoundTick[], { expiresMs }: CommittedOption): FoundTick | undefined {
  return ticks.find(({ at }) => Date.parse(at) >= expiresMs);
}

/**
 * Whether gapless entries from the last tick on prove that no tick came while one could have decided. Where late ticks
 * count, nothing proves that.
 */
function isGapShown(entries: readonly FoundEntry[], { expiresMs, lateMs }: CommittedOption, last: FoundTick): boolean {
  if (lateMs === null) return false;
  const after = entries.filter(({ index }) => index >= last.index);
  const isWhole = after.every(({ index }, place) => index === last.index + place);
  const overMs = expiresMs + END_TICK_WITHIN_MS + lateMs;
  return isWhole && after.some((entry) => entry.kind === 'prices' && entry.loggedMs > overMs);
}
