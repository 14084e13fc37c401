/** Source of a room's contents. */
import * as z from 'zod/mini';
import type { Candle, Period, Tick } from '@halyard/contract/market/calls';
import { depthChanges } from '@halyard/contract/realtime/depth';
import {
  depthData,
  klineData,
  tickerData,
  tradesData,
  type DepthData,
  type KlineData,
} from '@halyard/contract/realtime/rooms';
import type { ExchangeEvent } from '../../events/events.ts';
import { createRefresher } from '../refresher.ts';
import type { RealtimeSettings, RealtimeSources } from '../sources.ts';

/** Contents of one room while it has members. Everything it returns or publishes is in wire form. */
export type RoomFeed = {
  /** Reads the current state; afterwards every change is published. Events may arrive before it is done. */
  open(): Promise<void>;
  /** State after the last published message. */
  snapshot(): unknown;
  onEvent(event: ExchangeEvent): void;
  close(): void;
};

/** Dependencies of every feed. */
export type FeedContext = {
  readonly sources: RealtimeSources;
  readonly settings: RealtimeSettings;
  /** Sends the next message of the room. */
  readonly publish: (data: unknown) => void;
  /** A read of the database failed and will be repeated. */
  readonly onError: (error: unknown) => void;
};

// `ticker`: all markets, and those that changed.

type Row = { readonly wire: object; readonly text: string };

/**
 * Creates the feed of all tickers. It reads at regular intervals and not at every event: the figures are of a rolling
 * day, so they also change without events, and the events of all markets together would be too many.
 */
export function createTickerFeed(context: FeedContext): RoomFeed {
  let sent = new Map<number, Row>();
  let timer: NodeJS.Timeout | undefined;
  let isClosed = false;
  const read = async (): Promise<Map<number, Row>> => {
    const markets = await context.sources.listTickers();
    const wire = z.encode(tickerData, [...markets]);
    return new Map(wire.map((row) => [row.id as number, { wire: row, text: JSON.stringify(row) }]));
  };
  const refresher = createRefresher({
    everyMs: context.settings.tickerEveryMs,
    onError: context.onError,
    async work() {
      const next = await read();
      const changed = [...next].filter(([id, row]) => sent.get(id)?.text !== row.text).map(([, row]) => row.wire);
      sent = next;
      if (changed.length > 0) context.publish(changed);
    },
  });
  return {
    async open() {
      sent = await read();
      if (isClosed) return;
      timer = setInterval(refresher.touch, context.settings.tickerEveryMs);
      refresher.start();
    },
    snapshot: () => Array.from(sent.values(), (row) => row.wire),
    onEvent: () => undefined,
    close() {
      isClosed = true;
      clearInterval(timer);
      refresher.close();
    },
  };
}

// `trades:<symbol>`: the tape, one message per batch of ticks.

/** Ticks in the snapshot. */
const SHOWN = 50;
/**
 * Most ticks of one message: a feed that catches up would otherwise send hours of them, of which a tape shows only the
 * end.
 */
const BATCH_MAX = 200;

/** Creates the feed of one tape. */
export function createTradesFeed(symbol: string, context: FeedContext): RoomFeed {
  let tape: readonly Tick[] = [];
  let isOpen = false;
  const lastSeq = () => tape.at(-1)?.seq ?? 0;
  const add = (ticks: readonly Tick[]) => {
    const fresh = ticks.filter((tick) => tick.seq > lastSeq()).slice(-BATCH_MAX);
    if (fresh.length === 0) return;
    tape = [...tape, ...fresh].slice(-SHOWN);
    context.publish(z.encode(tradesData, fresh));
  };
  const read = async (limit: number) => (await context.sources.readTicks(symbol, limit)).toReversed();
  // Only when an event was missed: normally events contain the ticks.
  const refresher = createRefresher({
    everyMs: context.settings.klineEveryMs,
    onError: context.onError,
    work: async () => add(await read(BATCH_MAX)),
  });
  return {
    async open() {
      tape = await read(SHOWN);
      isOpen = true;
      refresher.start();
    },
    snapshot: () => z.encode(tradesData, [...tape]),
    onEvent(event) {
      if (event.type !== 'ticks-appended') return;
      const [first] = event.ticks;
      if (first === undefined) return;
      if (isOpen && first.seq <= lastSeq() + 1) add(event.ticks);
      else refresher.touch();
    },
    close: refresher.close,
  };
}

