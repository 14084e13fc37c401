/** A market's book as its room tells it, and whether it may be traded on. */
import type { Book } from '@halyard/contract/market/calls';
import { compare } from '@halyard/contract/money';
import { applyDepth } from '@halyard/contract/realtime/depth';
import { roomCodecs, rooms } from '@halyard/contract/realtime/rooms';
import type { LiveRoom } from '../../shared/realtime/streamLive.ts';
import type { RoomStatus } from '../../shared/realtime/realtimeTypes.ts';

export type LiveBook = Book & {
  /** Since when its room cannot be read (Unix milliseconds by the device's clock); absent while it can. */
  readonly brokenAtMs?: number | undefined;
  /** What came after this book made no sense, so this is the last that did, and the room is being read anew. */
  readonly isTorn?: boolean | undefined;
};

/** Ten books a second are more than anybody reads. */
const PACE_MS = 100;

/** Whether somebody would buy for what somebody sells: such a book is matched by the exchange and never shown. */
export function isCrossed({ bids, asks }: Pick<Book, 'bids' | 'asks'>): boolean {
  const bid = bids[0]?.[0];
  const ask = asks[0]?.[0];
  return bid !== undefined && ask !== undefined && compare(bid, ask) >= 0;
}

/** The book from the answer of the call; one that makes no sense is empty until the room tells it. */
export function answeredBook(book: Book): LiveBook {
  return isCrossed(book) ? { ...book, bids: [], asks: [], isTorn: true } : book;
}

/**
 * How the book's room is read. What it gives is always a book that the exchange had, or the last of these with the note
 * that it is torn.
 */
export function bookRoom(symbol: string): LiveRoom<typeof roomCodecs.depth, LiveBook> {
  return {
    room: rooms.depth(symbol),
    codec: roomCodecs.depth,
    onSnapshot: ({ brokenAtMs }, snapshot) => ({ symbol, ...snapshot, brokenAtMs }),
    // Nothing can be built on a torn book; the snapshot that was asked for holds this change as well.
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
