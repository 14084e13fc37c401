// Proves for each venue, on messages as its documentation shows them, what is read as a quote and what is not.
import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import { decimal } from '@halyard/contract/money';
import { exactDecimal, findVenue, readExactJson, VENUES } from './venues.ts';

type Case = readonly [what: string, text: string, event: object];

const quote = (symbol: string, bid: string, ask: string) => ({ kind: 'quote', symbol, bid, ask });
const trade = (symbol: string, quantity: string) => ({ kind: 'trade', symbol, quantity });

const CASES: Readonly<Record<string, readonly Case[]>> = {
  binance: [
    [
      'a book ticker of a combined stream',
      '{"stream":"bnbusdt@bookTicker","data":{"u":400900217,"s":"BNBUSDT","b":"25.35190000","B":"31.21000000","a":"25.36520000","A":"40.66000000"}}',
      quote('BNBUSDT', '25.3519', '25.3652'),
    ],
    [
      'an empty book',
      '{"stream":"bnbusdt@bookTicker","data":{"u":1,"s":"BNBUSDT","b":"0.00000000","B":"0","a":"0.00000000","A":"0"}}',
      quote('BNBUSDT', '0', '0'),
    ],
    ['the end of the server', '{"e":"serverShutdown","E":1770123456789}', { kind: 'closing' }],
    [
      'the end of the server in a stream',
      '{"stream":"","data":{"e":"serverShutdown","E":1770123456789}}',
      { kind: 'closing' },
    ],
    [
      'an error',
      '{"code":2,"msg":"Invalid request: missing field `method`"}',
      { kind: 'refused', reason: 'Invalid request: missing field `method`' },
    ],
    ['an answer', '{"result":null,"id":1}', { kind: 'ignored' }],
    [
      'a trade',
      '{"stream":"bnbbtc@trade","data":{"e":"trade","E":1672515782136,"s":"BNBBTC","t":12345,"p":"0.001","q":"100.50","T":1672515782136,"m":true,"M":true}}',
      trade('BNBBTC', '100.5'),
    ],
    [
      'another stream',
      '{"stream":"btcusdt@aggTrade","data":{"e":"aggTrade","s":"BTCUSDT","a":12345,"p":"0.001","q":"100","f":88,"l":50}}',
      { kind: 'ignored' },
    ],
  ],
  kraken: [
    [
      'a snapshot of JSON numbers',
      '{"channel":"ticker","type":"snapshot","data":[{"symbol":"ALGO/USD","bid":0.10025,"bid_qty":740.0,"ask":0.10035,"ask_qty":740.0,"last":0.10035,"volume":997038.98383185,"vwap":0.10148}]}',
      quote('ALGO/USD', '0.10025', '0.10035'),
    ],
    [
      'an update with an exponent',
      '{"channel":"ticker","type":"update","data":[{"symbol":"PEPE/USDT","bid":1.2e-7,"ask":1.3E-07}]}',
      quote('PEPE/USDT', '0.00000012', '0.00000013'),
    ],
    [
      'a trade',
      '{"channel":"trade","type":"update","data":[{"symbol":"MATIC/USD","side":"sell","price":0.5117,"qty":40.0,"ord_type":"market","trade_id":4665906,"timestamp":"2023-09-25T07:49:37.708706Z"}]}',
      trade('MATIC/USD', '40'),
    ],
    [
      'trades of the past',
      '{"channel":"trade","type":"snapshot","data":[{"symbol":"MATIC/USD","side":"buy","price":0.5147,"qty":6423.46326,"ord_type":"limit","trade_id":4665846,"timestamp":"2023-09-25T07:48:36.925533Z"}]}',
      { kind: 'ignored' },
    ],
    ['a heartbeat', '{"channel":"heartbeat"}', { kind: 'alive' }],
    [
      'the status',
      '{"channel":"status","type":"update","data":[{"system":"online","api_version":"v2","connection_id":1,"version":"2.0.0"}]}',
      { kind: 'ignored' },
    ],
    [
      'a pair that it does not have',
      '{"error":"Currency pair not supported FOO/USDT","method":"subscribe","success":false,"symbol":"FOO/USDT","time_in":"2023-04-19T12:04:41.320119Z"}',
      { kind: 'refused', reason: 'FOO/USDT: Currency pair not supported FOO/USDT' },
    ],
    [
      'a subscription',
      '{"method":"subscribe","result":{"channel":"ticker","event_trigger":"bbo","snapshot":true,"symbol":"ALGO/USD"},"success":true}',
      { kind: 'ignored' },
    ],
  ],
  coinbase: [
    [
      'a ticker',
      '{"type":"ticker","sequence":37475248783,"product_id":"ETH-USD","price":"1285.22","open_24h":"1310.79","best_bid":"1285.04","best_bid_size":"0.46688654","best_ask":"1285.27","best_ask_size":"1.56637040","side":"buy","time":"2022-10-19T23:28:22.061769Z","trade_id":370843401,"last_size":"11.4396987"}',
      quote('ETH-USD', '1285.04', '1285.27'),
    ],
    [
      'a heartbeat',
      '{"type":"heartbeat","sequence":90,"last_trade_id":20,"product_id":"BTC-USD","time":"2014-11-07T08:19:28.464459Z"}',
      { kind: 'alive' },
    ],
    [
      'a trade',
      '{"type":"match","trade_id":10,"sequence":50,"maker_order_id":"ac928c66","taker_order_id":"132fb6ae","time":"2014-11-07T08:19:27.028459Z","product_id":"BTC-USD","size":"5.23512","price":"400.23","side":"sell"}',
      trade('BTC-USD', '5.23512'),
    ],
    [
      'the trade before the subscription',
      '{"type":"last_match","trade_id":9,"sequence":49,"product_id":"BTC-USD","size":"1","price":"400.23","side":"sell"}',
      { kind: 'ignored' },
    ],
    [
      'a product that it does not have',
      '{"type":"error","message":"Failed to subscribe","reason":"FOO-USDT is not a valid product"}',
      { kind: 'refused', reason: 'Failed to subscribe: FOO-USDT is not a valid product' },
    ],
    [
      'subscriptions',
      '{"type":"subscriptions","channels":[{"name":"ticker","product_ids":["ETH-USD"]}]}',
      { kind: 'ignored' },
    ],
  ],
  okx: [
    [
      'a ticker',
      '{"arg":{"channel":"tickers","instId":"LTC-USDT"},"data":[{"instType":"SPOT","instId":"LTC-USDT","last":"9999.99","lastSz":"0.1","askPx":"9999.99","askSz":"11","bidPx":"8888.88","bidSz":"5","ts":"1597026383085"}]}',
      quote('LTC-USDT', '8888.88', '9999.99'),
    ],
    [
      'a trade',
      '{"arg":{"channel":"trades","instId":"BTC-USDT"},"data":[{"instId":"BTC-USDT","tradeId":"130639474","px":"42219.9","sz":"0.12060306","side":"buy","ts":"1630048897897","count":"3"}]}',
      trade('BTC-USDT', '0.12060306'),
    ],
    [
      'a book without bids',
      '{"arg":{"channel":"tickers","instId":"LTC-USDT"},"data":[{"instId":"LTC-USDT","askPx":"9999.99","bidPx":""}]}',
      quote('LTC-USDT', '0', '9999.99'),
    ],
    ['an answer to a ping', 'pong', { kind: 'alive' }],
    [
      'the notice of an upgrade',
      '{"event":"notice","code":"64008","msg":"The connection will soon be closed for a service upgrade. Please reconnect.","connId":"a4d3ae55"}',
      { kind: 'closing' },
    ],
    [
      'an instrument that it does not have',
      '{"event":"error","code":"60018","msg":"Wrong URL or channel:tickers,instId:FOO-USDT doesn\'t exist","connId":"a4d3ae55"}',
      { kind: 'refused', reason: "60018: Wrong URL or channel:tickers,instId:FOO-USDT doesn't exist" },
    ],
    [
      'a subscription',
      '{"event":"subscribe","arg":{"channel":"tickers","instId":"LTC-USDT"},"connId":"a4d3ae55"}',
      { kind: 'ignored' },
    ],
  ],
  bybit: [
    [
      'the first level',
      '{"topic":"orderbook.1.BTCUSDT","type":"snapshot","ts":1672304484978,"data":{"s":"BTCUSDT","b":[["16493.50","0.006"]],"a":[["16611.00","0.029"]],"u":18521288,"seq":7961638724},"cts":1672304484976}',
      quote('BTCUSDT', '16493.5', '16611'),
    ],
    [
      'a trade',
      '{"topic":"publicTrade.BTCUSDT","type":"snapshot","ts":1672304486868,"data":[{"T":1672304486865,"s":"BTCUSDT","S":"Buy","v":"0.001","p":"16578.50","L":"PlusTick","i":"20f43950","BT":false}]}',
      trade('BTCUSDT', '0.001'),
    ],
    [
      'a side without orders',
      '{"topic":"orderbook.1.BTCUSDT","type":"snapshot","ts":1,"data":{"s":"BTCUSDT","b":[],"a":[["16611.00","0.029"]],"u":1,"seq":1}}',
      quote('BTCUSDT', '0', '16611'),
    ],
    [
      'a change alone',
      '{"topic":"orderbook.1.BTCUSDT","type":"delta","ts":1,"data":{"s":"BTCUSDT","b":[["1","1"]],"a":[["2","1"]],"u":2,"seq":2}}',
      { kind: 'ignored' },
    ],
    ['an answer to a ping', '{"success":true,"ret_msg":"pong","conn_id":"0970e817","op":"ping"}', { kind: 'alive' }],
    [
      'a topic that it does not have',
      '{"success":false,"ret_msg":"Invalid symbol :[orderbook.1.FOOUSDT]","conn_id":"0970e817","req_id":"","op":"subscribe"}',
      { kind: 'refused', reason: 'Invalid symbol :[orderbook.1.FOOUSDT]' },
    ],
    ['a subscription', '{"success":true,"ret_msg":"","conn_id":"0970e817","op":"subscribe"}', { kind: 'ignored' }],
  ],
};

