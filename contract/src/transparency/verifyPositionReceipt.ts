/** Verifies the receipt of a position step by step, offline. */
import {
  closeReasonAt,
  closingProfit,
  cutLots,
  isClosingAt,
  isTargetReached,
  openingMoney,
  entryPriceAt,
  overnightFee,
  reserveOf,
  type CloseReason,
  type Position,
} from '../futures/position.ts';
import { add, compare, max, min, multiply, subtract, ZERO, type Decimal } from '../money/money.ts';
import { ENTRY_DELAY_MAX_MS, FRESH_PRICE_MS } from '../options/rules.ts';
import { DAY_MS } from '../time.ts';
import { isoOf } from './exitRule.ts';
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
import {
  formatPosition,
  parsePosition,
  parsePositionReceipt,
  type ChangeCause,
  type CommittedPosition,
  type LoggedPosition,
} from './positionReceipt.ts';
import { LOGGED_STEPS, type LoggedEntries } from './receiptFile.ts';
import { leaveOpen, need, takeSteps, type Step, type Verdict } from './steps.ts';

type State = CommittedPosition & { readonly nonce: Uint8Array };
type Found = LoggedEntries & {
  json: string;
  file: LoggedPosition;
  /** Entries of the log beside those of the file, verified by the caller. */
  more: readonly FoundEntry[];
  entries: readonly FoundEntry[];
  /** The states, from the first to the last. */
  chain: readonly State[];
  commits: readonly FoundCommits[];
  /** The ticks of its series, ascending. */
  ticks: readonly FoundTick[];
  exit: FoundTick;
};
type Take = (found: Found) => Partial<Found>;

const findEntries: Take = ({ file, more }) => {
  const entries = foundEntries(file);
  const known = new Set(entries.map(({ index }) => index));
  return {
    entries: [...entries, ...more.filter(({ index }) => !known.has(index))].toSorted((a, b) => a.index - b.index),
  };
};

const readChain: Take = ({ file, entries }) => {
  const chain = file.chain.map(({ terms, nonce }) => ({ ...parsePosition(terms), nonce }));
  const [first] = chain;
  need(first !== undefined, 'no terms');
  need(first.mode === 'isolated', 'a cross position stands by its whole account, which no file shows');
  const isWhole = chain.every(({ change, tick }, place) => {
    const before = chain[place - 1];
    return change === place && (before === undefined || before.tick.seq <= tick.seq);
  });
  need(isWhole, 'not all changes in their order');
  const ticks = ticksOf(entries, first.series);
  need(areDistinct(ticks), 'a tick twice');
  return { chain, ticks };
};

const findCommitments: Take = ({ entries, file }) => {
  const commits = file.chain.map((terms, place) => {
    const commit = commitsTo(entries, terms);
    need(commit !== undefined, `no commitment to change ${place}`);
    return commit;
  });
  return { commits };
};

const checkCommitmentTimes: Take = ({ chain, commits, ticks }) => {
  for (const [place, state] of chain.entries()) {
    const commit = commits[place];
    if (commit === undefined || !isOwnChange(state)) continue;
    need(commit.loggedMs <= state.atMs + COMMIT_WITHIN_MS, `change ${place} was committed to too late`);
    need(commit.index < nextOf(state, ticks).index, `change ${place} was committed to after the next tick was known`);
  }
  return {};
};

const checkNewestTicks: Take = ({ chain, ticks, entries }) => {
  for (const state of chain.filter(isOwnChange)) {
    const { change, tick, atMs, askedMs } = state;
    const found = tickAt(ticks, tick.seq);
    need(found !== undefined && found.price === tick.price, `change ${change}: not the tick that the terms name`);
    needIndex(entries, state.series, found);
    const tickMs = Date.parse(found.at);
    need(tickMs <= atMs, `change ${change}: a tick from after it`);
    if (isAtItsTick(state)) {
      need(askedMs != null && askedMs <= tickMs, `change ${change}: a tick from before it was asked for`);
      need(atMs === tickMs, `change ${change}: not at the instant of its tick`);
      const isHeldUp = state.cause === 'open' && tickMs - askedMs > FRESH_PRICE_MS;
      need(!isHeldUp, `change ${change}: long after it was asked for`);
    }
    need(nextOf(state, ticks).loggedMs > atMs - NEWEST_WITHIN_MS, `change ${change}: not the newest sealed tick`);
  }
  return {};
};

