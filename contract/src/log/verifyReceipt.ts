/** Whether a receipt shows what it says: step by step, from its file and what somebody trusts alone. */
import { END_TICK_WITHIN_MS, optionMoney, returnOf, type OptionOutcome, type OptionResult } from '../rules/options.ts';
import { isSameBytes } from './bytes.ts';
import { parseCheckpoint, type Checkpoint } from './checkpoint.ts';
import { commitmentOf } from './commitment.ts';
import { entryHash, parseEntry, type CommitsEntry, type Entry } from './entries.ts';
import { isoOf, settleSealed, type SealedTick } from './exitRule.ts';
import { LogFormatError } from './LogFormatError.ts';
import { isIncluded } from './merkle.ts';
import { FalseSignatureError, verifyNote, type Signed } from './note.ts';
import { isQuorum, type Policy } from './policy.ts';
import { parseReceipt, type Receipt, type ReceiptResult } from './receipt.ts';
import { parseTerms, type CommittedOption } from './termsText.ts';

/** What is looked at, in this order. */
export const RECEIPT_STEPS = [
  'format',
  'checkpoint',
  'signature',
  'witnesses',
  'inclusion',
  'entries',
  'terms',
  'commitment',
  'commitment_time',
  'entry_tick',
  'exit_tick',
  'outcome',
  'paid',
] as const;
export type ReceiptStep = (typeof RECEIPT_STEPS)[number];

/** `open`: not looked at, since a step before it failed. */
export type StepState = 'passed' | 'failed' | 'open';

export type ReceiptVerdict = {
  readonly isTrue: boolean;
  readonly steps: readonly { readonly step: ReceiptStep; readonly state: StepState; readonly reason?: string }[];
  /** Which keys signed, the witnesses' with their times; what is left to trust. */
  readonly signed: readonly Signed[];
  readonly terms: CommittedOption | undefined;
  readonly receipt: Receipt | undefined;
};

/** How long after the purchase the terms may be sealed. */
export const COMMIT_WITHIN_MS = 5000;
/** So much before the purchase the tick after the entry's would have been the newest. */
export const NEWEST_WITHIN_MS = 2000;

/** Why a step fails. */
class StepFault extends Error {
  override readonly name = 'StepFault';
}

type Indexed = { readonly index: number };
type FoundCommits = CommitsEntry & Indexed;
type Found = {
  json: string;
  policy: Policy;
  receipt: Receipt;
  checkpoint: Checkpoint;
  signed: readonly Signed[];
  entries: readonly (Entry & Indexed)[];
  commit: FoundCommits;
  terms: CommittedOption;
  outcome: OptionOutcome;
};
type Check = (found: Found) => Partial<Found>;

/** Verifies a receipt against the logs, the witnesses and the quorum of a policy. */
export function verifyReceipt(json: string, policy: Policy): ReceiptVerdict {
  const found: Partial<Found> = { json, policy };
  const steps: { step: ReceiptStep; state: StepState; reason?: string }[] = [];
  let isOpen = false;
  for (const step of RECEIPT_STEPS) {
    const reason: string | undefined = isOpen ? undefined : faultOf(step, found);
    steps.push({ step, state: stateOf(isOpen, reason), ...(reason !== undefined && { reason }) });
    isOpen ||= reason !== undefined;
  }
  return { isTrue: !isOpen, steps, signed: found.signed ?? [], terms: found.terms, receipt: found.receipt };
}

/** Takes a step; says why it fails. */
function faultOf(step: ReceiptStep, found: Partial<Found>): string | undefined {
  try {
    // Each step finds what the ones before it have found.
    Object.assign(found, CHECKS[step](found as Found));
    return undefined;
  } catch (error) {
    if (error instanceof StepFault || error instanceof LogFormatError || error instanceof FalseSignatureError)
      return error.message;
    throw error;
  }
}

function stateOf(isOpen: boolean, reason: string | undefined): StepState {
  if (isOpen) return 'open';
  return reason === undefined ? 'passed' : 'failed';
}