describe.each(VENUES)('$name', (venue) => {
  it.each(CASES[venue.name] ?? [])('reads %s', (_what, text, event) => {
    expect(venue.parse(text)).toEqual([event]);
  });

  it('makes no quote of garbage, and never throws', () => {
    const samples = (CASES[venue.name] ?? []).map(([, text]) => text);
    const broken = fc.tuple(fc.constantFrom(...samples), fc.nat(), fc.string()).map(([text, at, noise]) => {
      const place = at % text.length;
      return text.slice(0, place) + noise + text.slice(place + noise.length);
    });
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.json(), broken), (text) => {
        for (const event of venue.parse(text)) {
          if (event.kind === 'trade') expect(event.quantity).toBe(decimal(event.quantity));
          if (event.kind !== 'quote') continue;
          expect([event.bid, event.ask]).toEqual([decimal(event.bid), decimal(event.ask)]);
        }
      }),
    );
    expect(venue.parse('{"data":[null,{}]}').some(({ kind }) => kind === 'quote')).toBe(false);
  });
});

test('each venue is asked for a pair by its own name of it', () => {
  const asked = VENUES.map((venue) => {
    const symbols = [venue.symbolOf('BTC', 'USDT')];
    return [venue.name, venue.url(symbols), ...venue.subscribe(symbols)];
  });
  expect(asked).toEqual([
    ['binance', 'wss://data-stream.binance.vision/stream?streams=btcusdt@bookTicker/btcusdt@trade'],
    [
      'kraken',
      'wss://ws.kraken.com/v2',
      '{"method":"subscribe","params":{"channel":"ticker","symbol":["BTC/USDT"],"event_trigger":"bbo"}}',
      '{"method":"subscribe","params":{"channel":"trade","symbol":["BTC/USDT"],"snapshot":false}}',
    ],
    [
      'coinbase',
      'wss://ws-feed.exchange.coinbase.com',
      '{"type":"subscribe","product_ids":["BTC-USDT"],"channels":["ticker","matches","heartbeat"]}',
    ],
    [
      'okx',
      'wss://ws.okx.com:8443/ws/v5/public',
      '{"op":"subscribe","args":[{"channel":"tickers","instId":"BTC-USDT"},{"channel":"trades","instId":"BTC-USDT"}]}',
    ],
    [
      'bybit',
      'wss://stream.bybit.com/v5/public/spot',
      '{"op":"subscribe","args":["orderbook.1.BTCUSDT","publicTrade.BTCUSDT"]}',
    ],
  ]);
});

test('numbers keep every digit, and amounts alone are read', () => {
  expect(readExactJson('{"a":0.1000000000000000055,"b":[1e-7,-2],"c":"1e-7 \\" 5"}')).toEqual({
    a: '0.1000000000000000055',
    b: ['1e-7', '-2'],
    c: '1e-7 " 5',
  });
  const read = ['1e-7', '1.5E+3', '0.00', '007', '12345678901234567890.5', '-1', '1e99', 'NaN', '', '1e-30', '.5', 5];
  expect(read.map(exactDecimal)).toEqual([
    '0.0000001',
    '1500',
    '0',
    '7',
    '12345678901234567890.5',
    ...Array.from({ length: 7 }),
  ]);
  fc.assert(
    fc.property(fc.double({ min: 1e-9, max: 1e15, noNaN: true }), (value) => {
      const exact = exactDecimal(String(value));
      if (exact !== undefined) expect(Number(exact)).toBe(value);
    }),
  );
});

test('a venue is found by its name alone', () => {
  expect(findVenue('kraken')?.name).toBe('kraken');
  expect(findVenue('__proto__')).toBeUndefined();
});
