// One request of each call that needs more than fields of the right kind.
import { ADDRESS, CARD } from './funding.ts';
import { TEST_PASSWORD } from './testServer.ts';

export type Fields = Readonly<Record<string, unknown>>;

/**
 * Values that get a call beyond its codec, so that the rest of a request reaches the services and the SQL. `proof` is
 * the path of a picture of the caller.
 */
export const plausibleRequests = (proof: string): Readonly<Record<string, Fields>> => ({
  'POST user/login': { user_type: 'email', user_string: 'nobody@example.com', password: TEST_PASSWORD },
  'POST user/register': {
    type: 'email',
    user_string: 'nobody@example.com',
    code: '123456',
    password: TEST_PASSWORD,
    re_password: TEST_PASSWORD,
  },
  'POST user/forget': {
    account: 'nobody@example.com',
    code: '123456',
    password: TEST_PASSWORD,
    repassword: TEST_PASSWORD,
  },
  'POST user/check_email': { email_code: '123456', user_string: 'nobody@example.com' },
  'POST user/check_mobile': { mobile_code: '123456', user_string: '2015550123', area_code: '1' },
  'GET currency/new_timeshar': { symbol: 'BTC/USDT', period: '1min', from: '0', to: '4000000000' },
  'GET currency/deal': { currency_id: '1', legal_id: '3' },
  'GET coin/depth': { symbol: 'BTC/USDT', limit: '5' },
  'GET coin/ticks': { symbol: 'BTC/USDT', limit: '5' },
  'POST coin/trade': {
    currency_id: '1',
    legal_id: '3',
    type: '1',
    amount: '0.01',
    target_price: '20000',
    order_type: 'limit',
  },
  'POST wallet/detail': { currency: '3', type: 'change' },
  'POST user/sessions/revoke': { id: '2147483647', others: '0' },
  'POST wallet/get_in_address': { currency: '3' },
  'POST wallet/charge_req': {
    currency: '3',
    amount: '100',
    nettype: 'TRC20',
    imgs: proof,
  },
  'POST wallet/get_info': { currency: '3' },
  'POST wallet/get_address': { currency: '3' },
  'POST wallet/addaddress': { currency_id: '3', netType: 'TRC20', address: ADDRESS.TRC20, pay_password: '246802' },
  'POST wallet/out': { currency: '3', number: '100', address: ADDRESS.TRC20, netType: 'TRC20', pay_password: '246802' },
  'POST user/cash_save': {
    real_name: CARD.holder,
    bank_name: CARD.bankName,
    bank_account: CARD.accountNumber,
    bank_address: CARD.bankAddress,
    swift_code: CARD.swift,
    iban: CARD.iban,
    residence_address: CARD.payeeAddress,
    postal_code: CARD.postalCode,
  },
  'POST user/cash_remove': { bank_account: CARD.accountNumber },
  // No such currency and no amount: however one of them is replaced, nothing is credited.
  'POST sandbox/fund': { currency: '99', account: 'change', amount: '0' },
});
