/** How the tool ends, and what it says on the way. */

/** Exit codes. */
export const OUTCOMES = { isTrue: 0, isFalse: 1, notUnderstood: 2 } as const;
export type Outcome = (typeof OUTCOMES)[keyof typeof OUTCOMES];

export type Print = (line: string) => void;

/** What the tool needs of the machine. */
export type Machine = {
  readonly print: Print;
  readonly nowMs: () => number;
  /** Waits before what is followed is looked at again; false ends it. */
  readonly passSecond: () => Promise<boolean>;
};

/** Something that was claimed is not so. */
export class UntrueError extends Error {
  override readonly name = 'UntrueError';

  constructor(
    readonly step: string,
    reason: string,
  ) {
    super(reason);
  }
}

/** What was given, or is served, is nothing that can be judged. */
export class NotUnderstoodError extends Error {
  override readonly name = 'NotUnderstoodError';
}

/** A line for a step. */
export function stepLine(state: string, step: string, detail?: string): string {
  return `${state.padEnd(7)} ${step}${detail === undefined ? '' : `: ${detail}`}`;
}

/** An instant; as it is where it is none. */
export function timeText(atMs: number): string {
  const at = new Date(atMs);
  return Number.isNaN(at.getTime()) ? `${atMs} ms` : at.toISOString();
}
