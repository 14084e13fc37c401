// Legacy clients: every call with the parameters that they send (docs/protocol.md), including undocumented ones, as a
// form, as JSON and with extra query parameters, as a guest and as a user.
import assert from 'node:assert/strict';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import * as z from 'zod/mini';
import type { Call } from '@halyard/contract/call';
import { ALL_CALLS } from '@halyard/contract/allCalls';
import { logOut } from '@halyard/contract/user/calls';
import { readEnvelope } from '@halyard/contract/envelope';
import { ADDRESS, CARD } from '../testing/funding.ts';
import { startTestServer, TEST_PASSWORD, type TestServer } from '../testing/testServer.ts';
import { givePicture, sendForm, smallPicture } from '../testing/uploads.ts';

type Fields = Readonly<Record<string, string | number>>;

let server: TestServer;
let token: string;
let proof: string;
beforeAll(async () => {
  server = await startTestServer();
  await server.feed.append('BTC/USDT', { price: '20000' }, { price: '20010' });
  const user = await server.registerUser();
  token = user.token;
  proof = await givePicture(server, user);
});
afterAll(() => server.close());

/** Documented requests, with the fields of older clients. Logging out is last. */
const sentByLegacy = (): Readonly<Record<string, readonly Fields[]>> => ({
  'POST set/lang': [{ lang: 'en' }],
  'POST get/lang': [{}],
  'POST set/get_customer_url': [{}],
  'POST set/sms_other_mail': [{}],
  'POST user/cash_info': [{ lang: 'en' }],
  'POST user/cash_save': [
    {
      real_name: CARD.holder,
      bank_name: CARD.bankName,
      bank_account: CARD.accountNumber,
      bank_address: CARD.bankAddress,
      swift_code: CARD.swift,
      residence_address: CARD.payeeAddress,
      postal_code: CARD.postalCode,
      bank_id: 1,
      bank_branch: '',
      bank_dizhi: '',
      iban: '',
      bank_code: '',
      alipay_account: '',
      wechat_nickname: '',
    },
  ],
  'POST area_code': [{ lang: 'en' }],
  'POST sms_mail': [{ user_string: 'a@example.com', type: 'register' }],
  'POST sms_send': [{ user_string: '2015550123', type: 'forget', area_code: 1 }, { mobile: '2015550124' }],
  'POST user/register': [
    {
      type: 'email',
      areacode: '1',
      user_string: 'b@example.com',
      code: '123456',
      password: TEST_PASSWORD,
      re_password: TEST_PASSWORD,
      extension_code: '',
    },
  ],
  'POST user/login': [
    { user_type: 'email', areacode: 1, user_string: 'c@example.com', password: TEST_PASSWORD, area_code: 86 },
    { user_string: 'c@example.com', password: TEST_PASSWORD, type: 1 },
  ],
  'GET user/center': [{}],
  'GET user/center2': [{}],
  'POST user/real_name': [{ name: 'A', country: 'US', card_id: 123456, address: '' }],
  'POST user/real_name2': [
    { front_pic: '/upload/x.png', reverse_pic: '/upload/x.png', hand_pic: '/upload/x.png', card_id: '1', address: '' },
  ],
  'POST user/e_pwd': [{ old_password: 'wrong-password', password: TEST_PASSWORD }],
  'POST user/has_password': [{}],
  'POST safe/update_password': [
    { oldpassword: '', password: 135790, re_password: 135790, code: '' },
    { password: '135790', re_password: '246801', code: '1' },
  ],
  'POST user/check_mobile': [{ mobile_code: 123456 }],
  'POST user/check_email': [{ email_code: '123456' }],
  'POST user/forget': [
    { account: 'd@example.com', password: TEST_PASSWORD, repassword: TEST_PASSWORD, code: '123456' },
  ],
  'GET currency/quotation_new': [{}],
  'GET currency/new_timeshar': [
    { symbol: 'BTC/USDT', period: '1min', from: 1_700_000_000, to: 1_700_003_600 },
    { symbol: 'BTC/USDT', period: '1day', from: 1_700_000_000, to: 1_700_003_600, size: 300 },
  ],
  'GET currency/deal': [{ currency_id: 1, legal_id: 3 }],
  'GET currency/user_currency_list': [{}],
  'GET currency/list': [{}],
  'POST news/list': [{ c_id: 4, page: 1, limit: 15 }, { c_id: 10, page: 1 }, { c_id: '' }],
  'POST news/detail': [{ id: 195 }],
  'POST wallet/detail': [
    { currency: 3, type: 'change' },
    { currency: 0, type: 'change' },
    { currency: 3, type: '' },
    { currency: '', type: 'legal' },
  ],
  'POST wallet/list': [{ currency_name: '', zero_flag: 0 }],
  'POST wallet/legal_log': [
    { currency: 3, type: 2, page: 1, limit: 10 },
    { currency: 0, type: 0 },
    { currency: '', type: '' },
  ],
  'POST wallet/change': [{ currency_id: 3, from_field: 'change', to_field: 'lever', number: 1 }],
  'GET wallet/hzhistory': [{ page: 1, limit: 10 }],
  'POST wallet/get_in_address': [{ currency: 3 }, { currency: 9999, requestType: 'pc' }],
  'POST wallet/charge_req': [
    { currency: 3, amount: '100', imgs: proof, account: '' },
    { currency: 3, amount: 100, pic: proof, type: 1, hash: '', sub_type: '', address: '' },
  ],
  'GET charge_mention/log2': [
    { page: 1, limit: 10 },
    { page: 1, limit: 99_999_999 },
  ],
  'GET charge_mention/log3': [{ page: 1, limit: 10 }],
  'POST wallet/get_info': [{ currency: 3, currencytxt: 'USDT' }, { currency: '' }, {}],
  'POST wallet/get_address': [{ currency: 3 }],
  'POST wallet/addaddress': [
    { currency_id: 3, address: ADDRESS.TRC20, notes: '', netType: 'TRC20', code: '', pay_password: 135790 },
  ],
  'POST wallet/deladdress': [{ address_id: 1 }],
  'POST wallet/out': [
    {
      currency: 3,
      number: 50,
      rate: 0.1,
      address: ADDRESS.TRC20,
      pay_password: 135790,
      code: '',
      type: 0,
      memo: '',
      netType: 'TRC20',
    },
    { currency: 9999, number: '50', rate: '0', address: '--', pay_password: '135790', type: 1 },
  ],
  'POST coin/trade': [{ currency_id: 1, legal_id: 3, type: 1, amount: 0.001, target_price: 20_000 }],
  'GET coin/list': [
    { currency_id: 1, legal_id: 3, page: 1, limit: 10, status: 1 },
    { currency_id: '', legal_id: '', status: '' },
  ],
  'PUT coin/trade': [{ id: 1 }],
  'GET user/wallet/list': [{}],
  'GET real/state': [{}],
  'GET optional/list': [{}],
  'GET microtrade/seconds': [{}],
  'GET microtrade/payable_currencies': [{}],
  'POST microtrade/submit': [
    { match_id: 1, currency_id: 3, type: 1, seconds: 60, number: 50 },
    { match_id: 1, currency_id: 3, type: 2, seconds: '60', number: '50.5' },
  ],
  'GET microtrade/lists': [{}, { status: 1, match_id: 1, page: 1, limit: 10 }, { status: 3, currency_id: '', page: 2 }],
  'GET microtrade/get_result': [{ id: 1 }],
  'POST lever/deal': [
    { currency_id: 1, legal_id: 3 },
    { currency_id: '1', legal_id: '3' },
  ],
  'POST lever/submit': [
    // A meaningless price is sent along with a market order.
    ...['', '0', '999', 'Current best price'].map((target_price) => ({
      currency_id: 1,
      legal_id: 3,
      share: 1,
      multiple: 2,
      type: 1,
      status: 1,
      target_price,
      target_profit_price: '',
      stop_loss_price: '',
      password: '',
    })),
    { currency_id: 1, legal_id: 3, share: '1', multiple: '2', type: '2', status: '1' },
    { currency_match_id: 1, share: 1, multiple: 2, type: 1, status: 0, target_price: '15000' },
  ],
  'POST lever/my_trade': [
    { status: 1, currency_id: '', legal_id: '', page: 1, limit: 10 },
    { status: -1, currency_id: 1, legal_id: 3, page: 1 },
    { status: '0', page: 1 },
    {},
  ],
  'POST lever/close': [{ id: 1 }, { id: '1' }],
  'POST lever/setstop': [{ id: 1, target_profit_price: '', stop_loss_price: '0' }],
  'POST lever/cancel': [{ id: 1 }],
  'POST lever/batch_close': [{ type: 0 }, { type: '1' }, {}],
  'POST lever/dealall': [{ currency_id: 1, legal_id: 3, page: 1 }],
  'GET user/my_poster': [{}],
  'GET user/my_share': [{}],
  'GET user/invite': [{}],
  'POST user/invite_list': [{}, { time: '' }, { time: '2026-03-01' }, { time: '2026-03-01 00:00:00' }],
  'POST user/my_invite_list': [
    { page: 1, limit: 10 },
    { page: '1', limit: '20', status: 2 },
    { page: 1, status: '0' },
  ],
  'POST user/my_account_return': [
    { page: 1, limit: 10 },
    { page: '2', limit: 20, time: '2026-03-01' },
  ],
  'GET lh/deposit/report': [{}],
  'GET lh/deposit/config': [{}, { page: 1 }, { page: '0' }, { page: -1 }],
  'GET lh/deposit/product_info': [{ id: 1 }, { id: '1' }],
  'POST lh/deposit': [
    { config_id: 1, amount: '100' },
    { config_id: '1', amount: 100 },
  ],
  'GET lh/deposit/order': [
    {},
    { page: 1, limit: 20, status: 1 },
    { status: 2, is_cancel: 0 },
    { status: '', is_cancel: '' },
    { status: 0, is_cancel: 1 },
  ],
  'POST lh/deposit/order/cancel': [{ id: 1 }, { id: '1' }],
  'GET lh/deposit/log': [{}, { page: 1 }],
  'GET lh/send/config': [{}, { page: 1 }],
  'GET lh/send/product_info': [{ id: 1 }, { id: '1' }],
  'POST lh/send/order': [
    { config_id: 1, amount: '100' },
    { config_id: '1', amount: 100 },
  ],
  'GET lh/send/order_list': [{ status: 1, page: 1, limit: 50 }, { status: '2' }, { status: 3, page: 1, limit: 50 }, {}],
  'GET lh/send/get_recommend': [{}],
  'POST user/logout': [{}],
});

