/** Futures of the small exchange: BTC/USDT under the published terms, and positions for tests. */
import {
  getFuturesTerms,
  listFuturesAccounts,
  listPositions,
  type FuturesAccount,
  type FuturesTermsAnswer,
} from '@halyard/contract/futures/calls';
import { getExposure, type Exposure } from '@halyard/contract/exposure/calls';
import { getLoggedPosition } from '@halyard/contract/futures/loggedPositionCalls';
import { positionCodec, type FuturesPosition } from '@halyard/contract/futures/positionCodec';
import { add, decimal, ZERO } from '@halyard/contract/money';
import { openingMoney } from '@halyard/contract/futures/position';
import { hashFuturesTerms, type FuturesTerms } from '@halyard/contract/futures/terms';
import { build, type Overrides } from '@halyard/contract/testing/build';
import { btcMarket, ethMarket, serveExchange, walletOf } from './exchange.ts';
import { refuse, type FakeBackend } from './fakeBackend.ts';
import { serveNoLog } from './publicLog.ts';

/** Time of the market's last price, by the server's clock. */
const NOW = '2026-01-02T03:04:05.000Z';

/** Published terms of BTC/USDT. */
export function futuresTermsOf(overrides: Partial<FuturesTerms> = {}): FuturesTerms {
  return {
    rule: 'contract/1',
    version: 1,
    symbol: 'BTC/USDT',
    priceSource: 'simulated',
    pricePrecision: 2,
    currency: 'USDT',
    lot: decimal('0.01'),
    leverages: [2, 5, 10, 20, 50],
    spread: decimal('12'),
    feeRate: decimal('0.05'),
    overnightRate: decimal('0.03'),
    liquidationLevel: decimal('50'),
    profitCap: decimal('9'),
    minLots: 1,
    maxLots: 10_000,
    tiers: [
      { notional: decimal('50000'), leverage: 50 },
      { notional: decimal('250000'), leverage: 20 },
      { notional: decimal('1000000'), leverage: 5 },
    ],
    ...overrides,
  };
}

/** Long 5 lots at leverage 20, opened at a tick of 60,000. */
export function futuresOf(overrides: Overrides<FuturesPosition> = {}): FuturesPosition {
  const terms = overrides.terms ?? futuresTermsOf();
  const { side = 'long', lots = 5, leverage = 20, entryPrice = decimal('60012') } = overrides;
  const money = openingMoney({ side, lots, leverage, entryPrice }, terms);
  return build(positionCodec, {
    id: 9 as FuturesPosition['id'],
    shownId: overrides.id ?? 9,
    marketId: btcMarket().id,
    currencyId: btcMarket().quoteId,
    baseId: btcMarket().baseId,
    quoteId: btcMarket().quoteId,
    currency: 'USDT',
    symbol: 'BTC/USDT',
    side,
    mode: 'isolated',
    lots,
    leverage,
    quantity: money.quantity,
    originPrice: decimal('60000'),
    entryPrice,
    markPrice: decimal('60000'),
    originMargin: money.margin,
    margin: money.margin,
    reserve: money.reserve,
    fee: money.fee,
    takeProfit: ZERO,
    stopLoss: ZERO,
    addedMargin: ZERO,
    overnightTotal: ZERO,
    realizedProfit: ZERO,
    profit: ZERO,
    returned: ZERO,
    shortfall: ZERO,
    status: 'trading',
    closeReason: null,
    marginRate: decimal('100'),
    submittedAt: NOW,
    openedAt: NOW,
    endedAt: null,
    closingFrom: undefined,
    openTick: { seq: 100, at: NOW, price: decimal('60000') },
    closeTick: null,
    parentId: null,
    priceSource: 'simulated',
    terms,
    termsHash: hashFuturesTerms(terms),
    ...overrides,
  });
}