const checkChanges: Take = ({ chain, ticks }) => {
  for (const [place, after] of chain.entries()) {
    const before = chain[place - 1];
    if (before === undefined) checkFirst(after);
    else checkChange({ before, after }, ticks);
  }
  return {};
};

const checkExit: Take = ({ chain, ticks, entries, file: { result } }) => {
  const exit = ticks.find(({ seq, price }) => `${seq} ${price}` === result.exit);
  need(exit !== undefined, 'the tick at the end is missing');
  const last = lastOf(chain);
  const isByOwner = last.cause === 'close';
  const isDue = isByOwner ? result.outcome === 'user' : result.outcome !== 'user' || last.closingMs != null;
  need(isDue, 'its owner closed it, or did not');
  if (isByOwner) need(exit.seq === last.tick.seq, 'not the tick at which its owner closed it');
  else need(exit.seq > last.tick.seq, 'a tick from before the last change');
  const isFirst = exit.seq === chain[0]?.tick.seq;
  need(isFirst || tickAt(ticks, exit.seq - 1) !== undefined, 'the tick before the end is missing');
  needIndex(entries, last.series, exit);
  return { exit };
};

const checkOutcome: Take = ({ chain, exit, file: { result } }) => {
  const last = lastOf(chain);
  const reached = reachedBy(last, exit) ?? (last.closingMs == null ? 'user' : 'open still');
  need(reached === result.outcome, `it was ${reached}`);
  return {};
};

const checkPaid: Take = ({ chain, exit, file: { result } }) => {
  const last = lastOf(chain);
  const { profit, paid } = closingMoney(last, exit.price);
  const [dueProfit, duePaid] = [`${profit} ${last.currency}`, `${paid} ${last.currency}`];
  need(result.profit === dueProfit, `what was won or lost is ${dueProfit}`);
  need(result.paid === duePaid, `what is due is ${duePaid}`);
  return {};
};

const checkEarlierTicks: Take = ({ chain, ticks, exit }) => {
  const from = chain[0]?.tick.seq ?? 0;
  const earlier = ticks.filter(({ seq }) => seq > from && seq < exit.seq);
  for (const tick of earlier) {
    const { seq } = tick;
    const state = chain.findLast((one) => one.tick.seq < seq);
    const opens = chain.some((one) => one.cause === 'opened' && one.tick.seq === seq);
    const reached = state && reachedBy(state, tick);
    need(reached === (opens ? 'opened' : undefined), `tick ${seq} had ended it before: ${reached ?? 'not opened'}`);
  }
  const missing = Math.max(0, exit.seq - from - 1) - earlier.length;
  if (missing > 0) leaveOpen(`${missing} of the ticks from ${from} to ${exit.seq} are in the log and not in the file`);
  return {};
};

const COMMITMENT_STEPS = [
  ['entries', findEntries],
  ['terms', readChain],
  ['commitment', findCommitments],
  ['commitment_time', checkCommitmentTimes],
] as const satisfies readonly Step<string, Found>[];

const STEPS = [
  ['format', ({ json }: Found) => ({ file: parsePositionReceipt(json) })],
  ...LOGGED_STEPS,
  ...COMMITMENT_STEPS,
  ['entry_tick', checkNewestTicks],
  ['changes', checkChanges],
  ['exit_tick', checkExit],
  ['outcome', checkOutcome],
  ['paid', checkPaid],
  ['earlier_ticks', checkEarlierTicks],
] as const satisfies readonly Step<string, Found>[];

export type PositionStep = (typeof STEPS)[number][0];
/** The steps in their order. */
export const POSITION_STEPS: readonly PositionStep[] = STEPS.map(([step]) => step);

export type PositionVerdict = Verdict<PositionStep> & {
  /** Signatures that the result depends on, beside steps that stay open. */
  readonly signed: readonly Signed[];
  /** The last state, as far as it could be read. */
  readonly terms: CommittedPosition | undefined;
  readonly receipt: LoggedPosition | undefined;
  /** Range of entries with all ticks of the position's life. */
  readonly life: { readonly first: number; readonly last: number } | undefined;
};

/**
 * Verifies a receipt against the logs, the witnesses and the quorum of a policy. `more` are entries of the same log
 * that the caller has verified: those of {@link PositionVerdict.life} close the step that a long life leaves open.
 */
