/**
 * A small exchange for tests of screens: two markets, an order book, trades, candles and a wallet. Tests override what
 * matters to them.
 */
import { getIdentity } from '@halyard/contract/identity/calls';
import { getTradingBreak } from '@halyard/contract/limits/breakCalls';
import { getOwnLimits } from '@halyard/contract/limits/calls';
import { getPublishedLimits } from '@halyard/contract/limits/publishedCalls';
import { getExposure, type Exposure } from '@halyard/contract/exposure/calls';
import { listFactors } from '@halyard/contract/security/factorCalls';
import { listPasskeys } from '@halyard/contract/security/passkeyCalls';
import { getStepUp } from '@halyard/contract/security/stepUpCalls';
import type { AnswerOf } from '@halyard/contract/call';
import {
  getDepth,
  listCandles,
  listMarkets,
  listTicks,
  marketCodec,
  type Book,
  type Market,
} from '@halyard/contract/market/calls';
import { getRecommendedOffering } from '@halyard/contract/launchpad/calls';
import { getPerformance, listEntries, type Performance, type UserEntry } from '@halyard/contract/wallet/entryCalls';
import { type Transfer } from '@halyard/contract/wallet/transferCalls';
import { listMoneyRates } from '@halyard/contract/money-rates/calls';
import { listHalts } from '@halyard/contract/halts/calls';
import { readOutbox } from '@halyard/contract/sandbox/calls';
import { getCosts, type OwnCost, type OwnCosts } from '@halyard/contract/wallet/costCalls';
import { getAppConfig } from '@halyard/contract/settings/calls';
import { countForgottenOrders, listFills, listOrders, orderCodec, type Order } from '@halyard/contract/spot/calls';
import {
  getWallet,
  listCurrencies,
  listUserCurrencies,
  type AccountKind,
  type Balance,
  type UserCurrency,
} from '@halyard/contract/wallet/calls';
import { getUser } from '@halyard/contract/user/calls';
import { decimal, ONE, ZERO } from '@halyard/contract/money';
import { build, type Overrides } from '@halyard/contract/testing/build';
import type { FakeBackend } from './fakeBackend.ts';

const USDT_ID = 1 as Market['quoteId'];
const BTC_ID = 2 as Market['baseId'];
const ETH_ID = 3 as Market['baseId'];

/** Limit of an unverified user, partly used. The small exchange answers with that of a verified one. */
export const UNVERIFIED: Exposure = {
  isVerified: false,
  max: decimal('500'),
  used: decimal('179.5'),
  left: decimal('320.5'),
};

/** The user of these tests. */
export const TRADER = build(getUser.answer, { email: 'ann@example.com', phone: null });

/**
 * BTC/USDT at 20,000: two price decimals, five quantity decimals, a fee of 0.1 % (0.05 % for makers), prices within 10
 * % of the last.
 */
export function btcMarket(overrides: Overrides<Market> = {}): Market {
  return build(marketCodec, {
    id: 1 as Market['id'],
    baseId: BTC_ID,
    quoteId: USDT_ID,
    base: 'BTC',
    quote: 'USDT',
    lastPrice: decimal('20000'),
    changePercent: decimal('1.5'),
    turnover: decimal('3000000'),
    high: decimal('21000'),
    low: decimal('19000'),
    isDisplayed: true,
    priceSource: 'simulated',
    status: 'trading',
    asOf: '2026-01-02T03:04:05.000Z',
    pricePrecision: 2,
    quantityPrecision: 5,
    entryDelayMs: 0,
    delistsAt: undefined,
    venues: undefined,
    minQuantity: decimal('0.00001'),
    minNotional: decimal('1'),
    priceBand: decimal('0.1'),
    makerFeeRate: decimal('0.0005'),
    takerFeeRate: decimal('0.001'),
    ...overrides,
  });
}

/** ETH/USDT at 1,500, falling. */
export function ethMarket(overrides: Overrides<Market> = {}): Market {
  const own = { id: 2 as Market['id'], baseId: ETH_ID, base: 'ETH', lastPrice: decimal('1500') };
  return btcMarket({ ...own, changePercent: decimal('-2.5'), turnover: decimal('9000000'), ...overrides });
}