// `depth:<symbol>`: the book as last sent, and the changes since.

const LEVELS = 100;

/** Creates the feed of one book. */
export function createDepthFeed(symbol: string, context: FeedContext): RoomFeed {
  let sent: DepthData | undefined;
  const refresher = createRefresher({
    everyMs: context.settings.depthEveryMs,
    onError: context.onError,
    async work() {
      const next = await read();
      const changes = sent && depthChanges(sent, next);
      sent = next;
      if (changes !== undefined) context.publish(z.encode(depthData, { ...changes, asOf: next.asOf }));
    },
  });
  const read = async (): Promise<DepthData> => {
    const { symbol: _symbol, ...levels } = await context.sources.readBook(symbol, LEVELS);
    return levels;
  };
  return {
    async open() {
      sent = await read();
      refresher.start();
    },
    snapshot: () => sent && z.encode(depthData, sent),
    onEvent(event) {
      // A new tick moves the house's ladder.
      if (event.type === 'book-changed' || event.type === 'ticks-appended') refresher.touch();
    },
    close: refresher.close,
  };
}

// `kline:<symbol>:<period>`: the open candle, and the final state of each one that closed meanwhile.

/**
 * A feed that catches up may close hours of candles at once; a client that finds a gap between two candles requests the
 * missing ones.
 */
const BURST_MAX = 100;

/** Creates the feed of a market's candles of one period. */
export function createKlineFeed(symbol: string, period: Period, context: FeedContext): RoomFeed {
  const { sources } = context;
  let sent: KlineData | undefined;
  let at: string | undefined;
  const refresher = createRefresher({
    everyMs: context.settings.klineEveryMs,
    onError: context.onError,
    async work() {
      for (const next of (await read()).slice(-BURST_MAX)) {
        if (sent !== undefined && isSame(sent, next)) continue;
        sent = next;
        context.publish(z.encode(klineData, next));
      }
    },
  });
  const read = async (): Promise<readonly KlineData[]> => {
    const candles =
      sent === undefined
        ? [await sources.readOpenCandle(symbol, period)]
        : await sources.readCandlesFrom(symbol, period, sent.openedAtSeconds);
    const clock = at;
    if (clock === undefined) return [];
    return candles.flatMap((candle) => (candle === undefined ? [] : [toKline(candle, period, clock)]));
  };
  return {
    async open() {
      const [newest] = await sources.readTicks(symbol, 1);
      at ??= newest?.at;
      sent = (await read()).at(-1);
      refresher.start();
    },
    snapshot: () => (sent === undefined ? null : z.encode(klineData, sent)),
    onEvent(event) {
      if (event.type !== 'ticks-appended') return;
      at = event.ticks.at(-1)?.at ?? at;
      refresher.touch();
    },
    close: refresher.close,
  };
}

function toKline(candle: Candle, period: Period, at: string): KlineData {
  const { openedAtSeconds, openedAtMs, open, high, low, close, volume, turnover } = candle;
  return { period, openedAtSeconds, openedAtMs, open, high, low, close, volume, turnover, at };
}

// A tick that only moves the clock is sent too: it distinguishes a quiet market from a dead one.
function isSame(a: KlineData, b: KlineData): boolean {
  const fields = ['openedAtSeconds', 'at', 'open', 'high', 'low', 'close', 'volume', 'turnover'] as const;
  return fields.every((name) => a[name] === b[name]);
}
