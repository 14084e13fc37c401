/** Exit codes, errors and output lines of the tool. */

export const OUTCOMES = { isTrue: 0, isFalse: 1, notUnderstood: 2 } as const;
export type Outcome = (typeof OUTCOMES)[keyof typeof OUTCOMES];

export type Print = (line: string) => void;

/** Access to the machine. */
export type Machine = {
  readonly print: Print;
  readonly nowMs: () => number;
  /** Waits until the next pass; false ends it. */
  readonly passSecond: () => Promise<boolean>;
};

/** A claim is false. */
export class UntrueError extends Error {
  override readonly name = 'UntrueError';

  constructor(
    readonly step: string,
    reason: string,
  ) {
    super(reason);
  }
}

/** The input, or the served data, cannot be judged. */
export class NotUnderstoodError extends Error {
  override readonly name = 'NotUnderstoodError';
}

export function stepLine(state: string, step: string, detail?: string): string {
  return `${state.padEnd(7)} ${step}${detail === undefined ? '' : `: ${detail}`}`;
}

/** An instant as ISO 8601; unreadable ones as a number of ms. */
export function timeText(atMs: number): string {
  const at = new Date(atMs);
  return Number.isNaN(at.getTime()) ? `${atMs} ms` : at.toISOString();
}
