/** Options, futures, trust, new coins and converts of the gallery's exchange, with its user's holdings in each. */
import { acceptConvert, quoteConvert, quoteSmallBalances, type ConvertRow } from '@halyard/contract/convert/calls';
import {
  createPlan,
  editPlan,
  getPlan,
  listPlanRuns,
  listPlans,
  planCodec,
  setPlan,
  type Plan,
  type PlanRun,
} from '@halyard/contract/convert/planCalls';
import { datesUntil, nextDateMs } from '@halyard/contract/convert/schedule';
import { getFuturesTerms } from '@halyard/contract/futures/calls';
import type { CurrencyId, PlanId, PlanRunId, SubscriptionId } from '@halyard/contract/ids';
import {
  cancelSubscription,
  getOffering,
  getOwnShare,
  getRecommendedOffering,
  listOfferings,
  listShares,
  listSubscriptions,
  type Offering,
  type Subscription,
} from '@halyard/contract/launchpad/calls';
import { getOption, listOptions, type Option } from '@halyard/contract/options/calls';
import { getOptionFigures } from '@halyard/contract/options/receiptCalls';
import type { FuturesPosition } from '@halyard/contract/futures/positionCodec';
import {
  getTrustProduct,
  getTrustReport,
  listTrustInterest,
  listTrustOrders,
  listTrustProducts,
  getRenewalOffer,
  quoteRedemption,
  type TrustProduct,
  type TrustOrderId,
} from '@halyard/contract/trust/calls';
import { add, decimal, subtract, ZERO } from '@halyard/contract/money';
import { hashOffering, OFFERING_RULE, type OfferingTerms } from '@halyard/contract/launchpad/terms';
import { build } from '@halyard/contract/testing/build';
import { DAY_MS, HOUR_MS } from '@halyard/contract/time';
import { hashTrustTerms, RENEWAL_CLOSES_MS } from '@halyard/contract/trust/rules';
import { closedFuturesOf, futuresOf, buildFuturesTermsAnswer, serveFutures } from '../futures.ts';
import type { FakeBackend } from '../fakeBackend.ts';
import { limitsOf, optionOf, serveOptions, wonOption } from '../options.ts';
import { buildTrustOrder, buildTrustProduct } from '../trust.ts';
import { hoursAgo } from './account.ts';
import { USDT_ID } from './market.ts';
import { rowsLike } from './rowsLike.ts';

const dayIn = (days: number) => hoursAgo(-24 * days).slice(0, 10);

/** Bought so many hours ago for a minute, in which the price rose by 10. */
function boughtOption(hours: number): Partial<Option> {
  const [at, secondsIn] = [
    Date.parse(hoursAgo(hours)),
    (seconds: number) => new Date(at + seconds * 1000).toISOString(),
  ];
  const [openPrice, endPrice] = [decimal('59020'), decimal('59030')];
  return {
    openPrice,
    endPrice,
    purchasedAt: secondsIn(0),
    dueAt: secondsIn(60),
    settledAt: secondsIn(60.6),
    openTick: { seq: 100, at: secondsIn(0), price: openPrice },
    beforeTick: { seq: 159, at: secondsIn(59.5), price: decimal('59025') },
    endTick: { seq: 160, at: secondsIn(60.5), price: endPrice },
  };
}

function serveOwnOptions(server: FakeBackend): void {
  const price = decimal('60000');
  const running = [optionOf({ id: 19 as Option['id'], openPrice: price })];
  const over = [
    wonOption({ ...boughtOption(31), id: 18 as Option['id'] }),
    wonOption({
      ...boughtOption(33),
      id: 17 as Option['id'],
      direction: 'down',
      result: 'lose',
      resultNumber: -1,
      profit: decimal('-100'),
    }),
  ];
  // The open option counts as staked and as lost.
  const limits = limitsOf({ stakedToday: decimal('100'), lostToday: decimal('100') });
  serveOptions(server, { running, over, limits });
  server.on(listOptions, ({ isOver }) => {
    const rows = isOver === true ? over : running;
    return { rows, page: 1, limit: 20, total: rows.length, nextPageUrl: null };
  });
  server.on(getOption, ({ id }) => [...running, ...over].find((option) => option.id === id) ?? optionOf({ id }));
  server.on(getOptionFigures, optionFigures);
}

