// Fields of answers that legacy clients read (docs/protocol.md), including those without which their pages stay empty.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { CURRENCY } from '../testing/ledgerFixtures.ts';
import { publishTestOffering } from '../testing/offeringDesk.ts';
import { givePicture } from '../testing/uploads.ts';
import { startTestServer, type TestServer, type TestUser } from '../testing/testServer.ts';

type Fields = Readonly<Record<string, string | number>>;

const INT = expect.any(Number) as number;
const NUMERIC = expect.stringMatching(/^-?\d+(\.\d+)?$/) as string;
const TIME = expect.stringMatching(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/) as string;
const DATE = expect.stringMatching(/^\d{4}-\d\d-\d\d$/) as string;
const TEXT = expect.stringMatching(/\S/) as string;

let server: TestServer;
let user: TestUser;
let offer: number;
beforeAll(async () => {
  server = await startTestServer();
  user = await server.registerUser();
  await server.fund(user, CURRENCY.USDT, '1000');
  offer = await publishTestOffering(server.db, Date.now());
});
afterAll(() => server.close());

/** The payload of an answer in wire form; without a user, a guest sends the request. */
async function ask(method: 'GET' | 'POST', path: string, fields: Fields = {}, who?: TestUser): Promise<unknown> {
  const texts = Object.entries(fields).map(([name, value]): [string, string] => [name, String(value)]);
  const form = new URLSearchParams(texts).toString();
  const response = await server.app.inject({
    method,
    url: `/api/${path}${method === 'GET' ? `?${form}` : ''}`,
    headers: {
      ...(who !== undefined && { authorization: who.token }),
      ...(method === 'POST' && { 'content-type': 'application/x-www-form-urlencoded' }),
    },
    ...(method === 'POST' && { payload: form }),
  });
  const { type, message } = response.json<{ type: string; message: unknown }>();
  expect([type, message]).toEqual(['ok', message]);
  return message;
}

describe('trust', () => {
  const order = {
    id: INT,
    currency_name: 'USDT',
    amount: expect.stringMatching(/^150(\.0+)?$/),
    total_interest: NUMERIC,
    start_at: DATE,
    end_at: DATE,
    day: 7,
    remain_day: 7,
    status: 1,
    is_cancel: 0,
    created_at: TIME,
    updated_at: TIME,
    cancel_fee: 0.0225,
  };

  it('is listed for guests, without paging', async () => {
    const products = (await ask('GET', 'lh/deposit/config')) as object[];
    const product = {
      id: 1,
      currency_id: CURRENCY.USDT,
      currency_name: 'USDT',
      interest_rate: '0.0700',
      day: 7,
      save_min: NUMERIC,
      save_max: NUMERIC,
      intro: '',
      created_at: TIME,
    };
    expect(products[0]).toMatchObject(product);
    expect(await ask('GET', 'lh/deposit/product_info', { id: 1 })).toMatchObject(product);
  });

  it('is bought from the spot account, listed, totalled and redeemed', async () => {
    expect(await ask('POST', 'wallet/detail', { currency: CURRENCY.USDT, type: 'change' }, user)).toMatchObject({
      change_balance: NUMERIC,
    });
    expect(await ask('POST', 'lh/deposit', { config_id: 1, amount: 150 }, user)).toEqual(TEXT);
    const list = (await ask('GET', 'lh/deposit/order', { page: 1, limit: 20, status: 1 }, user)) as Listed;
    expect(list).toMatchObject({ order_list: [order], total: 1 });
    const [row] = list.order_list;
    // A fraction: clients treat larger values as a percentage.
    expect(row?.['day_rate']).toMatch(/^0\.0001(0*)$/);
    expect(await ask('GET', 'lh/deposit/report', {}, user)).toMatchObject({
      total_profit: NUMERIC,
      today_profit: NUMERIC,
      total_order: 1,
      total_deposit: expect.stringMatching(/^150(\.0+)?$/),
      allprofit: NUMERIC,
      profit: NUMERIC,
      count: 1,
      sum: NUMERIC,
    });
    expect(await ask('POST', 'lh/deposit/order/cancel', { id: String(row?.['id']) }, user)).toEqual(TEXT);
    const redeemed = { ...order, status: 2, is_cancel: 1, remain_day: INT };
    expect(await ask('GET', 'lh/deposit/order', { status: 2, is_cancel: 1 }, user)).toMatchObject({
      order_list: [redeemed],
      total: 1,
    });
    expect(await ask('GET', 'lh/deposit/order', { status: 2 }, user)).toMatchObject({ total: 1 });
    expect(await ask('GET', 'lh/deposit/order', { status: 2, is_cancel: 0 }, user)).toMatchObject({ total: 0 });
    expect(await ask('GET', 'lh/deposit/log', {}, user)).toEqual([]);
  });
});

