/** A venue on this machine that sends scripted quotes in the frames of the real one. */
import { createServer } from 'node:http';
import { once } from 'node:events';
import type { AddressInfo, Socket } from 'node:net';
import { WebSocketServer, type WebSocket } from 'ws';

/** Best bid and ask as the venue writes them. */
export type FakeQuote = { readonly symbol: string; readonly bid: string; readonly ask: string };

/** The frame of a quote, by venue. */
const FRAMES: Readonly<Record<string, (quote: FakeQuote) => string>> = {
  binance: ({ symbol, bid, ask }) =>
    `{"stream":"${symbol.toLowerCase()}@bookTicker","data":{"u":1,"s":"${symbol}","b":"${bid}","B":"1","a":"${ask}","A":"1"}}`,
  kraken: ({ symbol, bid, ask }) =>
    `{"channel":"ticker","type":"update","data":[{"symbol":"${symbol}","bid":${bid},"bid_qty":1.0,"ask":${ask},"ask_qty":1.0}]}`,
  coinbase: ({ symbol, bid, ask }) =>
    `{"type":"ticker","sequence":1,"product_id":"${symbol}","price":"${bid}","best_bid":"${bid}","best_ask":"${ask}"}`,
  okx: ({ symbol, bid, ask }) =>
    `{"arg":{"channel":"tickers","instId":"${symbol}"},"data":[{"instId":"${symbol}","bidPx":"${bid}","askPx":"${ask}"}]}`,
  bybit: ({ symbol, bid, ask }) =>
    `{"topic":"orderbook.1.${symbol}","type":"snapshot","ts":1,"data":{"s":"${symbol}","b":[["${bid}","1"]],"a":[["${ask}","1"]],"u":1,"seq":1}}`,
};

/** The frame with which a venue sends a quote. */
export function quoteFrame(venue: string, quote: FakeQuote): string {
  const frame = FRAMES[venue];
  if (frame === undefined) throw new Error(`no frames of ${venue}`);
  return frame(quote);
}

/** The frame of a trade of an amount, by venue. */
const TRADES: Readonly<Record<string, (symbol: string, quantity: string) => string>> = {
  binance: (symbol, quantity) =>
    `{"stream":"${symbol.toLowerCase()}@trade","data":{"e":"trade","s":"${symbol}","t":1,"p":"1","q":"${quantity}"}}`,
  kraken: (symbol, quantity) =>
    `{"channel":"trade","type":"update","data":[{"symbol":"${symbol}","side":"buy","price":1.0,"qty":${quantity}}]}`,
  coinbase: (symbol, quantity) =>
    `{"type":"match","trade_id":1,"product_id":"${symbol}","size":"${quantity}","price":"1","side":"buy"}`,
  okx: (symbol, quantity) =>
    `{"arg":{"channel":"trades","instId":"${symbol}"},"data":[{"instId":"${symbol}","px":"1","sz":"${quantity}"}]}`,
  bybit: (symbol, quantity) =>
    `{"topic":"publicTrade.${symbol}","type":"snapshot","ts":1,"data":[{"s":"${symbol}","S":"Buy","v":"${quantity}","p":"1"}]}`,
};

/** The frame with which a venue sends a trade. */
export function tradeFrame(venue: string, symbol: string, quantity: string): string {
  const frame = TRADES[venue];
  if (frame === undefined) throw new Error(`no frames of ${venue}`);
  return frame(symbol, quantity);
}

export type FakeVenue = {
  readonly name: string;
  /** For `LIVE_URLS`. */
  readonly origin: string;
  /** Everything received, on all connections. */
  readonly received: string[];
  /** Number of opened connections. */
  opened(): number;
  /** How many are open. */
  lines(): number;
  say(text: string): void;
  quote(quote: FakeQuote): void;
  /** Sends quotes repeatedly from now on, also on connections that open later; undefined stops it. */
  repeat(quotes: readonly FakeQuote[] | undefined, everyMs?: number): void;
  /** Drops all connections without a close frame. */
  drop(): void;
  /** Ends all lines with a code. */
  end(code: number): void;
  /** Answers new lines with a status in place of opening them; undefined: opens them again. */
  refuse(status: number | undefined): void;
  /** Neither reads nor writes any more, and does not end the lines either. */
  freeze(): void;
  close(): Promise<void>;
};

/** Starts a venue on a free port. */
export async function createFakeVenue(name: string): Promise<FakeVenue> {
  const server = createServer();
  const sockets = new Set<Socket>();
  server.on('connection', (socket) => {
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket));
  });
  const accepting = new WebSocketServer({ noServer: true });
  const received: string[] = [];
  let status: number | undefined;
  let isFrozen = false;
  let opened = 0;
  server.on('upgrade', (request, socket, head) => {
    if (status !== undefined) {
      socket.end(`HTTP/1.1 ${status} No\r\nContent-Length: 0\r\nConnection: close\r\n\r\n`);
      return;
    }
    accepting.handleUpgrade(request, socket, head, (line: WebSocket) => {
      opened += 1;
      accepting.clients.add(line);
      line.on('message', (data: Buffer) => void received.push(data.toString()));
      line.on('error', () => undefined);
      line.on('close', () => accepting.clients.delete(line));
    });
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const say = (text: string) => {
    if (isFrozen) return;
    for (const line of accepting.clients) line.send(text);
  };
  const quote = (one: FakeQuote) => say(quoteFrame(name, one));
  let timer: NodeJS.Timeout | undefined;
  const repeat = (quotes: readonly FakeQuote[] | undefined, everyMs = 100) => {
    clearInterval(timer);
    if (quotes === undefined) return;
    timer = setInterval(() => quotes.forEach(quote), everyMs);
    quotes.forEach(quote);
  };
  return {
    name,
    origin: `ws://127.0.0.1:${(server.address() as AddressInfo).port}`,
    received,
    opened: () => opened,
    lines: () => accepting.clients.size,
    say,
    quote,
    repeat,
    drop: () => accepting.clients.forEach((line) => line.terminate()),
    end: (code) => accepting.clients.forEach((line) => line.close(code)),
    refuse: (next) => {
      status = next;
    },
    freeze: () => {
      isFrozen = true;
      for (const socket of sockets) socket.pause();
    },
    close: async () => {
      repeat(undefined);
      for (const socket of sockets) socket.destroy();
      server.close();
      await once(server, 'close');
    },
  };
}