/** The house's limits and results. */
function optionFigures() {
  const side = { symbol: 'BTC/USDT', max: decimal('10000') };
  return build(getOptionFigures.answer, {
    currency: 'USDT',
    capital: decimal('100000'),
    promised: decimal('1800'),
    shares: { order: decimal('5'), user: decimal('8'), side: decimal('10'), all: decimal('30') },
    sides: [
      { ...side, direction: 'up', payout: decimal('1200') },
      { ...side, direction: 'down', payout: decimal('600') },
    ],
    version: 1,
    next: null,
    statistics: [
      {
        kind: 'up_down',
        seconds: 30,
        won: 486,
        lost: 514,
        tied: 3,
        voided: 0,
        expected: decimal('500'),
        deviations: decimal('-0.89'),
      },
    ],
    asOf: hoursAgo(0),
  });
}

function serveOwnFutures(server: FakeBackend): void {
  const entryPrice = decimal('59988');
  const short = futuresOf({ id: 10 as FuturesPosition['id'], side: 'short', lots: 12, leverage: 5, entryPrice });
  const open = [futuresOf(), short];
  const [openedAt, endedAt] = [hoursAgo(48), hoursAgo(39)];
  const over = [
    closedFuturesOf({
      id: 8 as FuturesPosition['id'],
      submittedAt: openedAt,
      openedAt,
      endedAt,
      openTick: { seq: 100, at: openedAt, price: decimal('60000') },
      closeTick: { seq: 200, at: endedAt, price: decimal('61000') },
      overnightTotal: decimal('0.9'),
    }),
    closedFuturesOf({
      id: 7 as FuturesPosition['id'],
      side: 'short',
      closeReason: 'stop_loss',
      submittedAt: openedAt,
      openedAt,
      endedAt: openedAt,
      entryPrice: decimal('60988'),
      openTick: { seq: 100, at: openedAt, price: decimal('61000') },
      closeTick: { seq: 200, at: openedAt, price: decimal('61400') },
      realizedProfit: decimal('-20.6'),
      returned: decimal('131.87'),
    }),
  ];
  serveFutures(server, { open, over, available: '2500' });
  server.on(getFuturesTerms, ({ marketId }) =>
    buildFuturesTermsAnswer({ available: decimal('2500'), free: decimal('2500'), ...(marketId && { marketId }) }),
  );
}

const DATE = { skips: 0, waits: null, reason: null, endedAt: null, createdAt: hoursAgo(24 * 150) } as const;
/** Of the pictured plan. */
const MONTHLY = { every: 'month', day: 31, hour: 7 } as const;
const NO_BUYS = { buys: 0, spent: ZERO, bought: ZERO, average: null } as const;

const PLANS: readonly Plan[] = [
  build(planCodec, {
    ...DATE,
    id: 4 as PlanId,
    currencyId: 2 as CurrencyId,
    currency: 'BTC',
    amount: decimal('100'),
    ...MONTHLY,
    status: 'active',
    nextAt: new Date(nextDateMs(MONTHLY, Date.now())).toISOString(),
    buys: 3,
    spent: decimal('300'),
    bought: decimal('0.00504713'),
    average: decimal('59439.72118808'),
  }),
  build(planCodec, {
    ...DATE,
    id: 3 as PlanId,
    currencyId: 3 as CurrencyId,
    currency: 'ETH',
    amount: decimal('25'),
    every: 'week',
    day: 3,
    hour: 19,
    status: 'paused',
    reason: 'skips',
    skips: 3,
    nextAt: null,
    ...NO_BUYS,
  }),
];