export function verifyPositionReceipt(json: string, policy: Policy, more: readonly FoundEntry[] = []): PositionVerdict {
  const { isTrue, steps, found } = takeSteps<PositionStep, Found>(STEPS, { json, policy, more });
  const { signed = [], chain, file, ticks, exit } = found;
  const first = chain && ticks && tickAt(ticks, chain[0]?.tick.seq ?? 0);
  const life = first && exit && { first: first.index, last: exit.index };
  return { isTrue, steps, signed, terms: chain?.at(-1), receipt: file, life };
}

/** Whether each change was logged soon enough after it was made, and before the next tick was known. */
export function areCommittedInTime(file: LoggedPosition): boolean {
  return takeSteps<string, Found>(COMMITMENT_STEPS, { file, more: [] }).isTrue;
}

function lastOf(chain: readonly State[]): State {
  const last = chain.at(-1);
  need(last !== undefined, 'no terms');
  return last;
}

function nextOf({ change, tick }: State, ticks: readonly FoundTick[]): FoundTick {
  const next = tickAt(ticks, tick.seq + 1);
  need(next !== undefined, `change ${change}: the tick after it is missing`);
  return next;
}

// Allowed changes of a position, by the rules of futures.

type Opened = CommittedPosition & { readonly entryPrice: Decimal };
type Change = { readonly before: CommittedPosition; readonly after: CommittedPosition };
type Made = Partial<CommittedPosition>;

/**
 * Whether the owner made a change: it is logged before the next tick. All others follow from the state before and from
 * ticks.
 */
export function isOwnChange({ cause }: CommittedPosition): boolean {
  return cause !== 'opened' && cause !== 'night' && cause !== 'paid';
}

/**
 * Whether a change opens or closes a position at the instant of its tick, which is not before its owner's request. In
 * version 1 the instant was the exchange's own.
 */
function isAtItsTick({ cause, askedMs }: CommittedPosition): boolean {
  return askedMs !== undefined && (askedMs !== null || cause === 'open' || cause === 'order' || cause === 'close');
}

/** Fails when a position cannot begin with this state. */
export function checkFirst(first: CommittedPosition): void {
  const { cause, side, lots, leverage, targetPrice, tick, spread, atMs, askedMs } = first;
  const opensNow = cause === 'open';
  need(opensNow || (cause === 'order' && targetPrice !== null), 'it does not begin with an order');
  const isReached = targetPrice === null || isTargetReached({ side, targetPrice }, tick.price, spread);
  need(isReached === opensNow, 'an order opens when its price is reached');
  const entryPrice = opensNow ? entryPriceAt(side, tick.price, spread) : (targetPrice ?? ZERO);
  const { quantity, margin, fee, reserve } = openingMoney({ side, lots, leverage, entryPrice }, first);
  const money = { quantity, margin, originMargin: margin, fee, reserve: opensNow ? reserve : ZERO };
  const opened = opensNow ? { entryPrice, openedMs: atMs } : { entryPrice: null, openedMs: null };
  checkSame(first, {
    ...first,
    ...money,
    ...opened,
    overnightPaidMs: null,
    ...(askedMs !== undefined && { closingMs: null }),
  });
}

/** Fails when a state does not follow from the one before it. */
export function checkChange(change: Change, ticks: readonly FoundTick[]): void {
  const { before, after } = change;
  need(before.cause !== 'close', 'a change after the end');
  const made = MADE[after.cause](change, ticks);
  const { change: number, cause, atMs, tick, askedMs } = after;
  // States may change to version 2, where missing fields are none, and not back.
  need(before.askedMs === undefined || askedMs !== undefined, 'an older version after a newer one');
  const versioned = askedMs === undefined ? {} : { askedMs, closingMs: made.closingMs ?? before.closingMs ?? null };
  checkSame(after, { ...before, ...made, change: number, cause, atMs, tick, ...versioned });
}