describe('new coins', () => {
  const expected = {
    id: INT,
    new_currency_name: 'NOVA',
    currency_id: CURRENCY.USDT,
    currency_name: 'USDT',
    change_rate: NUMERIC,
    interest_rate: NUMERIC,
    predict_rate: '',
    num: NUMERIC,
    last_num: NUMERIC,
    buy_num: NUMERIC,
    day: 2,
    send_start: TIME,
    online_time: TIME,
    introduction: 'A coin',
    is_recommend: 2,
    created_at: TIME,
    updated_at: TIME,
  };

  it('are listed for guests, without paging', async () => {
    expect(await ask('GET', 'lh/send/config')).toMatchObject([expected]);
    expect(await ask('GET', 'lh/send/product_info', { id: offer })).toMatchObject(expected);
    expect(await ask('GET', 'lh/send/get_recommend')).toBeNull();
    await publishTestOffering(server.db, Date.now(), { coin: 'TERN' });
    await server.db.execute("update offerings set is_recommended = true where terms ->> 'coin' = 'TERN'");
    expect(await ask('GET', 'lh/send/get_recommend')).toMatchObject({
      is_recommend: 1,
      recommend_title: 'New',
      recommend_content: 'Look',
    });
  });

  it('are subscribed and listed without paging', async () => {
    expect(await ask('POST', 'lh/send/order', { config_id: offer, amount: 100 }, user)).toEqual(TEXT);
    const listed = {
      id: INT,
      user_id: user.id,
      config_id: offer,
      currency_id: CURRENCY.USDT,
      currency_name: 'USDT',
      amount: expect.stringMatching(/^100(\.0+)?$/),
      new_currency_num: NUMERIC,
      change_rate: NUMERIC,
      interest: NUMERIC,
      interest_rate: NUMERIC,
      day: 2,
      status: 1,
      exam_status: 3,
      original_interest: NUMERIC,
      online_time: TIME,
      created_at: TIME,
      updated_at: TIME,
    };
    const all = { order_list: [listed], total: 1, total_interest: NUMERIC };
    expect(await ask('GET', 'lh/send/order_list', { status: 1 }, user)).toMatchObject(all);
    expect(await ask('GET', 'lh/send/order_list', { status: 1, page: 1, limit: 50 }, user)).toMatchObject(all);
    expect(await ask('GET', 'lh/send/order_list', { status: 3 }, user)).toMatchObject({ order_list: [], total: 0 });
  });
});

describe('pages of older clients', () => {
  const FLAGS = { is_display: 1, is_legal: 1, is_lever: 1, is_match: 1, is_micro: 1 };

  it('show markets, filtered by flags', async () => {
    const [group] = (await ask('GET', 'currency/quotation_new')) as [{ quotation: { id: number }[] }];
    expect(group).toMatchObject(FLAGS);
    expect(group.quotation[0]).toMatchObject({ market_from: 2, currency_type: 3 });
    const pair = { currency_id: CURRENCY.BTC, legal_id: CURRENCY.USDT };
    expect(await ask('GET', 'currency/deal', pair)).toMatchObject({ market_from: 2, currency_type: 3 });
  });

  it('show the logged in user, and the state of verification', async () => {
    expect(await ask('GET', 'user/info', {}, user)).toMatchObject({ account_number: user.address });
    expect(await ask('GET', 'real/state', {}, user)).toEqual({ review_status: 0, advanced_review_status: 0 });
  });

  it('show a total, coins to transfer and the bank card', async () => {
    const wallet = (await ask('POST', 'wallet/list', {}, user)) as Record<
      string,
      { usdt_totle: number; balance: object[] }
    >;
    expect(wallet['change_wallet']?.usdt_totle).toEqual(INT);
    expect(wallet['legal_wallet']?.balance).toContainEqual(
      expect.objectContaining({ currency_name: 'USDT', legal_balance: '0', lock_legal_balance: '0' }),
    );
    expect(await ask('POST', 'user/cash_info', {}, user)).toMatchObject({ bank_name: '', bank_account: '', banks: [] });
  });

  it('page through deposits and withdrawals, also by their own paths, with any limit', async () => {
    const picture = await givePicture(server, user);
    // One of the clients sends the proof as the account.
    const declared = { currency: 3, amount: '100', account: picture };
    expect(await ask('POST', 'wallet/charge_req', declared, user)).toEqual(TEXT);
    const page = {
      data: [{ imgs: picture, user_account: null }],
      total: 1,
      current_page: 1,
      last_page: 1,
      per_page: 100,
    };
    for (const path of ['recharge/log', 'charge_mention/log2'])
      expect(await ask('GET', path, { limit: 99_999_999 }, user)).toMatchObject({ ...page, next_page_url: null });
    expect(await ask('GET', 'user/withdraw/list', {}, user)).toMatchObject({ data: [], total: 0, last_page: 1 });
    expect(await ask('GET', 'user/wallet/list', {}, user)).toEqual({ data: [], total: 0 });
  });
});

type Listed = { readonly order_list: readonly Readonly<Record<string, unknown>>[]; readonly total: number };
