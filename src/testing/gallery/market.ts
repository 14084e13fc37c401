/** Public data of the gallery's exchange: twelve markets with candles, order books and trades. */
import {
  getDepth,
  getMarket,
  listCandles,
  listMarkets,
  listTicks,
  tickCodec,
  type BookLevel,
  type Candle,
  type Market,
  type Tick,
} from '@halyard/contract/market/calls';
import { decimal, divide, type Decimal } from '@halyard/contract/money';
import { build } from '@halyard/contract/testing/build';
import { btcMarket } from '../exchange.ts';
import type { FakeBackend } from '../fakeBackend.ts';

/** Last price in its smallest unit, its number of digits, and its change. Ids from 2; 1 is USDT. */
const COINS = [
  ['BTC', 6_000_000, 2, 1.52],
  ['ETH', 312_055, 2, -2.48],
  ['SOL', 148_210, 3, 6.07],
  ['BNB', 611_400, 3, 0.35],
  ['XRP', 52_130, 5, -0.94],
  ['DOGE', 12_045, 5, 12.8],
  ['ADA', 38_111, 5, -3.16],
  ['TRX', 11_873, 5, 0],
  ['AVAX', 27_900, 3, 2.2],
  ['LINK', 13_870, 3, -5.61],
  ['DOT', 6_214, 3, 0.81],
  ['LTC', 83_050, 3, -0.02],
] as const;

export const USDT_ID = 1 as Market['quoteId'];

const BOOK_LEVELS = 20;
/** As far back as the options chart goes. */
const TICKS = 150;
/** A wave between -1 and 1 that does not repeat visibly and is the same in every run. */
const wave = (place: number) => (Math.sin(place / 7) + Math.sin(place / 17.3) + Math.sin(place * 1.7) * 0.4) / 2.4;
/** A price or quantity in its smallest units, as the server writes it. */
function text(parts: number, digits: number): Decimal {
  const whole = String(Math.round(parts)).padStart(digits + 1, '0');
  return decimal(`${whole.slice(0, -digits)}.${whole.slice(-digits)}`);
}

/** Price of 24 hours ago, as a share of the last one. */
const startOf = (changePercent: number) => 1 / (1 + changePercent / 100);

export const MARKETS: readonly Market[] = COINS.map(([base, parts, digits, changePercent], index) => {
  const start = startOf(changePercent);
  // The wave begins and ends in the line of the change.
  const swing = (hour: number) => wave(hour + index * 31) / 50;
  const near = (share: number) => text(parts * share, digits);
  return btcMarket({
    id: (index + 1) as Market['id'],
    baseId: (index + 2) as Market['baseId'],
    base,
    lastPrice: near(1),
    changePercent: decimal(String(changePercent)),
    turnover: text(3e10 / (index + 1), 2),
    volume: text((3e12 / (index + 1) / parts) * 10 ** (digits - 2), 2),
    high: near(Math.max(1.03, start * 1.02)),
    low: near(Math.min(0.96, start * 0.975)),
    pricePrecision: digits,
    sparkline: Array.from({ length: 24 }, (_, hour) => {
      const [past, left] = [hour / 23, 1 - hour / 23];
      return near(past + start * left + swing(hour) - swing(0) * left - swing(23) * past);
    }),
    isFuturesOpen: index < 4,
    futuresFeeRate: decimal('0.05'),
    overnightRate: decimal('0.03'),
    spreadAmount: near(0.0002),
    isOptionOpen: index < 2,
  });
});

const PERIOD_SECONDS: Readonly<Record<string, number>> = {
  '1min': 60,
  '5min': 300,
  '15min': 900,
  '30min': 1800,
  '60min': 3600,
  '1day': 86_400,
  '1week': 604_800,
  '1mon': 2_592_000,
};

/** BTC/USDT for an unknown name. */
const coinOf = (symbol: string) => COINS.find(([base]) => symbol.startsWith(`${base}/`)) ?? COINS[0];

