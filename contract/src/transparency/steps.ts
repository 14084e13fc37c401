/** Verification step by step, so that whoever looks on sees which line passed and which failed. */
import { LogFormatError } from './LogFormatError.ts';
import { FalseSignatureError } from './note.ts';

/** A step finds something out from what the steps before it found, or throws. */
export type Step<Name extends string, Found> = readonly [name: Name, take: (found: Found) => Partial<Found>];

/** `open`: not looked at, since a step before it failed, or nothing can be said about it, and then it has a reason. */
export type StepState = 'passed' | 'failed' | 'open';

export type StepReport<Name extends string> = {
  readonly step: Name;
  readonly state: StepState;
  /** Why it failed or stays open, in plain English. */
  readonly reason?: string;
};

/** What became of the steps. True also where steps stay open: they say what is left to trust. */
export type Verdict<Name extends string> = {
  readonly isTrue: boolean;
  readonly steps: readonly StepReport<Name>[];
};

class StepFault extends Error {
  override readonly name = 'StepFault';
}

/** Fails the step that is being taken. */
export function need(isSo: boolean, reason: string): asserts isSo {
  if (!isSo) throw new StepFault(reason);
}

class StepOpen extends Error {
  override readonly name = 'StepOpen';
}

/** Leaves the step that is being taken open. */
export function leaveOpen(reason: string): never {
  throw new StepOpen(reason);
}

/** Takes the steps in their order until one fails; `found` is what they had found by then. */
export function takeSteps<Name extends string, Found>(
  steps: readonly Step<Name, Found>[],
  given: Partial<Found>,
): Verdict<Name> & { readonly found: Partial<Found> } {
  const found = { ...given };
  const reports: StepReport<Name>[] = [];
  let isTrue = true;
  for (const [step, take] of steps) {
    const report: StepReport<Name> = isTrue
      ? reportOf(step, () => Object.assign(found, take(found as Found)))
      : { step, state: 'open' };
    reports.push(report);
    isTrue &&= report.state !== 'failed';
  }
  return { isTrue, steps: reports, found };
}

function reportOf<Name extends string>(step: Name, take: () => void): StepReport<Name> {
  try {
    const reason = faultOf(take);
    return reason === undefined ? { step, state: 'passed' } : { step, state: 'failed', reason };
  } catch (error) {
    if (error instanceof StepOpen) return { step, state: 'open', reason: error.message };
    throw error;
  }
}

/** Why something cannot be so; undefined when it can. Faults of this code are thrown on. */
export function faultOf(take: () => void): string | undefined {
  try {
    take();
    return undefined;
  } catch (error) {
    if (error instanceof StepFault || error instanceof LogFormatError || error instanceof FalseSignatureError)
      return error.message;
    throw error;
  }
}
