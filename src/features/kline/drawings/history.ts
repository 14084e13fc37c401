/** Undo and redo of changes to drawings. */
import type { Drawing } from '@halyard/contract/user/drawings';

/** One drawing before and after; `undefined` where it does not exist. */
export type Change = { readonly id: string; readonly before: Drawing | undefined; readonly after: Drawing | undefined };

/** Changes that were made together and are undone together. */
export type Step = readonly Change[];

/** Oldest first; the next step to undo or redo is the last one. */
export type History = { readonly done: readonly Step[]; readonly undone: readonly Step[] };

export const NO_HISTORY: History = { done: [], undone: [] };

const STEPS_MAX = 50;

/** Adds a step, which makes undone ones unreachable. */
export function recorded({ done }: History, step: Step): History {
  return { done: [...done, step].slice(-STEPS_MAX), undone: [] };
}

/** The history after an undo, and the changes to apply; `undefined` when there is nothing to undo. */
export function undone({ done, undone: later }: History): { history: History; step: Step } | undefined {
  const last = done.at(-1);
  if (last === undefined) return undefined;
  return { history: { done: done.slice(0, -1), undone: [...later, last] }, step: last.map(reversed) };
}

/** The history after a redo, and the changes to apply; `undefined` when there is nothing to redo. */
export function redone({ done, undone: later }: History): { history: History; step: Step } | undefined {
  const next = later.at(-1);
  if (next === undefined) return undefined;
  return { history: { done: [...done, next], undone: later.slice(0, -1) }, step: next };
}

const reversed = ({ id, before, after }: Change): Change => ({ id, before: after, after: before });
