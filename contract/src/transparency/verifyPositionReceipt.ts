/** Verifies the receipt of a position step by step, offline. */
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
import { FRESH_PRICE_MS } from '../options/rules.ts';
import { needIndex } from './followLive.ts';
import type { Signed } from './note.ts';
import type { Policy } from './policy.ts';
import { checkChange, checkFirst, closingMoney, isAtItsTick, isOwnChange, reachedBy } from './positionChanges.ts';
import { parsePositionReceipt, type LoggedPosition } from './positionReceipt.ts';
import { parsePosition, type CommittedPosition } from './positionTerms.ts';
import { LOGGED_STEPS, type LoggedEntries } from './loggedSteps.ts';
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
    need(commit.sealedMs <= state.atMs + COMMIT_WITHIN_MS, `change ${place} was committed to too late`);
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
    need(nextOf(state, ticks).sealedMs > atMs - NEWEST_WITHIN_MS, `change ${change}: not the newest sealed tick`);
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
