// Answers and refusals of the wallet calls and sandbox/fund, through the real app on a real database.
import { randomUUID } from 'node:crypto';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { CurrencyId } from '@halyard/contract/ids';
import { FUND_MAX, fundAccount } from '@halyard/contract/sandbox/calls';
import {
  ACCOUNT_KINDS,
  getWallet,
  getWalletDetail,
  listUserCurrencies,
  type AccountKind,
} from '@halyard/contract/wallet/calls';
import { decimal } from '@halyard/contract/money';
import type { ExchangeEvent } from '../../events/events.ts';
import { checkBooks } from '../../ledger/closings.ts';
import { postEntries } from '../../ledger/ledger.ts';
import { accountOf, CURRENCY, posting } from '../../testing/ledgerFixtures.ts';
import { startTestServer, type TestServer, type TestUser } from '../../testing/testServer.ts';

const { BTC, ETH, USDT } = CURRENCY;
const ALL = ['USDT', 'BTC', 'ETH', 'SOL', 'XRP', 'LTC', 'DOGE'];

let server: TestServer;
let user: TestUser;
beforeAll(async () => {
  server = await startTestServer();
  await server.feed.append('BTC/USDT', { price: '28110.26' });
});
afterAll(async () => server.close());
beforeEach(async () => {
  user = await server.registerUser();
});

const token = () => ({ token: user.token });
const readWallet = (request: { currency?: string; hidesZero?: number } = {}) =>
  server.call(getWallet, request, token());
const fund = (fields: { currencyId?: CurrencyId; account?: AccountKind; amount: string; clientRequestId?: string }) =>
  server.call(fundAccount, { currencyId: USDT, account: 'spot', ...fields, amount: decimal(fields.amount) }, token());
const namesOf = (rows: readonly { currency: string }[]) => rows.map(({ currency }) => currency);

describe('wallet/list', () => {
  it('has every currency in every account, with zeros and a value of zero, before a deposit', async () => {
    const wallet = await readWallet();
    for (const kind of ACCOUNT_KINDS) {
      expect(namesOf(wallet[kind]?.balances ?? [])).toEqual(ALL);
      expect(wallet[kind]?.balances.every(({ available, held }) => available === '0' && held === '0')).toBe(true);
      expect(wallet[kind]?.usdtTotal).toBe('0');
    }
    expect(wallet.legal?.balances.every(({ available, held }) => available === '0' && held === '0')).toBe(true);
    expect(wallet.legal).toMatchObject({ fiatTotal: null, usdtTotal: '0' });
  });

  it('values an account by reference prices, held amounts included', async () => {
    await fund({ amount: '1000.5' });
    await fund({ currencyId: BTC, amount: '2' });
    await server.db.transaction((tx) =>
      postEntries(tx, [
        { kind: 'spot_hold', reference: 'test', postings: [posting(accountOf(user.id, BTC), '-0.5', '0.5')] },
      ]),
    );
    const { spot, trust } = await readWallet();
    const [usdt, btc, eth] = spot.balances;
    expect(usdt).toMatchObject({ currencyId: USDT, available: '1000.5', held: '0', usdtPrice: '1', isFutures: true });
    expect(btc).toMatchObject({
      available: '1.5',
      held: '0.5',
      usdtPrice: '28110.26',
      isSpot: true,
      isFutures: false,
    });
    expect(eth).toMatchObject({ available: '0', usdtPrice: null });
    expect(spot.usdtTotal).toBe('57221.02');
    expect(trust?.usdtTotal).toBe('0');
  });

  it('has an unknown value for an account with a balance without a price', async () => {
    await fund({ amount: '1000' });
    await fund({ currencyId: ETH, amount: '1' });
    expect((await readWallet()).spot.usdtTotal).toBeNull();
  });

  it('leaves a delisted coin out of the totals', async () => {
    await fund({ amount: '1000' });
    await fund({ currencyId: CURRENCY.LTC, amount: '1' });
    await server.db.execute(sql`update markets set delisted_at = now() where symbol = 'LTC/USDT'`);
    const { spot } = await readWallet({ currency: 'LTC' });
    expect(spot).toMatchObject({ balances: [{ currency: 'LTC', isValued: false }], usdtTotal: '1000' });
  });

  it('filters rows, by part of a name and without empty ones, and keeps the totals', async () => {
    await fund({ amount: '7' });
    expect(namesOf((await readWallet({ currency: 't' })).spot.balances)).toEqual(['USDT', 'BTC', 'ETH', 'LTC']);
    expect(namesOf((await readWallet({ hidesZero: 1 })).spot.balances)).toEqual(['USDT']);
    const { spot } = await readWallet({ currency: 'btc', hidesZero: 1 });
    expect(spot).toMatchObject({ balances: [], usdtTotal: '7' });
  });

  it('is private to each user', async () => {
    await fund({ amount: '7' });
    user = await server.registerUser();
    expect((await readWallet()).spot.usdtTotal).toBe('0');
  });
});