const CHECKS: Readonly<Record<ReceiptStep, Check>> = {
  format: ({ json }) => ({ receipt: parseReceipt(json) }),
  checkpoint: ({ receipt, policy }) => {
    const checkpoint = parseCheckpoint(receipt.checkpoint);
    need(
      policy.logs.some(({ key }) => key.name === checkpoint.origin),
      'the checkpoint of another log',
    );
    return { checkpoint };
  },
  signature: ({ checkpoint, policy }) => {
    const keys = policy.logs.map(({ key }) => key).filter(({ name }) => name === checkpoint.origin);
    const signed = verifyNote(checkpoint.note, keys);
    need(signed.length > 0, 'no signature of a known key of the log');
    return { signed };
  },
  witnesses: ({ checkpoint, policy, signed }) => {
    const cosigned = verifyNote(
      checkpoint.note,
      policy.witnesses.map(({ key }) => key),
    );
    const isEnough = isQuorum(
      policy,
      cosigned.map(({ key }) => key),
    );
    need(isEnough, 'not the witnesses that the policy asks for');
    return { signed: [...signed, ...cosigned] };
  },
  inclusion: ({ receipt, checkpoint: { size, root } }) => {
    const indexes = receipt.entries.map(({ index }) => index);
    need(new Set(indexes).size === indexes.length, 'an entry twice');
    for (const { index, text, proof } of receipt.entries)
      need(isIncluded({ index, size, leaf: entryHash(text), root }, proof), `entry ${index} is not in the tree`);
    return {};
  },
  entries: ({ receipt }) => ({
    entries: receipt.entries
      .map(({ index, text }) => ({ ...parseEntry(text), index }))
      .toSorted((a, b) => a.index - b.index),
  }),
  terms: ({ receipt }) => ({ terms: parseTerms(receipt.terms) }),
  commitment: (found) => {
    return { commit: commitEntry(found) };
  },
  commitment_time: (found) => {
    const { purchasedMs, expiresMs } = found.terms;
    const { sealedMs, index } = found.commit;
    need(sealedMs <= purchasedMs + COMMIT_WITHIN_MS && sealedMs < expiresMs, 'committed to too late');
    const exit = exitOf(found);
    need(exit === undefined || index < exit.index, 'committed to after the end was known');
    return {};
  },
  entry_tick: (found) => {
    const { entry, purchasedMs } = found.terms;
    const [tick, next] = [tickAt(found, entry.seq), tickAt(found, entry.seq + 1)];
    need(tick !== undefined && tick.price === entry.price, 'not the tick that the terms name');
    need(Date.parse(tick.at) <= purchasedMs, 'a tick from after the purchase');
    need(next !== undefined, 'the tick after it is missing');
    need(Date.parse(next.at) > purchasedMs - NEWEST_WITHIN_MS, 'not the newest tick');
    return {};
  },
  exit_tick: (found) => {
    const { expiresMs, entry } = found.terms;
    const ticks = ticksOf(found);
    need(new Set(ticks.map(({ seq }) => seq)).size === ticks.length, 'a tick twice');
    const exit = exitOf(found);
    const before = exit === undefined ? ticks.at(-1) : tickAt(found, exit.seq - 1);
    need(before !== undefined && Date.parse(before.at) < expiresMs, 'the tick before the end is missing');
    need(before.seq >= entry.seq, 'an end before the purchase');
    need(exit !== undefined || isGapShown(found, before), 'the tick at the end is missing');
    const outcome = settleSealed(found.terms, exit === undefined ? [before] : [before, exit], 'no_tick');
    need(outcome !== undefined, 'the ticks do not say how it ended');
    return { outcome };
  },
  outcome: ({ outcome, receipt: { result } }) => {
    const due = outcome.end === null ? null : `${outcome.end.seq} ${outcome.end.price}`;
    need(result.exit === due, 'another tick at the end');
    need(result.outcome === OUTCOME_OF[outcome.result], `it was ${OUTCOME_OF[outcome.result]}`);
    return {};
  },
  paid: ({ outcome, terms, receipt: { result } }) => {
    const paid = returnOf(outcome.result, optionMoney(terms.stake, terms));
    need(result.paid === `${paid} ${terms.currency}`, `what is due is ${paid} ${terms.currency}`);
    return {};
  },
};

/** How receipts call what the rule calls so. */
export const OUTCOME_OF: Readonly<Record<OptionResult, ReceiptResult['outcome']>> = {
  win: 'won',
  lose: 'lost',
  tie: 'tied',
  void: 'void',
};

type FoundTick = SealedTick & Indexed;

/** The ticks of the option's series, ascending. */
function ticksOf({ entries, terms }: Found): readonly FoundTick[] {
  const ticks = entries.flatMap((entry) => {
    if (entry.kind !== 'prices') return [];
    const { sealedMs, index } = entry;
    return entry.series
      .filter(({ id }) => id === terms.series)
      .flatMap(({ firstSeq, ticks: inside }) =>
        inside.map(({ atMs, price }, place) => ({ seq: firstSeq + place, at: isoOf(atMs), price, sealedMs, index })),
      );
  });
  return ticks.toSorted((a, b) => a.seq - b.seq);
}

function tickAt(found: Found, due: number): FoundTick | undefined {
  return ticksOf(found).find(({ seq }) => seq === due);
}

/** The first tick of those at hand at the end or after it. */
function exitOf(found: Found): FoundTick | undefined {
  return ticksOf(found).find(({ at }) => Date.parse(at) >= found.terms.expiresMs);
}

function commitEntry({ entries, receipt }: Found): FoundCommits {
  const due = commitmentOf(receipt.nonce, receipt.terms);
  const isOfTerms = (commitment: Uint8Array) => isSameBytes(commitment, due);
  const commits = entries.filter((entry) => entry.kind === 'commits');
  const found = commits.find(({ commitments }) => commitments.some(isOfTerms));
  need(found !== undefined, 'no commitment to these terms');
  return found;
}

/**
 * Whether the entries without a hole from the last tick on show that none came while one could have decided. Where late
 * ticks count, nothing shows that.
 */
function isGapShown({ entries, terms }: Found, last: FoundTick): boolean {
  if (terms.lateMs === null) return false;
  const after = entries.filter(({ index }) => index >= last.index);
  const isWhole = after.every(({ index }, place) => index === last.index + place);
  const overMs = terms.expiresMs + END_TICK_WITHIN_MS + terms.lateMs;
  return isWhole && after.some((entry) => entry.kind === 'prices' && entry.sealedMs > overMs);
}

function need(isSo: boolean, reason: string): asserts isSo {
  if (!isSo) throw new StepFault(reason);
}