const ADDED = { lang: 'en', _timespan: '1795391686726' };
/** Requests whose values are invalid on purpose, or belong to no one. */
const REFUSED_AS_INVALID = ['POST user/real_name2'];

type As = 'form' | 'json' | 'query';

let sent = 0;

async function play(call: Call, fields: Fields, as: As, bearer: string | undefined) {
  const inQuery = call.method === 'GET' ? { ...fields, ...ADDED } : as === 'query' ? ADDED : {};
  const inBody = as === 'query' ? fields : { ...fields, ...ADDED };
  const isJson = as === 'json';
  sent += 1;
  const response = await server.app.inject({
    method: call.method,
    url: `/api/${call.path}?${query(inQuery)}`,
    remoteAddress: `10.7.${sent >> 8}.${sent & 255}`,
    headers: {
      ...(bearer !== undefined && { authorization: bearer }),
      ...(call.method !== 'GET' && {
        'content-type': isJson ? 'application/json' : 'application/x-www-form-urlencoded',
      }),
    },
    ...(call.method !== 'GET' && { payload: isJson ? JSON.stringify(inBody) : query(inBody) }),
  });
  expect(response.statusCode, response.body.slice(0, 300)).toBe(200);
  const reply = readEnvelope(response.json());
  assert.ok(reply, response.body);
  return reply;
}

