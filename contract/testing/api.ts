/** A trader besides the screen: makes the calls with which tests compare the screen, or that prepare a test. */
import { listDeposits } from '../src/deposits/calls.ts';
import type { CurrencyId, OfferingId } from '../src/ids.ts';
import { getDepth, listCandles, listMarkets, type Market } from '../src/market/calls.ts';
import { listOptions, type Option } from '../src/options/calls.ts';
import { getOffering, listOfferings, subscribe, type Offering, type Subscription } from '../src/launchpad/calls.ts';
import { stepUp } from '../src/security/stepUpCalls.ts';
import { getInvitation, linkOf, type Invitation } from '../src/referral/calls.ts';
import { fundAccount, readOutbox } from '../src/sandbox/calls.ts';
import { sendOwnCode } from '../src/security/calls.ts';
import { listFills, listOrders, type Fill, type Order, type Side } from '../src/spot/calls.ts';
import { placeOrder } from '../src/spot/mutationCalls.ts';
import { logIn, logOut, registerUser, sendMailCode } from '../src/user/calls.ts';
import { getWallet, type AccountKind, type Balance } from '../src/wallet/calls.ts';
import { listWithdrawals } from '../src/withdrawals/calls.ts';
import { add, decimal, multiply, round, subtract, toFixedText, type Decimal } from '../src/money/money.ts';
import { createHttpCaller, type HttpCaller } from './httpCaller.ts';

/** The password of every account that tests open. */
export const PASSWORD = 'a quiet harbour';

const DAY = 86_400;

/** A limit order as a test words it. */
export type LimitOrder = { readonly side: Side; readonly price: string; readonly quantity: string };

export type Api = ReturnType<typeof createApi>;

/** Calls to the exchange at `baseUrl`, with the errors of {@link createHttpCaller}. */
export function createApi(baseUrl: string) {
  const call = createHttpCaller(baseUrl);

  /** The newest code that was mailed to an address. */
  async function codeFor(address: string): Promise<string> {
    const codes = (await call(readOutbox, { address })).map(({ text }) => /\b\d{6}\b/.exec(text)?.[0]);
    const code = codes.find((found) => found !== undefined);
    if (code === undefined) throw new Error(`no code for ${address}`);
    return code;
  }

  async function market(base: string): Promise<Market> {
    const groups = await call(listMarkets, {});
    const found = groups.flatMap((group) => group.markets).find((row) => row.base === base);
    if (found === undefined) throw new Error(`no market of ${base}`);
    return found;
  }

  async function spotBalances(token: string): Promise<readonly Balance[]> {
    return (await call(getWallet, {}, token)).spot.balances;
  }

  async function currencyId(token: string, currency: string): Promise<CurrencyId> {
    const row = (await spotBalances(token)).find((balance) => balance.currency === currency);
    if (row === undefined) throw new Error(`no ${currency} in the wallet`);
    return row.currencyId;
  }

  return {
    codeFor,
    /** Opens an account and answers its token. */
    register: async (address: string): Promise<string> => {
      await call(sendMailCode, { address, purpose: 'register' });
      const code = await codeFor(address);
      await call(registerUser, { kind: 'email', address, code, password: PASSWORD, passwordRepeat: PASSWORD });
      return call(logIn, { address, password: PASSWORD });
    },
    logIn: (address: string) => call(logIn, { address, password: PASSWORD }),
    logOut: (token: string | undefined) => call(logOut, {}, token),
    /** Credits test funds, to the spot account by default. */
    fund: async (token: string, currency: string, amount: string, account: AccountKind = 'spot'): Promise<void> => {
      const id = await currencyId(token, currency);
      await call(fundAccount, { currencyId: id, account, amount: decimal(amount) }, token);
    },
    deposits: async (token: string) => (await call(listDeposits, {}, token)).rows,
    withdrawals: async (token: string) => (await call(listWithdrawals, {}, token)).rows,
    orders: (token: string | undefined): Promise<readonly Order[]> => call(listOrders, { limit: 100 }, token),
    options: async (token: string): Promise<readonly Option[]> => (await call(listOptions, { limit: 100 }, token)).rows,
    fills: (token: string): Promise<readonly Fill[]> => call(listFills, { limit: 100 }, token),
    /** Owned amount of a currency, held or not; `undefined` when the wallet has no row. */
    owned: async (token: string, currency: string): Promise<Decimal | undefined> => {
      const row = (await spotBalances(token)).find((balance) => balance.currency === currency);
      return row && add(row.available, row.held);
    },
    /** A price of a market: its last one times `factor`, rounded down to the tick. */
    priceNear: async (base: string, factor: string): Promise<Decimal> => {
      const { lastPrice, pricePrecision } = await market(base);
      if (lastPrice === null) throw new Error(`${base} has no price`);
      return round(multiply(lastPrice, decimal(factor)), pricePrecision, 'down');
    },
    ...createOnlooker(call),
    ...createProver(call, codeFor),
    /** Subscribes to a new coin with an amount in the payment currency. */
    subscribe: async (token: string, offeringId: OfferingId, amount: string): Promise<Subscription | string> =>
      call(subscribe, { offeringId, amount: decimal(amount), clientRequestId: crypto.randomUUID() }, token),
    /** Referral data of a user, with the whole link. */
    invitation: async (token: string): Promise<Invitation & { readonly link: string }> => {
      const invitation = await call(getInvitation, {}, token);
      return { ...invitation, link: new URL(linkOf(invitation), baseUrl).href };
    },
    placeLimit: async (token: string, base: string, { side, price, quantity }: LimitOrder): Promise<Order> => {
      const { baseId, quoteId } = await market(base);
      const terms = { side, orderType: 'limit', price: decimal(price), quantity: decimal(quantity) } as const;
      return call(placeOrder, { baseId, quoteId, ...terms }, token);
    },
  };
}

