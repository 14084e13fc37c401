/** Messages by the days on which they were written, in the device's time zone. */
import type { ChatMessage } from '@halyard/contract/chat/calls';
import type { WaitingEntry } from '../../domain/chat/useChat.ts';

/** A day with what was written on it, and what waits. */
export type ChatDay = {
  readonly key: string;
  /** A moment of the day. */
  readonly atMs: number;
  readonly messages: readonly ChatMessage[];
  readonly waiting: readonly WaitingEntry[];
};

/** The days in their order. What waits stands below all that arrived, whichever clock is right. */
export function daysOf(messages: readonly ChatMessage[], waiting: readonly WaitingEntry[]): readonly ChatDay[] {
  const days: (ChatDay & { messages: ChatMessage[]; waiting: WaitingEntry[] })[] = [];
  const dayOf = (atMs: number) => {
    const last = days.at(-1);
    // Clocks may go back within a chat, days do not.
    if (last !== undefined && (keyOf(atMs) === last.key || atMs < last.atMs)) return last;
    const day = { key: keyOf(atMs), atMs, messages: [], waiting: [] };
    days.push(day);
    return day;
  };
  for (const message of messages) dayOf(Date.parse(message.createdAt)).messages.push(message);
  for (const entry of waiting) dayOf(entry.createdAtMs).waiting.push(entry);
  return days;
}

function keyOf(atMs: number): string {
  const day = new Date(atMs);
  return `${day.getFullYear()}-${day.getMonth()}-${day.getDate()}`;
}
