/** Verification step by step, so that a user sees which step passed and which failed. */
import { LogFormatError } from './LineReader.ts';
import { FalseSignatureError } from './note.ts';

/** A step derives findings from those of the steps before it, or throws. */
export type Step<Name extends string, Found> = readonly [name: Name, take: (found: Found) => Partial<Found>];

/** `open`: not evaluated because an earlier step failed, or undecidable, and then it has a reason. */
export type StepState = 'passed' | 'failed' | 'open';

export type StepReport<Name extends string> = {
  readonly step: Name;
  readonly state: StepState;
  /** Why it failed or stays open, in plain English. */
  readonly reason?: string;
};

/** Result of the steps. True also where steps stay open: they name what remains to be trusted. */
export type Verdict<Name extends string> = {
  readonly isTrue: boolean;
  readonly steps: readonly StepReport<Name>[];
};

class StepFault extends Error {
  override readonly name = 'StepFault';
}

/** Fails the current step. */
export function need(isSo: boolean, reason: string): asserts isSo {
  if (!isSo) throw new StepFault(reason);
}

class StepOpen extends Error {
  override readonly name = 'StepOpen';
}

/** Leaves the current step open. */
export function leaveOpen(reason: string): never {
  throw new StepOpen(reason);
}

/** Takes the steps in their order until one fails; `found` has the findings up to then. */
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

/** The reason of a verification failure; undefined without one. Programming errors are thrown on. */
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
