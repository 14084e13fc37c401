/** Options of the small exchange: 30 and 60 seconds of BTC/USDT, and purchased options for tests. */
import { getLoggedReceipt } from '@halyard/contract/transparency/calls';
import { getIdentity } from '@halyard/contract/identity/calls';
import {
  getOption,
  listDeliveryTimes,
  listOptionDays,
  listOptions,
  listStakeCurrencies,
  optionCodec,
  getSelfLimits,
  type DeliveryTime,
  type Option,
  type StakeCurrency,
  type SelfLimits,
} from '@halyard/contract/options/calls';
import { decimal, ZERO } from '@halyard/contract/money';
import { hashTerms, type OptionTerms } from '@halyard/contract/options/terms';
import { build, type Overrides } from '@halyard/contract/testing/build';
import { btcMarket, ethMarket, serveExchange, walletOf } from './exchange.ts';
import { refuse, type FakeBackend } from './fakeBackend.ts';
import { serveNoLog } from './publicLog.ts';

/** Time of the market's last price, by the server's clock: months from the device's time. */
export const NOW = '2026-01-02T03:04:05.000Z';

/** 85 % for 60 seconds, from 10 to 5,000 USDT, without a fee. */
export function termsOf(overrides: Partial<OptionTerms> = {}): OptionTerms {
  return {
    rule: 'option/2',
    version: 1,
    symbol: 'BTC/USDT',
    priceSource: 'simulated',
    pricePrecision: 2,
    kind: 'up_down',
    currency: 'USDT',
    seconds: 60,
    profitRatio: decimal('85'),
    feeRate: ZERO,
    minStake: decimal('10'),
    maxStake: decimal('5000'),
    endTickWithinMs: 30_000,
    entryDelayMs: 0,
    ...overrides,
  };
}

/** Delivery time with its terms; `even` is not offered by default. */
export function timeOf(terms: OptionTerms = termsOf(), evenTerms: OptionTerms | null = null): DeliveryTime {
  const [example] = build(listDeliveryTimes.answer);
  if (example === undefined) throw new Error('the example has no rows');
  const { seconds, profitRatio, minStake, maxStake } = terms;
  return {
    ...example,
    id: seconds,
    seconds,
    profitRatio,
    minStake,
    minNumber: minStake,
    maxStake,
    terms,
    termsHash: hashTerms(terms),
    evenRatio: evenTerms?.profitRatio ?? null,
    evenChance: evenTerms?.evenChance ?? null,
    evenTerms,
    evenTermsHash: evenTerms && hashTerms(evenTerms),
  };
}

/** Up with 100 USDT at 20,000, bought at the last price. */
export function optionOf(overrides: Overrides<Option> = {}): Option {
  const terms = overrides.terms ?? termsOf();
  return build(optionCodec, {
    id: 17 as Option['id'],
    marketId: btcMarket().id,
    currencyId: btcMarket().quoteId,
    direction: 'up',
    seconds: 60,
    stake: decimal('100'),
    openPrice: decimal('20000'),
    endPrice: ZERO,
    fee: ZERO,
    profitRatio: decimal('85'),
    profit: ZERO,
    status: 'open',
    currency: 'USDT',
    symbol: 'BTC/USDT',
    result: null,
    voidReason: null,
    payout: decimal('85'),
    purchasedAt: NOW,
    dueAt: '2026-01-02T03:05:05.000Z',
    settledAt: null,
    priceSource: 'simulated',
    openTick: { seq: 100, at: NOW, price: decimal('20000') },
    beforeTick: null,
    endTick: null,
    terms,
    termsHash: hashTerms(terms),
    ...overrides,
  });
}

/** The same option, won at 20,010. */
export function wonOption(overrides: Overrides<Option> = {}): Option {
  return optionOf({
    status: 'closed',
    result: 'win',
    resultNumber: 1,
    profit: decimal('85'),
    endPrice: decimal('20010'),
    beforeTick: { seq: 159, at: '2026-01-02T03:05:04.500Z', price: decimal('20005') },
    endTick: { seq: 160, at: '2026-01-02T03:05:05.500Z', price: decimal('20010') },
    settledAt: '2026-01-02T03:05:05.600Z',
    ...overrides,
  });
}

export function limitsOf(overrides: Partial<SelfLimits> = {}): SelfLimits {
  const none = { dailyStake: null, dailyLoss: null, reminderMinutes: null, next: null };
  return { ...none, stakedToday: ZERO, lostToday: ZERO, ...overrides };
}

type Identity = 'none' | 'pending' | 'verified' | 'rejected';

/** Answers of the server to options calls; `path` is the page to open. */
export type OptionAnswers = {
  readonly isLoggedIn?: boolean;
  readonly path?: string;
  readonly times?: readonly DeliveryTime[];
  readonly running?: readonly Option[];
  readonly over?: readonly Option[];
  readonly limits?: SelfLimits;
  readonly identity?: Identity;
  /** Balance of the options account, in USDT. */
  readonly available?: string;
};

const TIMES = [timeOf(termsOf({ seconds: 30, profitRatio: decimal('80') })), timeOf()];

/** Makes a server answer as an exchange with options on BTC/USDT only. */
export function serveOptions(server: FakeBackend, options: OptionAnswers): void {
  const { running = [], over = [], times = TIMES, limits = limitsOf(), available = '1000' } = options;
  const markets = [btcMarket({ isOptionOpen: true }), ethMarket({ isOptionOpen: false })];
  serveExchange(server, { markets, wallet: walletOf([['USDT', '1000']], { option: [['USDT', available]] }) });
  server.on(listDeliveryTimes, () => [...times]);
  server.on(listStakeCurrencies, () => [stakeCurrency(available)]);
  server.on(listOptions, ({ isOver }) => pageOf(isOver === true ? over : running));
  server.on(getOption, ({ id }) => [...running, ...over].find((option) => option.id === id) ?? optionOf({ id }));
  server.on(listOptionDays, () => []);
  server.on(getSelfLimits, () => limits);
  server.on(getLoggedReceipt, () => refuse('OPTION_NOT_SEALED'));
  serveNoLog(server);
  const level = { rejectReason: null, submittedAt: null, reviewedAt: null };
  server.on(getIdentity, () =>
    build(getIdentity.answer, {
      basic: { ...level, status: options.identity ?? 'verified' },
      advanced: { ...level, status: 'none' },
    }),
  );
}

function pageOf(rows: readonly Option[]) {
  return { rows: [...rows], page: 1, limit: 20, total: rows.length, nextPageUrl: null };
}

function stakeCurrency(available: string): StakeCurrency {
  const [example] = build(listStakeCurrencies.answer);
  if (example === undefined) throw new Error('the example has no rows');
  const { quoteId } = btcMarket();
  const quickStakes = ['10', '50'].map((stake, id) => ({ id, currencyId: quoteId, stake: decimal(stake) }));
  const wallet = { ...example.wallet, available: decimal(available) };
  return { ...example, id: quoteId, name: 'USDT', feeRate: ZERO, quickStakes, wallet };
}