/** Order book around 20,000, 10 apart. */
export const BOOK: Book = {
  symbol: 'BTC/USDT',
  asks: [
    [decimal('20010'), decimal('0.5')],
    [decimal('20020'), decimal('1')],
  ],
  bids: [
    [decimal('19990'), decimal('0.4')],
    [decimal('19980'), decimal('2')],
  ],
  asOf: '2026-01-02T03:04:05.000Z',
};

/** Open order for 0.5 BTC at 19,500. */
export function waitingOrder(overrides: Overrides<Order> = {}): Order {
  return build(orderCodec, {
    id: 7 as Order['id'],
    baseId: BTC_ID,
    quoteId: USDT_ID,
    symbol: 'BTC/USDT',
    side: 'buy',
    orderType: 'limit',
    status: 'waiting',
    price: decimal('19500'),
    quantity: decimal('0.5'),
    filledQuantity: decimal('0'),
    averagePrice: null,
    timeInForce: 'gtc',
    isPostOnly: false,
    stopPrice: null,
    triggeredAt: null,
    cancelReason: null,
    replacesId: null,
    groupId: undefined,
    leg: undefined,
    exits: undefined,
    expiresAt: undefined,
    trailFraction: undefined,
    trailAmount: undefined,
    activationPrice: undefined,
    extremePrice: undefined,
    triggerPrice: undefined,
    ...overrides,
  });
}

type Balances = readonly (readonly [currency: string, available: string, held?: string])[];

/** Wallet with these spot balances and the given others. Without `others.trust` there is no trust account. */
export function walletOf(spot: Balances, others: Partial<Record<'futures' | 'option' | 'trust', Balances>> = {}) {
  const groupOf = (balances: Balances) => ({ balances: balances.map(balanceRow), usdtTotal: null });
  return build(getWallet.answer, {
    spot: groupOf(spot),
    futures: groupOf(others.futures ?? []),
    option: groupOf(others.option ?? []),
    legal: undefined,
    trust: others.trust && groupOf(others.trust),
  });
}

function balanceRow([currency, available, held = '0']: Balances[number]): Balance {
  const ids: Readonly<Record<string, Balance['currencyId']>> = { USDT: USDT_ID, BTC: BTC_ID, ETH: ETH_ID };
  const currencyId = ids[currency];
  if (currencyId === undefined) throw new Error(`no ${currency} on this exchange`);
  return { currencyId, currency, usdtPrice: null, available: decimal(available), held: decimal(held) };
}

/** Transferable currencies: USDT between all accounts, coins between spot and trust. */
export const MOVABLE: readonly UserCurrency[] = [
  movable(USDT_ID, 'USDT', ['spot', 'option', 'futures', 'trust']),
  movable(BTC_ID, 'BTC', ['spot', 'trust']),
  movable(ETH_ID, 'ETH', ['spot', 'trust']),
];

function movable(id: Balance['currencyId'], name: string, kinds: readonly AccountKind[]): UserCurrency {
  const amounts = kinds.map((kind) => [`${kind}Available`, ZERO] as const);
  const flags = { isSpot: true, isFutures: kinds.includes('futures'), isOption: kinds.includes('option') };
  const wallet = { currencyId: id, currency: name, ...Object.fromEntries(amounts) };
  return { id, name, ...flags, isLegal: false, wallet };
}

const profitOf = (amount: string, percent: string, base: string) => ({
  amount: decimal(amount),
  percent: decimal(percent),
  base: decimal(base),
});

/** Three days of portfolio values, the last of them now, and the profit: 1,250.5 USDT and 0.5 BTC. */
export function performanceOf(overrides: Overrides<Performance> = {}): Performance {
  return build(getPerformance.answer, {
    asOf: '2026-01-02T03:04:05.000Z',
    equity: decimal('11250.5'),
    today: profitOf('182.09', '1.48', '12300'),
    days7: profitOf('-20', '-0.17', '11900'),
    days30: profitOf('0', '0', '11250.5'),
    curve: [
      { at: '2026-01-01T00:00:00.000Z', equity: decimal('11000') },
      { at: '2026-01-02T00:00:00.000Z', equity: decimal('10900.25') },
      { at: '2026-01-02T03:04:05.000Z', equity: decimal('11250.5') },
    ],
    amounts: [
      { currency: 'USDT', amount: decimal('1250.5') },
      { currency: 'BTC', amount: decimal('0.5') },
    ],
    ...overrides,
  });
}

