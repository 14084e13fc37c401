// Clients of version 2, which subscribe to nothing, receive the market events of legacy clients with the fields that
// they read. The real socket.io-client 2.5 against the real hub, over both transports; the exchange behind it is in
// memory.
import connect, { type Socket2 } from 'socket.io-client-2';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { PERIODS } from '@halyard/contract/market/calls';
import { LEGACY_EVENTS } from '@halyard/contract/legacy-clients/broadcast';
import { rooms } from '@halyard/contract/realtime/rooms';
import { createMemoryExchange, level } from '../testing/memoryExchange.ts';
import { openRealtime, subscribeTo, until, type Harness } from '../testing/realtimeHarness.ts';

type Received = Record<string, Record<string, unknown>[]>;

let exchange: ReturnType<typeof createMemoryExchange>;
let harness: Harness;
const clients: Socket2[] = [];

beforeEach(async () => {
  exchange = createMemoryExchange();
  harness = await openRealtime(exchange.sources);
});
afterEach(async () => {
  for (const client of clients.splice(0)) client.close();
  await harness.close();
});

/** Records every legacy event with its name. */
function listen(socket: { on(event: string, listener: (payload: never) => void): unknown }): Received {
  const received: Received = {};
  for (const event of Object.values(LEGACY_EVENTS)) {
    received[event] = [];
    socket.on(event, (payload: Record<string, unknown>) => void received[event]?.push(payload));
  }
  return received;
}

async function connectLegacy(transport: string): Promise<{ readonly client: Socket2; readonly received: Received }> {
  const client = connect(harness.url, { transports: [transport], forceNew: true });
  clients.push(client);
  const received = listen(client);
  await until(() => client.connected);
  return { client, received };
}

const MARKET = {
  symbol: 'BTC/USDT',
  match_id: 1,
  currency_id: 1,
  legal_id: 3,
  currency_name: 'BTC',
  legal_name: 'USDT',
};
const CANDLE = { open: '28000', high: '28100', low: '27900', close: '27900', volume: '1.5', time: 1_677_628_800_000 };

it.each(['websocket', 'polling'])('receives every market event over %s', async (transport) => {
  exchange.setBook({
    bids: Array.from({ length: 12 }, (_, index) => level(String(27_890 - index), '1')),
    asks: Array.from({ length: 12 }, (_, index) => level(String(27_910 + index), '2')),
  });
  exchange.tick(['28000', '28100', '27900']);
  const { received } = await connectLegacy(transport);
  await until(() => (received['market_depth']?.length ?? 0) > 0 && (received['kline']?.length ?? 0) >= PERIODS.length);
  const klines = new Map(received['kline']?.map((row) => [row['period'], row]));
  expect(new Set(klines.keys())).toEqual(new Set(PERIODS));
  expect(klines.get('1min')).toEqual({ type: 'kline', period: '1min', ...MARKET, ...CANDLE });
  expect(received['daymarket']?.[0]).toEqual({
    type: 'daymarket',
    period: '1day',
    ...MARKET,
    ...CANDLE,
    change: '+1.25',
    now_price: '27900',
    api_form: 'replay',
  });
  const names = { 'base-currency': 'BTC', 'quote-currency': 'USDT' };
  expect(received['market_depth']?.[0]).toEqual({
    type: 'market_depth',
    ...MARKET,
    ...names,
    bids: Array.from({ length: 10 }, (_, index) => [String(27_890 - index), '1']),
    asks: Array.from({ length: 10 }, (_, index) => [String(27_919 - index), '2']),
  });
  expect(received['match_trade']?.[0]).toEqual({
    type: 'match_trade',
    ...MARKET,
    ...names,
    data: [
      { id: 2, tradeId: 2, price: '28100', amount: '0.5', direction: 'buy', ts: 1_677_628_802_000 },
      { id: 3, tradeId: 3, price: '27900', amount: '0.5', direction: 'sell', ts: 1_677_628_803_000 },
    ],
  });
});

it('sends each trade once and the candles every time', async () => {
  exchange.tick(['100', '101']);
  const { received } = await connectLegacy('websocket');
  await until(() => (received['daymarket']?.length ?? 0) > 2);
  exchange.tick(['102']);
  await until(() => (received['match_trade']?.length ?? 0) === 2);
  const rounds = received['daymarket']?.length ?? 0;
  await until(() => (received['daymarket']?.length ?? 0) > rounds + 1);
  const trades = received['match_trade']?.flatMap((event) => event['data'] as { id: number }[]);
  expect(trades?.map(({ id }) => id)).toEqual([2, 3]);
});

it('sends no candle and no trade of a market without prices', async () => {
  const { received } = await connectLegacy('websocket');
  await until(() => (received['market_depth']?.length ?? 0) > 1);
  expect(received).toMatchObject({ kline: [], daymarket: [], match_trade: [] });
});

it('ends for a socket that subscribes, and continues for the others', async () => {
  exchange.tick(['100', '101']);
  const { client, received } = await connectLegacy('websocket');
  const own = await harness.connect();
  await subscribeTo(own, rooms.trades('BTC/USDT'));
  const overheard = listen(own);
  const rounds = received['daymarket']?.length ?? 0;
  await until(() => (received['daymarket']?.length ?? 0) > rounds + 2);
  await own.emitWithAck('unsubscribe', { rooms: [] });
  expect(Object.values(overheard).flat()).toEqual([]);
  expect(client.connected).toBe(true);
});

it('ends for a 2.x client too when it subscribes: rooms are open to both versions', async () => {
  exchange.tick(['100', '101']);
  const { client } = await connectLegacy('websocket');
  const answer = await new Promise((resolve) => client.emit('subscribe', { rooms: ['trades:BTC/USDT'] }, resolve));
  expect(answer).toMatchObject([{ room: 'trades:BTC/USDT', seq: 0, snapshot: [{ seq: 1 }, { seq: 2 }] }]);
  const message = new Promise((resolve) => client.on('room', resolve));
  exchange.tick(['102']);
  expect(await message).toMatchObject({ room: 'trades:BTC/USDT', seq: 1, data: [{ seq: 3, price: '102' }] });
});

it('reads nothing while no client listens', async () => {
  const own = await harness.connect();
  await subscribeTo(own, rooms.ticker);
  const readings = exchange.store.bookReadings;
  // The ticker reads twice as often as the broadcast, so this lasts six rounds.
  for (let price = 1; price <= 12; price += 1) {
    const received = new Promise((resolve) => void own.once('room', resolve));
    exchange.tick([String(price)]);
    await received;
  }
  // A round may have begun just before the only socket left.
  expect(exchange.store.bookReadings).toBeLessThanOrEqual(readings + 1);
});

it('logs a failed round and tries the next', async () => {
  exchange.tick(['100', '101']);
  exchange.store.isFailing = true;
  const { received } = await connectLegacy('websocket');
  await until(() => exchange.store.faults.length > 0);
  exchange.store.isFailing = false;
  await until(() => (received['market_depth']?.length ?? 0) > 0);
  expect(exchange.store.faults[0]).toContain('the broadcast to legacy clients failed');
});
