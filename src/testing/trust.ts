/** Trust of the small exchange: 7 days of USDT at 2.8 %, and orders for tests. */
import {
  getTrustProduct,
  getTrustReport,
  listTrustOrders,
  listTrustProducts,
  trustOrderCodec,
  type TrustOrder,
  type TrustProduct,
  type TrustOrderId,
} from '@halyard/contract/trust/calls';
import { decimal, ZERO } from '@halyard/contract/money';
import { build } from '@halyard/contract/testing/build';
import { hashTrustTerms, type TrustTerms } from '@halyard/contract/trust/rules';
import { btcMarket, serveExchange, walletOf } from './exchange.ts';
import type { FakeBackend } from './fakeBackend.ts';

const TERMS: TrustTerms = {
  rule: 'trust/1',
  version: 1,
  product: 1,
  currency: 'USDT',
  days: 7,
  rate: decimal('2.8'),
  minAmount: decimal('100'),
  maxAmount: decimal('50000'),
  capacity: decimal('10000'),
  penaltyRule: 'days_of_interest',
  penaltyValue: decimal('1.5'),
};

/** Half of its capacity is taken. */
export function buildTrustProduct(overrides: Partial<TrustProduct> = {}): TrustProduct {
  return build(getTrustProduct.answer, {
    id: 1,
    currencyId: btcMarket().quoteId,
    currency: 'USDT',
    logo: '',
    rate: TERMS.rate,
    days: TERMS.days,
    minAmount: TERMS.minAmount,
    maxAmount: TERMS.maxAmount,
    intro: '',
    invested: decimal('5000'),
    left: decimal('5000'),
    terms: TERMS,
    termsHash: hashTrustTerms(TERMS),
    ...overrides,
  });
}

/** 1,000 USDT, bought on 2026-11-25. */
export function buildTrustOrder(overrides: Partial<TrustOrder> = {}): TrustOrder {
  return build(trustOrderCodec, {
    id: 17 as TrustOrderId,
    currency: 'USDT',
    logo: '',
    amount: decimal('1000'),
    dayRate: decimal('0.004'),
    paid: ZERO,
    startsOn: '2026-11-26',
    endsOn: '2026-12-03',
    days: 7,
    status: 'active',
    isRedeemed: false,
    penaltyNumber: decimal('6'),
    remainDays: 7,
    penalty: decimal('6'),
    product: 1,
    currencyId: btcMarket().quoteId,
    interest: decimal('28'),
    paidDays: 0,
    boughtAt: '2026-11-25T12:00:00.000Z',
    boughtOn: '2026-11-25',
    endedAt: null,
    terms: TERMS,
    termsHash: hashTrustTerms(TERMS),
    renewal: 'none',
    renewalTerms: null,
    renewalFailed: null,
    renewedInto: null,
    renewedFrom: null,
    ...overrides,
  });
}

/** Answers of the server to trust calls. */
export type TrustAnswers = {
  /** Balance of the trust account, in USDT. */
  readonly available?: string;
  readonly product?: TrustProduct;
  readonly orders?: readonly TrustOrder[];
};

/** Makes a server answer as an exchange with one product. */
export function serveTrust(server: FakeBackend, options: TrustAnswers = {}): void {
  const { available = '2000', product = buildTrustProduct(), orders = [] } = options;
  serveExchange(server, { wallet: walletOf([['USDT', '0']], { trust: [['USDT', available]] }) });
  server.on(listTrustProducts, () => [product]);
  server.on(getTrustProduct, () => product);
  server.on(listTrustOrders, () => ({ rows: [...orders], total: orders.length, paid: ZERO }));
  server.on(getTrustReport, () => build(getTrustReport.answer, { currencies: [] }));
}
