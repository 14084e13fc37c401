// The spot calls as legacy clients use them: real app, real database, raw forms and the field names of the wire.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestServer, type TestServer, type TestUser } from '../../testing/testServer.ts';

const PAIR = 'currency_id=1&legal_id=3';

let server: TestServer;
let buyer: TestUser;
let seller: TestUser;
beforeAll(async () => {
  server = await startTestServer();
  buyer = await server.registerUser();
  seller = await server.registerUser();
  await server.fund(buyer, 3, '10000');
  await server.fund(seller, 1, '10');
  await server.feed.append('BTC/USDT', { price: '28000' });
});
afterAll(() => server.close());

async function send(method: 'GET' | 'POST' | 'PUT', path: string, form: string, user?: TestUser): Promise<unknown> {
  const isQuery = method === 'GET';
  const response = await server.app.inject({
    method,
    url: `/api/${path}${isQuery ? `?${form}` : ''}`,
    headers: {
      ...(user && { authorization: user.token }),
      ...(!isQuery && { 'content-type': 'application/x-www-form-urlencoded' }),
    },
    ...(!isQuery && { payload: form }),
  });
  expect(response.statusCode).toBe(200);
  return response.json();
}

describe('a legacy client', () => {
  it.each([
    ['amount=', 'QUANTITY_REQUIRED'],
    ['', 'QUANTITY_REQUIRED'],
    ['amount=%20&target_price=', 'QUANTITY_REQUIRED'],
    ['amount=0.01&target_price=', 'PRICE_REQUIRED'],
  ])('that sends «%s» gets the name of the required field', async (fields, code) => {
    const form = `${PAIR}&type=1&${fields.includes('target_price') ? '' : 'target_price=28000&'}${fields}`;
    expect(await send('POST', 'coin/trade', form, buyer)).toMatchObject({ type: 'error', code });
  });

  it('places a limit order with its own parameters and finds it in the list', async () => {
    const order = {
      currency_id: 1,
      legal_id: 3,
      u_id: seller.id,
      type: 2,
      symbol: 'BTC/USDT',
      target_price: '28001.5',
      trade_price: '28000',
      trade_amount: '0.5',
      charge_fee: '0.001',
      status: 1,
      created_at: expect.stringMatching(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/),
    };
    const form = `${PAIR}&type=2&amount=0.50&target_price=28001.50`;
    expect(await send('POST', 'coin/trade', form, seller)).toMatchObject({ type: 'ok', message: order });
    const list = await send('GET', 'coin/list', `${PAIR}&page=1&limit=10&status=1`, seller);
    expect(list).toMatchObject({ type: 'ok', message: [order] });
  });

  it('cancels by the order’s id', async () => {
    const placed = await send('POST', 'coin/trade', `${PAIR}&type=2&amount=1&target_price=30000`, seller);
    const { id } = (placed as { message: { id: number } }).message;
    expect(await send('PUT', 'coin/trade', `id=${id}`, buyer)).toMatchObject({
      type: 'error',
      code: 'ORDER_NOT_FOUND',
    });
    expect(await send('PUT', 'coin/trade', `id=${id}`, seller)).toMatchObject({
      type: 'ok',
      message: { id, status: 3 },
    });
    expect(await send('PUT', 'coin/trade', `id=${id}`, seller)).toMatchObject({
      type: 'error',
      code: 'ORDER_NOT_OPEN',
    });
  });

  it('gets a message and a code when an order is refused', async () => {
    const refused = await send('POST', 'coin/trade', `${PAIR}&type=1&amount=1&target_price=20000`, buyer);
    expect(refused).toMatchObject({
      type: 'error',
      code: 'INSUFFICIENT_BALANCE',
      message: expect.stringMatching(/balance/i),
    });
    const missing = await send('POST', 'coin/trade', `${PAIR}&amount=0.1&target_price=20000`, buyer);
    expect(missing).toMatchObject({ type: 'error', code: 'PARAMETER_MISSING', params: { field: 'type' } });
  });

  it('needs a token for every call but the book', async () => {
    for (const [method, path] of [
      ['POST', 'coin/trade'],
      ['PUT', 'coin/trade'],
      ['GET', 'coin/list'],
      ['GET', 'coin/trades'],
    ] as const) {
      expect(await send(method, path, PAIR)).toMatchObject({ type: '999' });
    }
    const book = await send('GET', 'coin/depth', 'symbol=BTC/USDT&limit=2');
    expect(book).toMatchObject({
      type: 'ok',
      message: {
        symbol: 'BTC/USDT',
        bids: [
          ['27994.4', expect.any(String)],
          ['27988.8', expect.any(String)],
        ],
      },
    });
  });
});

describe('our client', () => {
  it('buys at the market and reads its executions', async () => {
    const request = 'client_request_id=7f9c2ba4-e88f-4f7e-a5d1-3c5e2b1a0f11';
    const bought = await send('POST', 'coin/trade', `${PAIR}&type=1&amount=0.1&order_type=market&${request}`, buyer);
    expect(bought).toMatchObject({
      message: {
        order_type: 'market',
        target_price: null,
        status: 2,
        filled_amount: '0.1',
        average_price: '28001.5',
        fee: '0.0001',
        fee_currency: 'BTC',
      },
    });
    expect(await send('POST', 'coin/trade', `${PAIR}&type=1&amount=0.1&order_type=market&${request}`, buyer)).toEqual(
      bought,
    );
    const fill = { price: '28001.5', amount: '0.1', fee: '0.0001', fee_currency: 'BTC', role: 'taker', type: 1 };
    expect(await send('GET', 'coin/trades', PAIR, buyer)).toMatchObject({ type: 'ok', message: [fill] });
  });

  it('sends its slippage cap as a fraction', async () => {
    const form = `${PAIR}&type=1&amount=0.1&order_type=market`;
    const capped = await send('POST', 'coin/trade', `${form}&max_slippage=0.005`, buyer);
    expect(capped).toMatchObject({ type: 'ok', message: { status: 2, max_slippage: '0.005' } });
    const refused = await send('POST', 'coin/trade', `${form}&max_slippage=0.5`, buyer);
    expect(refused).toMatchObject({ type: 'error', code: 'SLIPPAGE_OUT_OF_RANGE' });
  });
});