/** `last`: its date is so many dates before the next one. */
function skippedRun(last: number, skipped: PlanRun['skipped']): PlanRun {
  const from = Date.now() - (last + 1) * 31 * DAY_MS;
  const dueAt = new Date(datesUntil(MONTHLY, nextDateMs(MONTHLY, from), Date.now()).at(-last) ?? from).toISOString();
  const nothing = { paid: null, received: null, price: null, spread: null };
  return { ...nothing, id: (10 - last) as PlanRunId, dueAt, at: dueAt, skipped };
}
const boughtRun = (last: number, lateHours: number, [received, price]: readonly [string, string]): PlanRun => {
  const run = skippedRun(last, null);
  return {
    ...run,
    at: new Date(Date.parse(run.dueAt) + lateHours * HOUR_MS).toISOString(),
    paid: decimal('100'),
    received: decimal(received),
    price: decimal(price),
    spread: decimal('0.22'),
  };
};

function servePlans(server: FakeBackend): void {
  const planOf = (id: PlanId) => PLANS.find((plan) => plan.id === id) ?? build(planCodec, { ...PLANS[0], id });
  server.on(listPlans, () => [...PLANS]);
  server.on(getPlan, ({ id }) => planOf(id));
  server.on(createPlan, () => planOf(4 as PlanId));
  server.on(editPlan, ({ id }) => planOf(id));
  server.on(setPlan, ({ id, status }) => ({ ...planOf(id), status }));
  server.on(listPlanRuns, () => [
    boughtRun(1, 0, ['0.00168877', '59214.69']),
    boughtRun(2, 5, ['0.00174128', '57429.02']),
    skippedRun(3, 'balance'),
    boughtRun(4, 0, ['0.00161708', '61839.86']),
    skippedRun(5, 'missed'),
  ]);
}

/** Makes a server answer with plans that have bought nothing yet. */
export function serveNewPlans(server: FakeBackend): void {
  server.on(getPlan, ({ id }) => build(planCodec, { ...PLANS[0], ...NO_BUYS, id, createdAt: hoursAgo(1) }));
}

const QUOTE_ID = '5b9a7a52-7a1f-4b0e-9d0a-0c3d7a3e8f12';
const CONVERTED: ConvertRow = {
  fromId: USDT_ID,
  from: 'USDT',
  toId: 2 as CurrencyId,
  to: 'BTC',
  amount: decimal('150'),
  received: decimal('0.0024945'),
  rate: decimal('0.00001663'),
  spread: decimal('0.22'),
};
const SMALL: ConvertRow = {
  fromId: 7 as CurrencyId,
  from: 'DOGE',
  toId: USDT_ID,
  to: 'USDT',
  amount: decimal('20'),
  received: decimal('2.4037'),
  rate: decimal('0.120185'),
  spread: decimal('0.22'),
};

function serveConverts(server: FakeBackend): void {
  const now = () => ({ id: QUOTE_ID, at: new Date().toISOString() });
  const quoteOf = (row: ConvertRow) => ({ ...now(), rows: [row], validUntil: hoursAgo(-10 / 3600) });
  server.on(quoteConvert, ({ amount }) => quoteOf({ ...CONVERTED, amount: amount ?? CONVERTED.amount }));
  server.on(quoteSmallBalances, () => quoteOf(SMALL));
  server.on(acceptConvert, ({ to }) => ({ ...now(), rows: [to === SMALL.to ? SMALL : CONVERTED] }));
}

/** Product of `days` days: percent for the whole term, and the free capacity. */
function trustProduct(id: number, days: number, [percent, free]: readonly [string, string]): TrustProduct {
  const [rate, left] = [decimal(percent), decimal(free)];
  const terms = { ...buildTrustProduct().terms, product: id, days, rate };
  const invested = subtract(terms.capacity ?? left, left);
  return buildTrustProduct({ id, days, rate, left, invested, terms, termsHash: hashTrustTerms(terms) });
}

const PRODUCTS = [
  trustProduct(1, 7, ['0.07', '5000']),
  trustProduct(2, 30, ['0.42', '120']),
  trustProduct(3, 90, ['1.62', '0']),
];