const MADE: Readonly<Record<ChangeCause, (change: Change, ticks: readonly FoundTick[]) => Made>> = {
  open: twice,
  order: twice,
  add_margin: ({ before, after: { margin } }) => {
    need(isOpened(before) && compare(margin, before.margin) > 0, 'no margin was added');
    return { margin };
  },
  set_stops: ({ after: { takeProfit, stopLoss } }) => ({ takeProfit, stopLoss }),
  partial_close: ({ before, after }) => {
    need(isOpened(before) && after.lots > 0 && after.lots < before.lots, 'not a part of it');
    const { lots, quantity, originMargin, margin, reserve } = cutLots(
      positionOf(before),
      before.lots - after.lots,
    ).rest;
    return { lots, quantity, originMargin, margin, reserve };
  },
  close: ({ before }) => {
    need(isOpened(before), 'an order is not closed');
    return {};
  },
  closing: ({ before, after: { closingMs = null, atMs } }) => {
    need(isOpened(before) && before.closingMs == null, 'it is closing already, or not open');
    need(closingMs !== null && closingMs <= atMs + ENTRY_DELAY_MAX_MS, 'it is not closing');
    return { closingMs };
  },
  opened: ({ before, after }, ticks) => {
    const { side, targetPrice, spread, margin, quantity } = before;
    const { price, at } = tickOf(after, ticks);
    const isReached = targetPrice !== null && isTargetReached({ side, targetPrice }, price, spread);
    need(!isOpened(before) && isReached, 'an order opens when its price is reached');
    const entryPrice = entryPriceAt(side, price, spread);
    const reserve = reserveOf({ side, margin, notional: multiply(entryPrice, quantity) }, before);
    need(after.atMs === Date.parse(at), 'it opens at the instant of its tick');
    return { entryPrice, reserve, openedMs: after.atMs };
  },
  night: ({ before, after }, ticks) => {
    const { quantity, overnightRate, margin } = before;
    const { overnightPaidMs } = after;
    need(isOpened(before) && overnightPaidMs !== null && overnightPaidMs % DAY_MS === 0, 'not a midnight');
    need(
      overnightPaidMs > Math.max(before.openedMs ?? overnightPaidMs, before.overnightPaidMs ?? 0),
      'a midnight that it does not owe',
    );
    const [last, next] = [tickOf(after, ticks), tickAt(ticks, after.tick.seq + 1)];
    const isLast =
      next !== undefined && Date.parse(last.at) < overnightPaidMs && overnightPaidMs <= Date.parse(next.at);
    need(isLast, 'not the last tick before midnight');
    const fee = overnightFee(quantity, last.price, overnightRate);
    return { margin: subtract(margin, min(margin, fee)), overnightPaidMs };
  },
  paid: () => {
    need(false, 'what is isolated pays for nothing else');
    return {};
  },
};

/** Why a tick ends a state; for an order, whether it opens it. Undefined when it does neither. */
export function reachedBy(
  state: CommittedPosition,
  { price, at }: Pick<FoundTick, 'price' | 'at'>,
): CloseReason | 'opened' | undefined {
  const { closingMs } = state;
  if (closingMs != null && isClosingAt({ closingFrom: isoOf(closingMs) }, at)) return 'user';
  if (isOpened(state)) return closeReasonAt(positionOf(state), price);
  const { side, targetPrice, spread } = state;
  return targetPrice !== null && isTargetReached({ side, targetPrice }, price, spread) ? 'opened' : undefined;
}

/** Profit and return of closing at a price. */
export function closingMoney(state: CommittedPosition, price: Decimal) {
  need(isOpened(state), 'it was not open');
  const profit = closingProfit(positionOf(state), price);
  return { profit, paid: max(ZERO, add(state.margin, profit)) };
}

function isOpened(state: CommittedPosition): state is Opened {
  return state.entryPrice !== null;
}

function twice(): Made {
  need(false, 'it begins twice');
  return {};
}

function positionOf(state: Opened): Position {
  const { liquidationLevel, pricePlaces: pricePrecision } = state;
  return { ...state, terms: { liquidationLevel, pricePrecision } };
}

/** The tick of a change, as the log has it. */
function tickOf({ tick }: CommittedPosition, ticks: readonly FoundTick[]): FoundTick {
  const found = tickAt(ticks, tick.seq);
  need(found !== undefined && found.price === tick.price, 'not the tick that the terms name');
  return found;
}

function checkSame(stated: CommittedPosition, due: CommittedPosition): void {
  const [lines, others] = [stated, due].map((state) => formatPosition(state).split('\n'));
  const place = lines?.findIndex((line, at) => line !== others?.[at]) ?? -1;
  need(place < 0, `change ${stated.change}: what is due is "${others?.[place]}"`);
}
