/** Rooms with members: opened by the first, shared by all, closed a while after the last has left. */
import { randomUUID } from 'node:crypto';
import type { UserId } from '@halyard/contract/ids';
import { RESYNC_RETAINED, rooms, type RoomMessage, type RoomTopic } from '@halyard/contract/realtime/rooms';
import type { ExchangeEvent } from '../events/events.ts';
import { createAccountFeed } from './feeds/accountFeed.ts';
import {
  createDepthFeed,
  createKlineFeed,
  createTickerFeed,
  createTradesFeed,
  type FeedContext,
  type RoomFeed,
} from './feeds/marketFeeds.ts';
import type { RealtimeSources, RealtimeSettings } from './sources.ts';

/** Sequence of one room: numbers its messages and buffers the newest for clients that reconnect. */
export type Room = {
  readonly epoch: string;
  seq(): number;
  /** Sends data that is already in wire form. */
  publish(data: unknown): void;
  /** Messages after `since`; undefined when they are unknown: another epoch, too old, or in the future. */
  messagesAfter(epoch: string, since: number): readonly RoomMessage[] | undefined;
};

/** A room with its contents. */
export type LiveRoom = {
  /** Identifies the room within this process; the private rooms of two users have different keys. */
  readonly key: string;
  readonly room: Room;
  snapshot(): unknown;
  /** Adds a member; false when the room has closed since it was opened. */
  hold(): boolean;
  /** Removes a member. */
  release(): void;
};

/** Subject of a room; the private room belongs to a user. */
export type RoomPlace =
  | { readonly kind: 'ticker' }
  | Extract<RoomTopic, { readonly symbol: string }>
  | { readonly kind: 'account'; readonly userId: UserId };

export type RoomRegistry = {
  /** The room of a place, opened if necessary. Throws the error of reading its contents. */
  open(place: RoomPlace): Promise<LiveRoom>;
  /** Number of open rooms. */
  size(): number;
  close(): void;
};

export type RegistryOptions = {
  readonly sources: RealtimeSources;
  readonly settings: RealtimeSettings;
  /** Sends a message to all members of the room with this key. */
  readonly send: (key: string, message: RoomMessage) => void;
};

type Entry = { readonly live: LiveRoom; readonly feed: RoomFeed; readonly opened: Promise<void>; close(): void };

/** Creates the registry, which listens to the exchange's events until it is closed. */
export function createRoomRegistry({ sources, settings, send }: RegistryOptions): RoomRegistry {
  const entries = new Map<string, Entry>();
  const listeners = createIndex();
  const process = randomUUID().slice(0, 8);
  let opened = 0;

  const openEntry = (key: string, place: RoomPlace): Entry => {
    opened += 1;
    const room = createRoom(nameOf(place), `${process}.${opened}`, (message) => send(key, message));
    const onError = (error: unknown) => sources.log.error({ err: error, room: key }, 'a room could not be refreshed');
    const feed = createFeed(place, { sources, settings, publish: room.publish, onError });
    const subject = subjectOf(place);
    const close = () => {
      entries.delete(key);
      listeners.remove(subject, feed);
      feed.close();
    };
    const hold = createHold(settings.lingerMs, close);
    // Listen before the first read, so that no event in between is lost.
    listeners.add(subject, feed);
    const live = { key, room, snapshot: feed.snapshot, hold: hold.hold, release: hold.release };
    return {
      live,
      feed,
      opened: feed.open(),
      close() {
        hold.stop();
        close();
      },
    };
  };
  const unsubscribe = sources.events.subscribe((event) => {
    for (const feed of listeners.of(event)) feed.onEvent(event);
  });

  return {
    async open(place) {
      const key = keyOf(place);
      const entry = entries.get(key) ?? openEntry(key, place);
      entries.set(key, entry);
      try {
        await entry.opened;
      } catch (error) {
        // The next request tries again.
        if (entries.get(key) === entry) entry.close();
        throw error;
      }
      return entry.live;
    },
    size: () => entries.size,
    close() {
      unsubscribe();
      for (const entry of entries.values()) entry.close();
    },
  };
}

/** Counts members, and calls back when there were none for the whole time. */
function createHold(lingerMs: number, onEmpty: () => void) {
  let inside = 0;
  let isOver = false;
  let timer: NodeJS.Timeout | undefined;
  const linger = () => {
    timer = setTimeout(() => {
      isOver = true;
      onEmpty();
    }, lingerMs).unref();
  };
  // The client that requested the room may disconnect before it is open.
  linger();
  return {
    hold() {
      if (isOver) return false;
      inside += 1;
      clearTimeout(timer);
      return true;
    },
    release() {
      inside -= 1;
      if (inside === 0) linger();
    },
    stop() {
      isOver = true;
      clearTimeout(timer);
    },
  };
}

/** Feeds by the subject of the events they need, so that an event reaches only the feeds it concerns. */
function createIndex() {
  const feeds = new Map<string, Set<RoomFeed>>();
  return {
    add(subject: string, feed: RoomFeed) {
      feeds.set(subject, (feeds.get(subject) ?? new Set()).add(feed));
    },
    remove(subject: string, feed: RoomFeed) {
      const known = feeds.get(subject);
      known?.delete(feed);
      if (known?.size === 0) feeds.delete(subject);
    },
    of(event: ExchangeEvent): Iterable<RoomFeed> {
      if (!('symbol' in event || 'userId' in event)) return [];
      return feeds.get('symbol' in event ? `symbol ${event.symbol}` : `user ${event.userId}`) ?? [];
    },
  };
}

function subjectOf(place: RoomPlace): string {
  if (place.kind === 'account') return `user ${place.userId}`;
  return place.kind === 'ticker' ? 'none' : `symbol ${place.symbol}`;
}

function nameOf(place: RoomPlace): string {
  if (place.kind === 'ticker' || place.kind === 'account') return rooms[place.kind];
  return place.kind === 'kline' ? rooms.kline(place.symbol, place.period) : rooms[place.kind](place.symbol);
}

function keyOf(place: RoomPlace): string {
  return place.kind === 'account' ? `${rooms.account}:${place.userId}` : nameOf(place);
}

function createFeed(place: RoomPlace, context: FeedContext): RoomFeed {
  switch (place.kind) {
    case 'ticker':
      return createTickerFeed(context);
    case 'account':
      return createAccountFeed(place.userId, context);
    case 'kline':
      return createKlineFeed(place.symbol, place.period, context);
    case 'depth':
      return createDepthFeed(place.symbol, context);
    case 'trades':
      return createTradesFeed(place.symbol, context);
  }
}

/** Creates a room whose counter is identified by `epoch`, which must be unique. */
function createRoom(name: string, epoch: string, send: (message: RoomMessage) => void): Room {
  const buffered: RoomMessage[] = [];
  let seq = 0;
  return {
    epoch,
    seq: () => seq,
    publish(data) {
      seq += 1;
      const message: RoomMessage = { room: name, epoch, seq, data };
      buffered.push(message);
      if (buffered.length > RESYNC_RETAINED) buffered.shift();
      send(message);
    },
    messagesAfter(ofEpoch, since) {
      const missed = seq - since;
      if (ofEpoch !== epoch || missed < 0 || missed > buffered.length) return undefined;
      return buffered.slice(buffered.length - missed);
    },
  };
}