function serveTrustProducts(server: FakeBackend): void {
  const dates = { startsOn: dayIn(-3), endsOn: dayIn(4), boughtAt: hoursAgo(80), boughtOn: dayIn(-4), paidDays: 3 };
  const terms = { ...buildTrustProduct().terms, rate: decimal('0.07') };
  const bought = { ...dates, terms, interest: decimal('0.7'), penalty: decimal('0.15') };
  const endedWith = (days: number) => ({
    boughtAt: hoursAgo(24 * days),
    boughtOn: dayIn(-days),
    startsOn: dayIn(1 - days),
    endsOn: dayIn(8 - days),
    endedAt: `${dayIn(8 - days)}T00:00:05.000Z`,
    status: 'ended' as const,
    paid: decimal('0.7'),
    paidDays: 7,
    remainDays: 0,
  });
  const orders = [
    buildTrustOrder({ ...bought, remainDays: 4, paid: decimal('0.3'), renewal: 'all', renewalTerms: terms }),
    buildTrustOrder({ ...bought, ...endedWith(9), id: 16 as TrustOrderId }),
    buildTrustOrder({
      ...bought,
      ...endedWith(10),
      id: 15 as TrustOrderId,
      renewal: 'principal',
      renewalTerms: terms,
      renewalFailed: 'terms',
    }),
  ];
  server.on(listTrustProducts, () => [...PRODUCTS]);
  server.on(getTrustProduct, ({ id }) => PRODUCTS.find((product) => product.id === id) ?? buildTrustProduct());
  server.on(quoteRedemption, ({ id }) => ({
    id: '5b9a7a52-7a1f-4b0e-9d0a-0c3d7a3e8f11',
    order: id,
    penalty: decimal('0.15'),
    refund: decimal('999.85'),
    paid: decimal('0.3'),
    validUntil: new Date(Date.now() + 60_000).toISOString(),
  }));
  server.on(getRenewalOffer, ({ id }) => ({
    order: id,
    closesAt: new Date(Date.parse(`${dayIn(4)}T00:00:00.000Z`) - RENEWAL_CLOSES_MS).toISOString(),
    terms,
    termsHash: hashTrustTerms(terms),
  }));
  server.on(listTrustOrders, ({ status }) => {
    const rows = orders.filter((order) => status === undefined || order.status === status);
    return { rows, total: rows.length, paid: add(ZERO, ...rows.map(({ paid }) => paid)) };
  });
  const sums = { earned: decimal('1.7'), earnedToday: decimal('0.1'), orders: 1, invested: decimal('1000') };
  server.on(getTrustReport, () =>
    build(getTrustReport.answer, { currencies: [{ ...sums, currencyId: USDT_ID, currency: 'USDT' }] }),
  );
  const interest = { currency: 'USDT', amount: decimal('0.1'), order: 17 as TrustOrderId };
  server.on(listTrustInterest, () =>
    rowsLike(
      build(listTrustInterest.answer),
      [1, 2, 3].map((day) => ({ ...interest, day, date: dayIn(day - 4), paidAt: hoursAgo((3 - day) * 24) })),
    ),
  );
}

/** Open for two more days by default. */
function newCoin(id: number, changes: Partial<Offering>, isLong: boolean): Offering {
  const [startHours, endHours] = changes.state === 'announced' ? [-24, -72] : [24, changes.state === 'open' ? -48 : 12];
  const terms: OfferingTerms = {
    rule: OFFERING_RULE,
    coin: changes.coin ?? 'NOVA',
    unitPlaces: 4,
    currency: 'USDT',
    price: decimal('0.5'),
    supply: decimal(isLong ? '98765432.1234' : '100000'),
    minCoins: decimal('10'),
    userCap: decimal('5000'),
    startAt: hoursAgo(startHours),
    endAt: hoursAgo(endHours),
    onlineAt: hoursAgo(endHours - 24),
    lockDays: 2,
    interestRate: decimal('2.5'),
  };
  const { rule: _rule, unitPlaces: _unitPlaces, userCap: _userCap, ...named } = terms;
  const { coin, supply } = named;
  return build(getOffering.answer, {
    ...named,
    id: id as Offering['id'],
    terms,
    termsHash: hashOffering(terms),
    introduction: 'A coin for harbour dues: ships pay with it, and nobody promises what it will be worth.',
    recommendTitle: `${coin} is offered`,
    recommendText: 'Subscribe until the end; allotted by a published rule.',
    source: 'Test coins of the sandbox',
    subscribed: decimal('160000'),
    subscribedAmount: decimal('80000'),
    subscribers: 312,
    overRatio: decimal('1.6'),
    left: decimal('0'),
    escrow: supply,
    allottedAt: null,
    allotted: null,
    unlockAt: null,
    withdrawReason: null,
    ...changes,
  });
}

