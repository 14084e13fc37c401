/**
 * The realtime protocol of our own clients (docs/protocol.md). A client emits `subscribe` {rooms}; the answer has the
 * position and snapshot of each room. From then on every message of a room has a `seq` that increases by one. After a
 * gap or a reconnect the client emits `resync` {room, epoch, since}, which also joins the room; the answer has the
 * missed messages, or a snapshot when the server no longer has them (another process, or too long ago). `sequence.ts`
 * turns this into an unbroken stream.
 */
import * as z from 'zod/mini';
import { bookLevel, userLevels, marketCodec, period, tickCodec, PERIODS, type Period } from '../market/calls.ts';
import { count, decimalWire, field, instant, wireObject } from '../codec.ts';

/** Path of the socket on the site host; the same for legacy clients of protocol 2.x and 4.x. */
export const SOCKET_PATH = '/socket.io/';

/** Event names of the socket. */
export const SUBSCRIBE = 'subscribe';
export const UNSUBSCRIBE = 'unsubscribe';
export const RESYNC = 'resync';
export const ROOM_MESSAGE = 'room';
/** Emitted to a socket whose token is no longer valid, before its private room is closed. */
export const LOGGED_OUT = 'logged-out';

/** Most rooms one socket may be in. */
export const ROOMS_MAX = 64;
/** How many messages of a room a server retains for `resync`. */
export const RESYNC_RETAINED = 512;

/** Builders of room names. */
export const rooms = {
  ticker: 'ticker',
  account: 'account',
  kline: (symbol: string, ofPeriod: Period) => `kline:${symbol}:${ofPeriod}`,
  depth: (symbol: string) => `depth:${symbol}`,
  trades: (symbol: string) => `trades:${symbol}`,
} as const;

/** A parsed room name. The symbol is as the client wrote it; the server checks that the market exists. */
export type RoomTopic =
  | { readonly kind: 'ticker' }
  | { readonly kind: 'account' }
  | { readonly kind: 'depth' | 'trades'; readonly symbol: string }
  | { readonly kind: 'kline'; readonly symbol: string; readonly period: Period };

/** Reads a room name, or answers its error code. */
export function parseRoom(name: string): RoomTopic | { readonly error: 'PARAMETER_INVALID' | 'PERIOD_INVALID' } {
  if (name === rooms.ticker || name === rooms.account) return { kind: name };
  const [kind, symbol = '', word, ...more] = name.split(':');
  if (symbol === '' || more.length > 0) return { error: 'PARAMETER_INVALID' };
  if (kind === 'kline') {
    const found = PERIODS.find((known) => known === word);
    return found === undefined ? { error: 'PERIOD_INVALID' } : { kind, symbol, period: found };
  }
  if ((kind === 'depth' || kind === 'trades') && word === undefined) return { kind, symbol };
  return { error: 'PARAMETER_INVALID' };
}

const roomName = z.string().check(z.maxLength(64));
const epochName = z.string().check(z.maxLength(64));

/** Payload of `subscribe` and of `unsubscribe`. */
export const subscribeRequest = z.object({ rooms: z.array(roomName).check(z.maxLength(ROOMS_MAX)) });
/**
 * Payload of `resync`: the last message that was read. An epoch that the server does not know is answered with a
 * snapshot.
 */
export const resyncRequest = z.object({ room: roomName, epoch: epochName, since: z.int() });

const roomMessage = z.object({ room: z.string(), epoch: z.string(), seq: z.int(), data: z.unknown() });
/**
 * A message of a room; the room's codec decodes `data`. `epoch` names the counter of `seq`: a server process and,
 * within it, one life of the room. Positions of different servers, of different users, and of before and after a
 * restart never mix.
 */
export type RoomMessage = z.output<typeof roomMessage>;
export const roomMessageCodec = roomMessage;

/** A request that was refused as a whole: PARAMETER_INVALID, RATE_LIMITED or INTERNAL. */
const refusal = z.object({ error: z.string() });

/**
 * Answer to `subscribe` for one room: the snapshot at `seq`, or the error: PARAMETER_INVALID, PERIOD_INVALID,
 * MARKET_NOT_FOUND, NOT_LOGGED_IN, REQUEST_TOO_LARGE (more than {@link ROOMS_MAX} rooms), SERVICE_UNAVAILABLE.
 */
export const roomState = z.union([
  z.object({ room: z.string(), error: z.string() }),
  z.object({ room: z.string(), epoch: z.string(), seq: z.int(), snapshot: z.unknown() }),
]);
export type RoomState = z.output<typeof roomState>;
/** One entry a room, in the order of the request. */
export const subscribeAnswer = z.union([z.array(roomState), refusal]);
export type SubscribeAnswer = z.output<typeof subscribeAnswer>;

/** Answer to `resync`: the missed messages, or a new snapshot. */
export const resyncAnswer = z.union([z.object({ messages: z.array(roomMessage) }), roomState, refusal]);
export type ResyncAnswer = z.output<typeof resyncAnswer>;

/** Codecs of one kind of room: its snapshot and its messages. */
export type RoomCodec<
  Snapshot extends z.core.$ZodType = z.core.$ZodType,
  Message extends z.core.$ZodType = z.core.$ZodType,
> = { readonly snapshot: Snapshot; readonly message: Message };

/** `ticker`: changed markets; the snapshot is all of them. */
export const tickerData = z.array(marketCodec);

/**
 * `kline:<symbol>:<period>`: the current state of the open candle (or the one that just closed). The snapshot is the
 * open candle or null.
 */
export const klineData = wireObject({
  period: field('period', period),
  openedAtSeconds: field('id', count),
  openedAtMs: field('time', count),
  open: field('open', decimalWire),
  high: field('high', decimalWire),
  low: field('low', decimalWire),
  close: field('close', decimalWire),
  volume: field('amount', decimalWire),
  turnover: field('vol', decimalWire),
  /** The exchange's feed clock, for the countdown to the close. */
  at: field('at', instant),
});
export type KlineData = z.output<typeof klineData>;

/** `depth:<symbol>`: the snapshot holds all levels best first; a delta holds changed levels, quantity 0 removes one. */
export const depthData = wireObject({
  bids: field('bids', z.array(bookLevel)),
  asks: field('asks', z.array(bookLevel)),
  asOf: field('as_of', instant),
  ...userLevels,
});
export type DepthData = z.output<typeof depthData>;

/** `trades:<symbol>`: new ticks, oldest first; the snapshot is the newest ones. */
export const tradesData = z.array(tickCodec);

/** Codecs of the rooms by kind. The account room, which reads orders, is apart (`accountRoom.ts`). */
export const roomCodecs = {
  ticker: { snapshot: tickerData, message: tickerData },
  kline: { snapshot: z.nullable(klineData), message: klineData },
  depth: { snapshot: depthData, message: depthData },
  trades: { snapshot: tradesData, message: tradesData },
} as const satisfies Readonly<Record<Exclude<RoomTopic['kind'], 'account'>, RoomCodec>>;