/** Half a bitcoin that cost 8,000 USDT, held for two years. */
export function costsOf(position: Partial<OwnCost> = {}): OwnCosts {
  const bitcoin = {
    currencyId: BTC_ID,
    currency: 'BTC',
    amount: decimal('0.5'),
    cost: decimal('8000'),
    unknownSince: null,
  };
  return { since: '2024-05-06T07:08:09.000Z', positions: [{ ...bitcoin, ...position }] };
}

/** Ledger entry: 12.5 USDT left the spot account. The larger `place`, the later the entry. */
export function entryOf(place: number, overrides: Partial<UserEntry> = {}): UserEntry {
  const [example] = build(listEntries.answer).rows;
  if (example === undefined) throw new Error('the example has no rows');
  return {
    ...example,
    id: `${place}:7`,
    currencyId: USDT_ID,
    currency: 'USDT',
    value: decimal('-12.5'),
    before: decimal('100'),
    after: decimal('87.5'),
    isHold: false,
    info: 'From the server',
    kind: 'transfer',
    account: 'spot',
    availableChange: decimal('-12.5'),
    heldChange: ZERO,
    reference: 'transfer:17',
    createdAt: '2026-01-02T03:04:05.000Z',
    at: '2026-01-02T03:04:05.678Z',
    trade: undefined,
    outcome: undefined,
    outcomeAt: undefined,
    partOf: undefined,
    ...overrides,
  };
}

/** 500 USDT from spot to futures. */
export function transferOf(overrides: Partial<Transfer> = {}): Transfer {
  const own = { currencyId: USDT_ID, currency: 'USDT', from: 'spot', to: 'futures', amount: decimal('500') } as const;
  return { id: 1, at: '2026-01-02T03:04:05.678Z', ...own, ...overrides };
}

type ExchangeOptions = {
  readonly markets?: readonly Market[];
  readonly wallet?: AnswerOf<typeof getWallet>;
  readonly orders?: readonly Order[];
  readonly book?: Book;
};

/** Makes a server answer as this exchange. Lists of orders are filtered as requested. */
export function serveExchange(server: FakeBackend, options: ExchangeOptions = {}): void {
  const { markets = [btcMarket(), ethMarket()], orders = [], book = BOOK } = options;
  const wallet =
    options.wallet ??
    walletOf([
      ['USDT', '1000'],
      ['BTC', '0.5'],
    ]);
  server.on(listMarkets, () => [{ id: USDT_ID, name: 'USDT', markets: [...markets] }]);
  server.on(getDepth, () => book);
  server.on(listTicks, () => [build(listTicks.answer)[0]].filter((tick) => tick !== undefined));
  server.on(listCandles, () => []);
  server.on(getWallet, () => wallet);
  server.on(listOrders, ({ status }) => orders.filter((order) => status === undefined || order.status === status));
  server.on(getRecommendedOffering, () => null);
  server.on(countForgottenOrders, () => []);
  server.on(listFills, () => []);
  server.on(readOutbox, () => []);
  server.on(listHalts, () => []);
  server.on(getAppConfig, () => build(getAppConfig.answer, { isSandbox: true, withdrawalHoldHours: 0 }));
  server.on(getPerformance, () => performanceOf());
  server.on(getCosts, () => costsOf());
  server.on(listMoneyRates, () => []);
  server.on(listCurrencies, () => []);
  server.on(listUserCurrencies, () => [...MOVABLE]);
  server.on(getIdentity, () => {
    const level = { status: 'none' as const, rejectReason: null, submittedAt: null, reviewedAt: null };
    return build(getIdentity.answer, { basic: level, advanced: level });
  });
  server.on(getPublishedLimits, () => build(getPublishedLimits.answer, { countries: [] }));
  server.on(getOwnLimits, () => ({
    level: 'basic' as const,
    limits: { openOrders: 200, exposure: null, withdrawalsPerDay: 3 },
    group: 1,
    maker: ONE,
    taker: ONE,
    volume: ZERO,
    volumeUntil: null,
    withdrawalsLeft: 3,
    exposureLeft: null,
    openOrders: 0,
    productsOff: [],
  }));
  server.on(getExposure, () => ({ isVerified: true, max: decimal('500'), used: null, left: null }));
  server.on(getTradingBreak, () => ({ until: null, isFrozen: false, productsOff: [] }));
  server.on(getStepUp, () => ({ until: null, methods: ['password_code' as const] }));
  server.on(listFactors, () => ({ factors: [], recoveryCodesLeft: 0, reset: null }));
  server.on(listPasskeys, () => []);
}
