/**
 * The connection to one venue: opens a line, subscribes, watches that it works, and opens the next one when it ends. A
 * line that the venue ends soon is replaced before: the old one works until the new one has sent a quote.
 */
import { WebSocket } from 'ws';
import type { Decimal } from '@halyard/contract/money';
import type { Clock } from '../../../clock.ts';
import type { FeedLog } from '../../appendDue.ts';
import type { Venue } from './venues.ts';

/** A quote as it arrived. */
export type ReceivedQuote = {
  readonly symbol: string;
  readonly bid: Decimal;
  readonly ask: Decimal;
  readonly receivedMs: number;
};

/** A trade as it arrived: its amount, in the base currency. */
export type ReceivedTrade = { readonly symbol: string; readonly quantity: Decimal; readonly receivedMs: number };

export type ConnectionDeps = {
  readonly venue: Venue;
  readonly symbols: readonly string[];
  /** In place of the venue's own address. */
  readonly origin?: string | undefined;
  readonly clock: Clock;
  readonly log: FeedLog;
  readonly onQuote: (quote: ReceivedQuote) => void;
  readonly onTrade?: (trade: ReceivedTrade) => void;
  /** Each message as it came, for a recording. */
  readonly onText?: (text: string) => void;
  readonly open?: (url: string) => WebSocket;
  /** From 0 to 1, for the wait before another attempt. */
  readonly random?: () => number;
};

export type VenueConnection = {
  /** Whether a quote came over a line that is open. */
  isLive(): boolean;
  /** Ends all lines and opens no other one. */
  close(): void;
};

/** The wait before another attempt is anything up to this, doubled with each failure. */
const RETRY_MIN_MS = 1000;
export const RETRY_MAX_MS = 30_000;
/** A line that was up for so long did not fail. */
const STEADY_MS = 30_000;
/** A line without a quote for so long is replaced, even when other messages come. */
const QUOTELESS_MAX_MS = 30_000;
const OPEN_MAX_MS = 10_000;
const WATCH_MS = 1000;
const PING_MS = 10_000;
/** Statuses of a refused line that mean: not from here, or not so often. */
const UNWELCOME = new Set([403, 418, 429, 451]);
/** So many refusals are worth a line of the log each. */
const REFUSALS_MAX = 50;
/** A quote is a few hundred bytes. */
const PAYLOAD_MAX = 1024 * 1024;

/** A socket and what is known of it; times are of the machine's steady clock. */
type Line = {
  readonly socket: WebSocket;
  readonly dialedMs: number;
  openedMs: number | undefined;
  lastTextMs: number;
  lastQuoteMs: number | undefined;
  lastPingMs: number;
  /** The venue ends it soon, or it is old. */
  isEnding: boolean;
  /** Why it ended, where that is known. */
  reason: string | undefined;
  isUnwelcome: boolean;
};