/** Two days after the allotment, as the lock is. */
const UNLOCK_AT = hoursAgo(10 - 48);

// 40 participants asked for 160,000 coins, of which 100,000 are given; in units of a ten-thousandth. The user is last.
const DEMANDS = [...Array<bigint>(31).fill(50_000_000n), ...Array<bigint>(8).fill(5_663_600n), 4_691_200n];

/** 64 hexadecimal digits, others for each place. */
const digestLike = (place: number) =>
  Array.from({ length: 16 }, (_, at) => (0x1000 + ((place * 7919 + at * 104_729) % 0xefff)).toString(16)).join('');

const SHARES = rowsLike(
  build(listShares.answer).rows,
  DEMANDS.map((demand, place) => ({
    row: place + 1,
    participant: digestLike(place),
    demand: String(demand),
    units: String((demand * 5n) / 8n),
  })),
);

function serveNewCoins(server: FakeBackend, isLong: boolean): void {
  const allotment = {
    allottedAt: hoursAgo(10),
    allotted: decimal('100000'),
    unlockAt: UNLOCK_AT,
    subscribers: SHARES.length,
  };
  const offers = [
    newCoin(3, { state: 'open', isRecommended: true }, isLong),
    newCoin(2, { state: 'announced', coin: 'TIDE' }, isLong),
    newCoin(1, { state: 'allotted', coin: 'KEEL', ...allotment }, isLong),
  ];
  const [open, , allotted] = offers;
  if (open === undefined || allotted === undefined) throw new Error('no offers');
  server.on(listOfferings, ({ page }) => (page === undefined || page === 1 ? offers : []));
  server.on(getOffering, ({ id }) => offers.find((offer) => offer.id === id) ?? open);
  server.on(getRecommendedOffering, () => open);
  server.on(listShares, ({ page = 1, limit = 20 }) =>
    build(listShares.answer, { rows: SHARES.slice((page - 1) * limit, page * limit), total: SHARES.length }),
  );
  server.on(getOwnShare, () => null);
  const own = { currency: 'USDT', unitPlaces: 4, amount: decimal('234.56'), coins: decimal('469.12') } as const;
  const nothing = { allotted: null, paid: null, released: null, unlockAt: null, reason: null };
  const { coin, lockDays, onlineAt } = open;
  const held = { ...own, ...nothing, id: 32 as SubscriptionId, offeringId: open.id, coin, lockDays, onlineAt };
  const subscriptions: Subscription[] = [
    build(cancelSubscription.answer, {
      ...held,
      status: 'subscribing',
      state: 'passed',
      at: hoursAgo(6),
      endAt: open.endAt,
    }),
    build(cancelSubscription.answer, {
      ...held,
      id: 31 as SubscriptionId,
      offeringId: allotted.id,
      coin: allotted.coin,
      onlineAt: allotted.onlineAt,
      status: 'locked',
      state: 'locked',
      allotted: decimal('293.2'),
      paid: decimal('146.6'),
      released: decimal('87.96'),
      unlockAt: UNLOCK_AT,
      interest: decimal('7.33'),
      at: hoursAgo(20),
      endAt: allotted.endAt,
    }),
  ];
  server.on(listSubscriptions, ({ offeringId }) => {
    const rows = subscriptions.filter((each) => offeringId === undefined || each.offeringId === offeringId);
    return build(listSubscriptions.answer, { rows, total: rows.length, nextPageUrl: null });
  });
}

/** Makes a server offer all products; with large figures if `isLong`. */
export function serveProducts(server: FakeBackend, isLong: boolean): void {
  serveOwnFutures(server);
  serveOwnOptions(server);
  serveTrustProducts(server);
  servePlans(server);
  serveConverts(server);
  serveNewCoins(server, isLong);
}