/** The same position, closed manually at 61,000. */
export function closedFuturesOf(overrides: Overrides<FuturesPosition> = {}): FuturesPosition {
  return futuresOf({
    status: 'closed',
    closeReason: 'user',
    realizedProfit: decimal('49.4'),
    returned: decimal('199.43'),
    markPrice: decimal('61000'),
    marginRate: null,
    endedAt: '2026-01-02T03:10:05.000Z',
    closeTick: { seq: 200, at: '2026-01-02T03:10:04.000Z', price: decimal('61000') },
    ...overrides,
  });
}

/** Terms for a user with this available balance. */
export function buildFuturesTermsAnswer(overrides: Partial<FuturesTermsAnswer> = {}): FuturesTermsAnswer {
  const terms = overrides.terms ?? futuresTermsOf();
  return {
    ...build(getFuturesTerms.answer),
    positions: [],
    marketId: btcMarket().id,
    currencyId: btcMarket().quoteId,
    terms,
    termsHash: hashFuturesTerms(terms),
    lastPrice: decimal('60000'),
    firstLeverage: 2,
    free: decimal('1000'),
    available: decimal('1000'),
    notional: ZERO,
    marketNotional: ZERO,
    crossEquity: decimal('1000'),
    crossMargin: ZERO,
    nextOvernightAt: '2026-01-03T00:00:00.000Z',
    preview: null,
    ...overrides,
  };
}

function accountOf(available: string, positions: readonly FuturesPosition[]): FuturesAccount {
  const usedMargin = add(ZERO, ...positions.map(({ margin }) => margin));
  const [example] = build(listFuturesAccounts.answer);
  if (example === undefined) throw new Error('the example has no rows');
  return {
    ...example,
    currencyId: btcMarket().quoteId,
    currency: 'USDT',
    available: decimal(available),
    equity: add(decimal(available), usedMargin),
    usedMargin,
    pendingHeld: ZERO,
    profit: ZERO,
    free: decimal(available),
    positions: positions.length,
  };
}

/** Answers of the server to futures calls; `path` is the page to open. */
export type FuturesAnswers = {
  readonly isLoggedIn?: boolean;
  readonly path?: string;
  readonly offer?: FuturesTermsAnswer;
  readonly open?: readonly FuturesPosition[];
  readonly pending?: readonly FuturesPosition[];
  readonly over?: readonly FuturesPosition[];
  /** Balance of the futures account, in USDT. */
  readonly available?: string;
  /** Whether the risk questions were answered; default yes. */
  readonly knowsRisk?: boolean;
  /** Default: that of a verified user. */
  readonly exposure?: Exposure;
};

/** Makes a server answer as an exchange with futures on BTC/USDT only, at 60,000. */
export function serveFutures(server: FakeBackend, options: FuturesAnswers): void {
  const { available = '1000', exposure } = options;
  const markets = [
    btcMarket({ isFuturesOpen: true, lastPrice: decimal('60000') }),
    ethMarket({ isFuturesOpen: false }),
  ];
  serveExchange(server, { markets, wallet: walletOf([['USDT', '1000']], { futures: [['USDT', available]] }) });
  server.on(
    getFuturesTerms,
    () => options.offer ?? buildFuturesTermsAnswer({ available: decimal(available), free: decimal(available) }),
  );
  if (exposure !== undefined) server.on(getExposure, () => exposure);
  servePositions(server, options);
  server.on(getLoggedPosition, () => refuse('POSITION_NOT_SEALED'));
  serveNoLog(server);
}

type Positions = Pick<FuturesAnswers, 'open' | 'pending' | 'over' | 'available'>;

/** Makes a server answer with positions and the state of their account; default none. */
export function servePositions(server: FakeBackend, positions: Positions = {}): void {
  const { open = [], pending = [], over = [], available = '1000' } = positions;
  server.on(listPositions, ({ status, isOver }) => {
    const rows = isOver === 'yes' ? over : status === 'pending' ? pending : open;
    return {
      totals: { hazardRate: ZERO, profit: ZERO },
      page: { rows: [...rows], page: 1, limit: 20, total: rows.length, nextPageUrl: null },
    };
  });
  server.on(listFuturesAccounts, () => [accountOf(available, open)]);
}