/** Opens the line and keeps one open until it is closed. */
export function connectVenue(deps: ConnectionDeps): VenueConnection {
  const { venue, symbols, log, random = Math.random, open = openSocket } = deps;
  const url = venue.url(symbols, deps.origin);
  const lines = new Set<Line>();
  const refusals = new Set<string>();
  let failures = 0;
  let dialedMs = Number.NEGATIVE_INFINITY;
  let isClosed = false;
  let retry: NodeJS.Timeout | undefined;
  let lastReason: string | undefined;

  const dial = () => {
    retry = undefined;
    dialedMs = performance.now();
    const line = lineOf(open(url), dialedMs);
    lines.add(line);
    listen(line, {
      subscribe: () => venue.subscribe(symbols),
      read: (text) => read(line, text),
      ended: (code) => ended(line, code),
    });
  };

  const read = (line: Line, text: string) => {
    deps.onText?.(text);
    for (const event of venue.parse(text)) {
      if (event.kind === 'quote') takeQuote(line, event);
      else if (event.kind === 'trade') takeTrade(line, event);
      else if (event.kind === 'closing') line.isEnding = true;
      else if (event.kind === 'refused') noteRefusal(event.reason);
    }
    if (line.isEnding) replace();
  };

  const takeQuote = (line: Line, { symbol, bid, ask }: Omit<ReceivedQuote, 'receivedMs'>) => {
    if (line.lastQuoteMs === undefined) {
      for (const other of lines) if (other !== line && other.isEnding) end(other, 'replaced');
      if (lastReason !== undefined) log.info({ venue: venue.name }, 'a venue sends prices again');
      lastReason = undefined;
    }
    line.lastQuoteMs = performance.now();
    deps.onQuote({ symbol, bid, ask, receivedMs: deps.clock.nowMs() });
  };

  // A line without a quote yet replaces another one, which sends the same trades.
  const takeTrade = ({ lastQuoteMs }: Line, { symbol, quantity }: Omit<ReceivedTrade, 'receivedMs'>) => {
    if (lastQuoteMs !== undefined) deps.onTrade?.({ symbol, quantity, receivedMs: deps.clock.nowMs() });
  };

  const noteRefusal = (reason: string) => {
    if (refusals.has(reason) || refusals.size >= REFUSALS_MAX) return;
    refusals.add(reason);
    log.warn({ venue: venue.name, reason }, 'a venue refused a subscription');
  };

  /** Opens the next line where none is there that will last. */
  const replace = () => {
    if (isClosed || retry !== undefined || [...lines].some((line) => !line.isEnding)) return;
    if (performance.now() - dialedMs >= STEADY_MS) {
      dial();
      return;
    }
    // A venue that ends each line at once is not asked faster than one that fails.
    failures += 1;
    retryLater();
  };

  const retryLater = () => {
    const mostMs = Math.min(RETRY_MAX_MS, RETRY_MIN_MS * 2 ** Math.max(0, failures - 1));
    retry = setTimeout(dial, mostMs * random());
  };

  const ended = (line: Line, code: number) => {
    if (!lines.delete(line) || isClosed || line.reason === 'replaced') return;
    const wasSteady = line.lastQuoteMs !== undefined && performance.now() - (line.openedMs ?? 0) >= STEADY_MS;
    failures = wasSteady ? 0 : failures + 1;
    const reason = line.reason ?? `closed with ${code}`;
    if (reason !== lastReason) log.warn({ venue: venue.name, reason }, 'the line to a venue ended and is opened again');
    lastReason = reason;
    if (retry !== undefined || [...lines].some((other) => !other.isEnding)) return;
    if (line.isUnwelcome) retry = setTimeout(dial, RETRY_MAX_MS);
    else retryLater();
  };

  const watch = setInterval(() => {
    const now = performance.now();
    for (const line of lines) {
      const fault = faultOf(venue, line, now);
      if (fault !== undefined) end(line, fault);
      else if (line.openedMs !== undefined) tend(venue, line, now);
      if (line.isEnding) replace();
    }
  }, WATCH_MS);
  watch.unref();

  dial();
  return {
    isLive: () => [...lines].some(({ lastQuoteMs }) => lastQuoteMs !== undefined),
    close: () => {
      isClosed = true;
      clearInterval(watch);
      clearTimeout(retry);
      for (const { socket } of lines) socket.terminate();
    },
  };
}

type LineEvents = {
  readonly subscribe: () => readonly string[];
  readonly read: (text: string) => void;
  readonly ended: (code: number) => void;
};

function listen(line: Line, { subscribe, read, ended }: LineEvents): void {
  const { socket } = line;
  const touch = () => {
    line.lastTextMs = performance.now();
  };
  socket.on('open', () => {
    line.openedMs = performance.now();
    touch();
    for (const text of subscribe()) socket.send(text);
  });
  socket.on('ping', touch);
  socket.on('pong', touch);
  socket.on('message', (data: Buffer, isBinary) => {
    touch();
    if (!isBinary) read(data.toString());
  });
  socket.on('unexpected-response', (_request, response) => {
    line.isUnwelcome = UNWELCOME.has(response.statusCode ?? 0);
    end(line, `answered ${response.statusCode ?? 'nothing'}`);
  });
  socket.on('error', (error) => {
    line.reason ??= error.message;
  });
  socket.on('close', ended);
}

function end(line: Line, reason: string): void {
  line.reason ??= reason;
  line.socket.terminate();
}

/** Keeps an open line open, and marks one that the venue will end. */
function tend(venue: Venue, line: Line, now: number): void {
  if (now - line.lastPingMs >= PING_MS) {
    line.lastPingMs = now;
    if (venue.pingText === undefined) line.socket.ping();
    else line.socket.send(venue.pingText);
  }
  if (now - (line.openedMs ?? now) >= (venue.ageMaxMs ?? Number.POSITIVE_INFINITY)) line.isEnding = true;
}

function lineOf(socket: WebSocket, now: number): Line {
  return {
    socket,
    dialedMs: now,
    openedMs: undefined,
    lastTextMs: now,
    lastQuoteMs: undefined,
    lastPingMs: now,
    isEnding: false,
    reason: undefined,
    isUnwelcome: false,
  };
}

function faultOf(venue: Venue, line: Line, now: number): string | undefined {
  if (line.openedMs === undefined) return now - line.dialedMs > OPEN_MAX_MS ? 'does not open' : undefined;
  if (now - line.lastTextMs > venue.silenceMaxMs) return 'silent';
  return now - (line.lastQuoteMs ?? line.openedMs) > QUOTELESS_MAX_MS ? 'without a quote' : undefined;
}

function openSocket(url: string): WebSocket {
  return new WebSocket(url, { handshakeTimeout: OPEN_MAX_MS, maxPayload: PAYLOAD_MAX, perMessageDeflate: false });
}