describe('wallet/detail', () => {
  it('has only the balances of the requested account, with the fee', async () => {
    await fund({ amount: '7' });
    await fund({ account: 'futures', amount: '8' });
    const detail = await server.call(getWalletDetail, { currencyId: USDT, account: 'futures' }, token());
    expect(detail).toEqual({
      currencyId: USDT,
      currency: 'USDT',
      usdtPrice: '1',
      isSpot: true,
      isFutures: true,
      isOption: true,
      isLegal: false,
      futuresAvailable: '8',
      futuresHeld: '0',
      spotFeeRate: '0.001',
    });
  });

  it('and the list distinguish all four accounts', async () => {
    for (const [index, account] of ACCOUNT_KINDS.entries()) await fund({ account, amount: String(index + 1) });
    const wallet = await readWallet();
    for (const [index, account] of ACCOUNT_KINDS.entries()) {
      const amount = String(index + 1);
      const detail = await server.call(getWalletDetail, { currencyId: USDT, account }, token());
      const balances = Object.entries(detail).filter(([name]) => /Available|Held/.test(name));
      expect(Object.fromEntries(balances)).toEqual({ [`${account}Available`]: amount, [`${account}Held`]: '0' });
      expect(wallet[account]).toMatchObject({
        usdtTotal: amount,
        balances: [{ available: amount }, ...ALL.slice(1).map(() => ({ available: '0' }))],
      });
    }
  });

  it('has no balance in the fiat account', async () => {
    const detail = await server.call(getWalletDetail, { currencyId: USDT, account: 'legal' }, token());
    expect(Object.keys(detail).filter((name) => /Available|Held/.test(name))).toEqual([]);
  });

  it('refuses a currency that does not exist', async () => {
    const unknown = server.call(getWalletDetail, { currencyId: 9998 as CurrencyId, account: 'spot' }, token());
    await expect(unknown).rejects.toMatchObject({ code: 'CURRENCY_NOT_FOUND' });
  });
});

describe('currency/user_currency_list', () => {
  it('lists the currencies with at least two accounts, each with the balances of those accounts', async () => {
    await fund({ account: 'trust', currencyId: BTC, amount: '0.25' });
    const list = await server.call(listUserCurrencies, {}, token());
    expect(list.map(({ name }) => name)).toEqual(ALL);
    const [usdt, btc] = list;
    expect(usdt?.wallet).toMatchObject({ spotAvailable: '0', futuresAvailable: '0', optionHeld: '0', trustHeld: '0' });
    expect(btc).toMatchObject({ id: BTC, isSpot: true, isFutures: false, isOption: false, isLegal: false });
    expect(btc?.wallet).toMatchObject({ trustAvailable: '0.25', spotAvailable: '0', usdtPrice: '28110.26' });
    expect(btc?.wallet).not.toHaveProperty('futuresAvailable');
  });
});

describe('sandbox/fund', () => {
  it('credits any account to the last digit, answers the balance and publishes it', async () => {
    const seen: ExchangeEvent[] = [];
    const unsubscribe = server.events.subscribe((event) => seen.push(event));
    expect(await fund({ account: 'trust', amount: '0.000000000000000001' })).toEqual({
      currencyId: USDT,
      account: 'trust',
      available: '0.000000000000000001',
    });
    expect((await fund({ account: 'trust', amount: '3' })).available).toBe('3.000000000000000001');
    unsubscribe();
    const published = { type: 'balances-changed', userId: user.id, balances: [{ kind: 'trust', currencyId: USDT }] };
    expect(seen).toEqual([published, published]);
    expect(await checkBooks(server.db)).toEqual([]);
  });

  it('credits up to the maximum of a call, and not a digit more', async () => {
    expect((await fund({ amount: FUND_MAX })).available).toBe(FUND_MAX);
    await expect(fund({ amount: `${FUND_MAX}.000000000000000001` })).rejects.toMatchObject({
      code: 'AMOUNT_TOO_LARGE',
    });
    for (const amount of ['0', '-1']) await expect(fund({ amount })).rejects.toMatchObject({ code: 'AMOUNT_REQUIRED' });
    await expect(fund({ currencyId: 9998 as CurrencyId, amount: '1' })).rejects.toMatchObject({
      code: 'CURRENCY_NOT_FOUND',
    });
    expect((await readWallet()).spot.usdtTotal).toBe(FUND_MAX);
  });

  it('is done once for one request id', async () => {
    const clientRequestId = randomUUID();
    const answers = await Promise.all(Array.from({ length: 20 }, () => fund({ amount: '5', clientRequestId })));
    expect(new Set(answers.map(({ available }) => available))).toEqual(new Set(['5']));
    await expect(fund({ amount: '6', clientRequestId })).rejects.toMatchObject({ code: 'REQUEST_ID_REUSED' });
    expect((await readWallet()).spot.usdtTotal).toBe('5');
  });

  it('needs a token', async () => {
    const anonymous = server.call(fundAccount, { currencyId: USDT, account: 'spot', amount: decimal('1') });
    await expect(anonymous).rejects.toMatchObject({ code: 'NOT_LOGGED_IN' });
  });
});
