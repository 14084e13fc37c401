/** Messages under the days of the device on which they came. */
import type { OwnMessage } from '@halyard/contract/calls/messages';

/** A message, and the start of its day where it is the first one of it (Unix milliseconds). */
export type DatedMessage = OwnMessage & { readonly dayMs: number | undefined };

/** In the order given, which is by time. */
export function messagesByDay(messages: readonly OwnMessage[]): readonly DatedMessage[] {
  return messages.map((message, place) => {
    const before = messages[place - 1];
    const dayMs = dayOf(message.createdAt);
    return { ...message, dayMs: before !== undefined && dayOf(before.createdAt) === dayMs ? undefined : dayMs };
  });
}

/** How many days ago a day was: 0 for today, 1 for yesterday. */
export function daysAgo(dayMs: number, nowMs: number): number {
  const today = new Date(nowMs).setHours(0, 0, 0, 0);
  // A day of another length, when clocks change, is a day all the same.
  return Math.round((today - dayMs) / 86_400_000);
}

function dayOf(instant: string): number {
  return new Date(instant).setHours(0, 0, 0, 0);
}