/** Returns a function that gives a share of a market's last price. */
function pricing(symbol: string): (share: number) => Decimal {
  const [, parts, digits] = coinOf(symbol);
  return (share) => text(parts * share, digits);
}

/** Bar `age` bars before the newest one, which closes at the last price; the newest ones follow the change of 24 h. */
function candleAt(symbol: string, seconds: number, { length, age }: { length: number; age: number }): Candle {
  const [near, change] = [pricing(symbol), coinOf(symbol)[3]];
  const shareAt = (bars: number) =>
    1 - (1 - startOf(change)) * Math.min(1, (bars * length) / 86_400) - (Math.sign(change) * wave(bars)) / 45;
  const [open, close] = [shareAt(age + 1), shareAt(age)];
  const busy = 20 + 18 * Math.abs(wave(age * 3));
  return {
    openedAtSeconds: seconds,
    openedAtMs: seconds * 1000,
    open: near(open),
    close: near(close),
    high: near(Math.max(open, close) * 1.002),
    low: near(Math.min(open, close) * 0.998),
    volume: text(busy * 1e4, 4),
    turnover: near(busy),
  };
}

type Span = { readonly from: number; readonly to: number };

/** Bars of a market up to a time of unix milliseconds. */
export function candles(symbol: string, period: string, { from, to }: Span, nowMs = Date.now()) {
  const length = PERIOD_SECONDS[period] ?? 60;
  const newest = Math.floor(nowMs / 1000 / length);
  const last = Math.min(newest, Math.floor(to / length));
  const first = Math.max(Math.ceil(from / length), last - 1000);
  return Array.from({ length: Math.max(0, last - first + 1) }, (_, place) =>
    candleAt(symbol, (first + place) * length, { length, age: newest - first - place }),
  );
}

/** Asks are above the last price, bids below. */
function levels(symbol: string, side: 1 | -1): BookLevel[] {
  const near = pricing(symbol);
  return Array.from({ length: BOOK_LEVELS }, (_, place) => [
    near(1 + (side * (place + 1)) / 8000),
    text((0.05 + Math.abs(wave(place * 5)) * 2) * 1e5, 5),
  ]);
}

/** The newest ticks of a market, the last one at a time of unix milliseconds; they move as the last 24 hours did. */
export function ticks(symbol: string, lastMs: number): Tick[] {
  const slope = Math.sign(coinOf(symbol)[3]) / 2500 / TICKS;
  return Array.from({ length: TICKS }, (_, place) =>
    build(tickCodec, {
      seq: 1000 - place,
      at: new Date(lastMs - place * 1000).toISOString(),
      price: pricing(symbol)(1 + wave(place) / 5000 - slope * place),
      quantity: text((0.01 + Math.abs(wave(place * 3))) * 1e5, 5),
    }),
  );
}

/** Makes a server answer with these markets. */
export function serveMarkets(server: FakeBackend): void {
  server.on(listMarkets, () => [{ id: USDT_ID, name: 'USDT', markets: [...MARKETS] }]);
  server.on(getMarket, ({ baseId }) => MARKETS.find((market) => market.baseId === baseId) ?? null);
  server.on(listCandles, ({ symbol, period, fromSeconds, toSeconds }) =>
    candles(symbol, period, { from: fromSeconds, to: toSeconds }),
  );
  server.on(getDepth, ({ symbol }) => ({
    symbol,
    asks: levels(symbol, 1),
    bids: levels(symbol, -1),
    asOf: new Date().toISOString(),
    userAsks: levels(symbol, 1)
      .slice(2, 3)
      .map(([price, quantity]): BookLevel => [price, divide(quantity, decimal('2'), 5, 'down')]),
    userBids: levels(symbol, -1).slice(4, 5),
  }));
  server.on(listTicks, ({ symbol }) => ticks(symbol, Date.now()));
}