const query = (fields: Fields) =>
  new URLSearchParams(
    Object.entries(fields).map(([name, value]): [string, string] => [name, String(value)]),
  ).toString();

const CALLS = ALL_CALLS.filter((call) => !call.isOwn && !call.isSandboxOnly && call.body === 'form');
const isLogout = (call: Call) => call.path === logOut.path;
const inOrder = [...CALLS.filter((call) => !isLogout(call)), ...CALLS.filter(isLogout)];

describe.each(inOrder)('$name', (call) => {
  test('is answered as legacy clients send it', async () => {
    const variants = sentByLegacy()[call.name];
    assert.ok(variants, `no requests of legacy clients are listed for ${call.name}`);
    for (const fields of variants) {
      for (const as of ['form', 'json', 'query'] as const) {
        await expectAnswered(call, await play(call, fields, as, undefined), { isGuest: true });
        await expectAnswered(call, await play(call, fields, as, token), { isGuest: false });
        if (isLogout(call)) return;
      }
    }
  });
});

test('an upload is answered as legacy clients send it', async () => {
  const form = new FormData();
  for (const [name, value] of Object.entries(ADDED)) form.append(name, value);
  form.append('file', new Blob([new Uint8Array(await smallPicture())]), 'a.png');
  const { token: uploader } = await server.registerUser();
  expect(await sendForm(server, { token: uploader }, { body: form })).toMatchObject({ ok: true });
});

type Reply = Awaited<ReturnType<typeof play>>;

async function expectAnswered(call: Call, reply: Reply, { isGuest }: { readonly isGuest: boolean }): Promise<void> {
  if (isGuest && call.access === 'user') {
    expect(reply.ok ? 'ok' : reply.code).toBe('NOT_LOGGED_IN');
    return;
  }
  if (reply.ok) {
    expect(z.safeDecode(call.answer, reply.payload as never).error).toBeUndefined();
    return;
  }
  const unreadable = ['PARAMETER_UNKNOWN', 'PARAMETER_MISSING', 'REQUEST_UNREADABLE', 'NOT_LOGGED_IN'];
  expect([...unreadable, ...(REFUSED_AS_INVALID.includes(call.name) ? [] : ['PARAMETER_INVALID'])]).not.toContain(
    reply.code,
  );
}
