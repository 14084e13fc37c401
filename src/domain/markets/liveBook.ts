/** A market's live book, and whether it may be traded on. */
import type { Book } from '@halyard/contract/market/calls';
import { compare } from '@halyard/contract/money';
import { applyDepth } from '@halyard/contract/realtime/depth';
import { roomCodecs, rooms } from '@halyard/contract/realtime/rooms';
import type { LiveRoom } from '../../shared/realtime/streamLive.ts';
import type { RoomStatus } from '../../shared/realtime/realtimeTypes.ts';

export type LiveBook = Book & {
  /** When its room became unreadable (Unix milliseconds, device clock); absent while it is readable. */
  readonly brokenAtMs?: number | undefined;
  /** The next change was inconsistent: this is the last good book, and the room is being read again. */
  readonly isTorn?: boolean | undefined;
};

/** More than ten books a second are not readable. */
const PACE_MS = 100;

/** Whether the best bid reaches the best ask: the exchange matches such a book and never shows it. */
export function isCrossed({ bids, asks }: Pick<Book, 'bids' | 'asks'>): boolean {
  const bid = bids[0]?.[0];
  const ask = asks[0]?.[0];
  return bid !== undefined && ask !== undefined && compare(bid, ask) >= 0;
}

/** The book of a call's answer; an inconsistent one is empty until the room delivers. */
export function answeredBook(book: Book): LiveBook {
  return isCrossed(book) ? { ...book, bids: [], asks: [], isTorn: true } : book;
}

/** How the book's room is read. Every result is a book that the exchange had, or the last such book marked as torn. */
export function bookRoom(symbol: string): LiveRoom<typeof roomCodecs.depth, LiveBook> {
  return {
    room: rooms.depth(symbol),
    codec: roomCodecs.depth,
    onSnapshot: ({ brokenAtMs }, snapshot) => ({ symbol, ...snapshot, brokenAtMs }),
    // No delta applies to a torn book; the requested snapshot holds this change too.
    onMessage: (book, delta) => (book.isTorn === true ? book : { ...book, ...applyDepth(book, delta) }),
    onStatus: withStatus,
    check: (book, before) => (isCrossed(book) ? { ...before, isTorn: true } : book),
    needsSnapshot: ({ isTorn }) => isTorn === true,
    paceMs: PACE_MS,
  };
}

function withStatus(book: LiveBook, { state }: RoomStatus): LiveBook {
  const isBroken = state === 'interrupted' || state === 'refused';
  if (isBroken === (book.brokenAtMs !== undefined)) return book;
  return { ...book, brokenAtMs: isBroken ? Date.now() : undefined };
}
