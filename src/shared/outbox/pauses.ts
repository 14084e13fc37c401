/**
 * Pauses of a kind after its server could not be reached: longer with every try, until one succeeds or the device
 * wakes.
 */
import type { OutboxKind } from './outboxItem.ts';

const FIRST_MS = 2000;
const LONGEST_MS = 60_000;
/** Random share, so that devices that lost the same server do not return in step. */
const SCATTER = 0.5;

/** Creates the pauses of all kinds; `onOver` is called at the end of one. */
export function createPauses(onOver: (kind: OutboxKind) => void) {
  const timers = new Map<OutboxKind, ReturnType<typeof setTimeout>>();
  const delaysMs = new Map<OutboxKind, number>();
  return {
    has: (kind: OutboxKind) => timers.has(kind),
    begin: (kind: OutboxKind) => {
      const delayMs = delaysMs.get(kind) ?? FIRST_MS;
      delaysMs.set(kind, Math.min(delayMs * 2, LONGEST_MS));
      clearTimeout(timers.get(kind));
      const over = () => {
        timers.delete(kind);
        onOver(kind);
      };
      timers.set(kind, setTimeout(over, delayMs * (1 + SCATTER * Math.random())));
    },
    /** The next try is now, and the next pause a short one. */
    end: (kind: OutboxKind) => {
      clearTimeout(timers.get(kind));
      timers.delete(kind);
      delaysMs.delete(kind);
    },
  };
}