function createProver(call: HttpCaller, codeFor: (address: string) => Promise<string>) {
  return {
    /** Step-up of the owner of an address by a mailed code; answers the new token of the session. */
    prove: async (address: string, token: string): Promise<string> => {
      await call(sendOwnCode, {}, token);
      const code = await codeFor(address);
      return (await call(stepUp, { loginPassword: PASSWORD, code }, token)).token;
    },
  };
}

/** The public data of a market, as the screen shows it. */
function createOnlooker(call: ReturnType<typeof createHttpCaller>) {
  return {
    /** New coins, open offerings first. */
    offers: (): Promise<readonly Offering[]> => call(listOfferings, {}),
    offer: (id: OfferingId): Promise<Offering> => call(getOffering, { id }),
    /** The best bid, with two places. */
    bestBid: async (symbol: string): Promise<string> => {
      const [best] = (await call(getDepth, { symbol })).bids;
      return best === undefined ? '' : toFixedText(best[0], 2);
    },
    /**
     * The newest one-minute candles, oldest first: open, high, low and close with two places. The feed's clock may run
     * ahead of the wall's.
     */
    newestMinutes: async (symbol: string): Promise<readonly string[]> => {
      const toSeconds = Math.floor(Date.now() / 1000) + DAY;
      const candles = await call(listCandles, { symbol, period: '1min', fromSeconds: toSeconds - 2 * DAY, toSeconds });
      return candles.map(({ open, high, low, close }) =>
        [open, high, low, close].map((price) => toFixedText(price, 2)).join(' '),
      );
    },
  };
}

/**
 * Expected funds in the quote currency after fills, recomputed independently: fees are taken from the received amount.
 */
export function balancesAfter(
  fills: readonly Fill[],
  quoteFunds: string,
): { readonly base: Decimal; readonly quote: Decimal } {
  let quote = decimal(quoteFunds);
  let base = decimal('0');
  for (const { side, price, quantity, fee } of fills) {
    const paid = multiply(price, quantity);
    quote = side === 'buy' ? subtract(quote, paid) : add(quote, subtract(paid, fee));
    base = side === 'buy' ? add(base, subtract(quantity, fee)) : subtract(base, quantity);
  }
  return { base, quote };
}

/** Result of fills that sold all that they bought, in the quote currency with two decimals. */
export function resultOf(fills: readonly Fill[]): string {
  return toFixedText(balancesAfter(fills, '0').quote, 2);
}
