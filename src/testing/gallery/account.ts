/** Account of the gallery's user: balances, orders, records, deposits and withdrawals, security. */
import { getAccountProtection, listSecurityEvents } from '@halyard/contract/security/freezeCalls';
import { getBankCard } from '@halyard/contract/bank/calls';
import { getDepositTerms, listDeposits, type Deposit } from '@halyard/contract/deposits/calls';
import { getIdentity } from '@halyard/contract/identity/calls';
import type { AlertId } from '@halyard/contract/ids';
import { listPasskeys } from '@halyard/contract/security/passkeyCalls';
import { listPriceAlerts } from '@halyard/contract/price-alerts/calls';
import { getPerformance, listEntries, listTransfers, listTransferSides } from '@halyard/contract/wallet/entryCalls';
import { getInvitation, getRanking, listFriends, listRebates } from '@halyard/contract/referral/calls';
import { hasFundPassword, listSessions, type Session } from '@halyard/contract/security/calls';
import { listFills, listOrders, type Fill, type Order } from '@halyard/contract/spot/calls';
import { getTradingBreak } from '@halyard/contract/limits/breakCalls';
import { getOwnLimits } from '@halyard/contract/limits/calls';
import { getPublishedLimits } from '@halyard/contract/limits/publishedCalls';
import { getWallet, listUserCurrencies, type Balance } from '@halyard/contract/wallet/calls';
import {
  getWithdrawalTerms,
  listWithdrawalAddresses,
  listWithdrawals,
  type Withdrawal,
} from '@halyard/contract/withdrawals/calls';
import { decimal, ZERO } from '@halyard/contract/money';
import { build } from '@halyard/contract/testing/build';
import { HOUR_MS } from '@halyard/contract/time';
import { BANK, depositOf, pageOfDeposits, PROOF, USDT } from '../deposits.ts';
import { entryOf, MOVABLE, performanceOf, transferOf, waitingOrder } from '../exchange.ts';
import type { FakeBackend } from '../fakeBackend.ts';
import { ADDRESSES, pageOfWithdrawals, termsOf, withdrawalOf } from '../withdrawals.ts';
import { MARKETS, USDT_ID } from './market.ts';
import { serveNoResults, serveResults } from './results.ts';
import { rowsLike } from './rowsLike.ts';

/** The longest name that users may enter. */
const LONG_NAME = 'María de los Ángeles Fernández-Villaverde y Echeverría';
const LONG_BANK = 'Caja de Ahorros y Monte de Piedad de Bilbao y Vizcaya';

/** Time `hours` ago, as the server writes it. */
export const hoursAgo = (hours: number) => new Date(Date.now() - hours * HOUR_MS).toISOString();

type Holding = readonly [currency: string, available: string, held?: string];

const SPOT: readonly Holding[] = [
  ['USDT', '12345.67', '864'],
  ['BTC', '0.51234'],
  ['ETH', '3.2'],
  ['SOL', '41.7', '5'],
  ['DOGE', '15000'],
];
const LONG_SPOT: readonly Holding[] = SPOT.map(([currency]) =>
  currency === 'USDT' ? [currency, '98765432.12', '12345678.87'] : [currency, '98765.12345678', '12345.87654321'],
);

function balanceOf([currency, available, held = '0']: Holding): Balance {
  const market = MARKETS.find(({ base }) => base === currency);
  return {
    currencyId: market?.baseId ?? USDT_ID,
    currency,
    usdtPrice: market?.lastPrice ?? decimal('1'),
    available: decimal(available),
    held: decimal(held),
  };
}

function serveWallet(server: FakeBackend, isLong: boolean): void {
  const group = (holdings: readonly Holding[]) => ({ balances: holdings.map(balanceOf), usdtTotal: null });
  server.on(getWallet, () =>
    build(getWallet.answer, {
      spot: group(isLong ? LONG_SPOT : SPOT),
      futures: group([['USDT', '2500', '145.6']]),
      option: group([['USDT', '1000', '100']]),
      trust: group([['USDT', '2000', '1234.56']]),
      legal: undefined,
    }),
  );
  server.on(listUserCurrencies, () => [...MOVABLE]);
  const curve = Array.from({ length: 30 }, (_, day) => ({
    at: hoursAgo((29 - day) * 24),
    equity: decimal(`${66_667 + Math.round(1500 * Math.sin(day / 4)) + day * 60}`),
  }));
  server.on(getPerformance, () => performanceOf({ curve, amounts: undefined, asOf: hoursAgo(0) }));
}

/** Wallet without balances. */
export function serveEmptyWallet(server: FakeBackend): void {
  const none = { balances: [balanceOf(['USDT', '0']), balanceOf(['BTC', '0'])], usdtTotal: null };
  const nothing = { amount: ZERO, percent: null, base: ZERO };
  server.on(getWallet, () =>
    build(getWallet.answer, { spot: none, futures: none, option: none, trust: none, legal: undefined }),
  );
  server.on(listUserCurrencies, () => [...MOVABLE]);
  serveNoResults(server);
  server.on(getPerformance, () =>
    performanceOf({ equity: ZERO, today: nothing, days7: nothing, days30: nothing, curve: [], amounts: [] }),
  );
}

const OCO = {
  groupId: 10 as unknown as NonNullable<Order['groupId']>,
  side: 'sell',
  quantity: decimal('0.02'),
} as const;

const ORDERS: readonly Order[] = [
  waitingOrder({
    id: 12 as Order['id'],
    side: 'sell',
    orderType: 'trailing_stop',
    price: null,
    quantity: decimal('0.05'),
    trailFraction: decimal('0.03'),
    extremePrice: decimal('61800'),
    triggerPrice: decimal('59946'),
    timeInForce: 'gtd',
    expiresAt: '2026-01-09T12:00:00.000Z',
  }),
  waitingOrder({
    ...OCO,
    id: 11 as Order['id'],
    leg: 'stop_loss',
    orderType: 'stop_market',
    price: null,
    stopPrice: decimal('56000'),
    referencePrice: decimal('60000'),
  }),
  waitingOrder({ ...OCO, id: 10 as Order['id'], leg: 'take_profit', price: decimal('65000') }),
  waitingOrder({ id: 9 as Order['id'], price: decimal('57600'), quantity: decimal('0.015') }),
  waitingOrder({ id: 8 as Order['id'], side: 'sell', price: decimal('66000'), filledQuantity: decimal('0.1') }),
  waitingOrder({ id: 7 as Order['id'], orderType: 'stop_limit', stopPrice: decimal('55000'), price: decimal('54900') }),
  waitingOrder({
    id: 6 as Order['id'],
    status: 'completed',
    price: decimal('59900'),
    filledQuantity: decimal('0.5'),
    averagePrice: decimal('59876.54'),
    fee: decimal('0.00045'),
    feeCurrency: 'BTC',
    maxSlippage: null,
  }),
  waitingOrder({ id: 5 as Order['id'], status: 'cancelled', cancelReason: 'user' }),
];

function serveOrders(server: FakeBackend): void {
  server.on(listOrders, ({ status, isOver }) =>
    ORDERS.filter((order) => {
      if (isOver === true) return order.status !== 'waiting';
      return status === undefined || order.status === status;
    }),
  );
  const fill = {
    symbol: 'BTC/USDT',
    ...(MARKETS[0] !== undefined && { baseId: MARKETS[0].baseId, quoteId: MARKETS[0].quoteId }),
    price: decimal('59876.54'),
    quantity: decimal('0.0123'),
    fee: decimal('0.00000787'),
    feeCurrency: 'BTC',
    at: hoursAgo(3),
  };
  const fills = rowsLike(
    build(listFills.answer),
    (['buy', 'sell', 'buy'] as const).map((side, place) => ({ ...fill, side, id: (30 - place) as Fill['id'] })),
  );
  server.on(listFills, () => fills);
}

function serveRecords(server: FakeBackend, isLong: boolean): void {
  serveResults(server, isLong);
  const gain = decimal(isLong ? '98765432.12345678' : '250');
  const loss = decimal(isLong ? '-98765432.12345678' : '-12.5');
  const rows = (
    [
      ['deposit', gain],
      ['spot_fill', loss],
      ['spot_hold', loss],
      ['transfer', loss],
      ['withdraw_hold', loss],
      ['trust_interest', gain],
      ['option_win', gain],
      ['contract_fee', loss],
    ] as const
  ).map(([kind, value], place) =>
    entryOf(40 - place, {
      kind,
      value,
      availableChange: value,
      before: ZERO,
      after: value,
      reference: `${kind}:${40 - place}`,
      isHold: kind === 'spot_hold',
      at: hoursAgo(place * 9),
    }),
  );
  server.on(listEntries, () => ({ rows, total: rows.length, limit: 20 }));
  const transfers = [transferOf(), transferOf({ id: 2, from: 'trust', to: 'spot', at: hoursAgo(27) })];
  server.on(listTransfers, () => build(listTransfers.answer, { rows: transfers, nextPageUrl: null }));
  const [side] = build(listTransferSides.answer).rows;
  if (side === undefined) throw new Error('the example has no rows');
  const sides = transfers.map((transfer) => ({ ...side, ...transfer, value: transfer.amount, transfer }));
  server.on(listTransferSides, () => build(listTransferSides.answer, { rows: sides, nextPageUrl: null }));
}

const TRANSACTION = 'f4184fc596403b9d638783cf57adfe4c75c605f6356fbc91338530e9831e9e16';
const PAID = { paymentId: TRANSACTION, payer: null } as const;

const deposits = (isLong: boolean): Deposit[] => [
  depositOf({ ...PAID, id: 14 as Deposit['id'], proof: PROOF, amount: decimal(isLong ? '98765432.123456' : '250') }),
  depositOf({ ...PAID, id: 13 as Deposit['id'], status: 'passed', at: hoursAgo(23), reviewedAt: hoursAgo(20) }),
  depositOf({
    ...PAID,
    id: 12 as Deposit['id'],
    status: 'rejected',
    at: hoursAgo(45),
    reviewedAt: hoursAgo(40),
    rejectReason: isLong
      ? 'The picture does not show the transfer, its amount, its time and its network whole'
      : 'The amount on the picture is another one.',
  }),
];

const SENT = { paymentId: TRANSACTION, remark: 'To the cold wallet', at: hoursAgo(9) } as const;

const withdrawals: readonly Withdrawal[] = [
  withdrawalOf({ ...SENT, id: 23 as Withdrawal['id'], paymentId: null }),
  withdrawalOf({ ...SENT, id: 22 as Withdrawal['id'], status: 'passed', at: hoursAgo(33), closedAt: hoursAgo(30) }),
  withdrawalOf({
    ...SENT,
    id: 21 as Withdrawal['id'],
    status: 'cancelled',
    at: hoursAgo(51),
    closedAt: hoursAgo(50),
    paymentId: null,
  }),
];

function serveWays(server: FakeBackend, isLong: boolean): void {
  server.on(getDepositTerms, () => [USDT, BANK]);
  server.on(listDeposits, () => pageOfDeposits(deposits(isLong)));
  server.on(getWithdrawalTerms, ({ channelId }) =>
    termsOf({ channelId, isBank: channelId === BANK.id, isBookClosed: false }),
  );
  server.on(listWithdrawals, () => pageOfWithdrawals([...withdrawals]));
  const label = isLong ? 'Hardware wallet in the safe of the harbour master' : 'Cold wallet';
  server.on(listWithdrawalAddresses, () => ADDRESSES.map((address) => ({ ...address, label })));
  server.on(getBankCard, () =>
    build(getBankCard.answer, {
      holder: isLong ? LONG_NAME : 'Ann Harbour',
      bankName: isLong ? LONG_BANK : 'Harbour Bank',
      accountNumber: '2085 0001 3304 5678 9012',
      branch: 'Abando',
      bankAddress: '1 Harbour Street, Bilbao',
      payeeAddress: '1 Example Quay, Bilbao',
      postalCode: '48001',
      swift: 'BASKES2BXXX',
      iban: 'ES9121000418450200051332',
      banks: [],
    }),
  );
}

function serveSafety(server: FakeBackend, isLong: boolean): void {
  const level = { rejectReason: null, submittedAt: hoursAgo(90), reviewedAt: hoursAgo(80) };
  server.on(getIdentity, () =>
    build(getIdentity.answer, {
      basic: { ...level, status: 'verified' },
      advanced: { status: 'none', rejectReason: null, submittedAt: null, reviewedAt: null },
      country: 'ES',
      name: isLong ? LONG_NAME : 'Ann Harbour',
      idNumberMasked: 'TK•••••88',
    }),
  );
  server.on(getAccountProtection, () =>
    build(getAccountProtection.answer, {
      isFrozen: false,
      frozenAt: null,
      unfreezing: null,
      antiPhishingCode: 'H•••••7',
    }),
  );
  const device = { browser: 'Chrome 142', system: 'Android 16', device: 'Pixel 9', ip: '192.0.2.7', country: 'ES' };
  const times = { createdAt: hoursAgo(300), lastSeenAt: hoursAgo(2) };
  const sessions = rowsLike(
    build(listSessions.answer),
    [0, 1, 2].map((id) => ({ ...device, ...times, id: id as Session['id'], isCurrent: id === 0 })),
  );
  server.on(listSessions, () => sessions);
  const name = isLong ? 'The blue telephone that lies at home in the drawer of the kitchen' : 'Pixel 9';
  server.on(listPasskeys, () => rowsLike(build(listPasskeys.answer), [{ name, lastUsedAt: hoursAgo(5) }]));
  const event = { title: 'Login on a new device', text: 'Chrome 142 on Android 16, Spain.', device: 'Pixel 9' };
  const events = rowsLike(
    build(listSecurityEvents.answer).events,
    [0, 1, 2].map((place) => ({ ...event, id: `security:${place}`, country: 'ES', at: hoursAgo(place * 30) })),
  );
  server.on(listSecurityEvents, () => ({ events, next: null }));
  server.on(hasFundPassword, () => 'set' as const);
}

function serveLimits(server: FakeBackend): void {
  const basic = { openOrders: 200, exposure: null, withdrawalsPerDay: 3 };
  const levels = { none: { openOrders: 20, exposure: decimal('500'), withdrawalsPerDay: 0 }, basic, advanced: basic };
  const groups = (
    [
      ['0', '1', '1'],
      ['100000', '0.8', '0.9'],
      ['1000000', '0.5', '0.8'],
    ] as const
  ).map(([volume, maker, taker]) => ({ volume: decimal(volume), maker: decimal(maker), taker: decimal(taker) }));
  const rates = { makerFeeRate: decimal('0.0008'), takerFeeRate: decimal('0.001') };
  server.on(getPublishedLimits, () =>
    build(getPublishedLimits.answer, {
      levels,
      groups,
      version: 2,
      effectiveAt: hoursAgo(300),
      next: null,
      markets: MARKETS.map(({ id, base }) => ({ id, symbol: `${base}/USDT`, ...rates })),
      withdrawals: [
        {
          channelId: USDT.id,
          name: 'USDT',
          settlement: 'USDT',
          feePercent: decimal('1'),
          feeMin: decimal('1'),
          min: decimal('10'),
        },
      ],
      countries: [],
    }),
  );
  server.on(getTradingBreak, () => ({ until: null }));
  server.on(getOwnLimits, () =>
    build(getOwnLimits.answer, {
      level: 'basic',
      limits: basic,
      group: 2,
      maker: decimal('0.8'),
      taker: decimal('0.9'),
      volume: decimal('182345.67'),
      withdrawalsLeft: 2,
      exposureLeft: null,
      openOrders: 6,
      productsOff: [],
    }),
  );
}

function serveReferral(server: FakeBackend): void {
  const rates = { first: decimal('20'), second: decimal('10'), third: decimal('5') };
  server.on(getInvitation, () =>
    build(getInvitation.answer, {
      ...rates,
      invitationCode: 'HLY7K2',
      shareUrl: 'https://exchange.example/h5/',
      rateSum: decimal('35'),
      next: null,
      friends: 3,
      generations: [3, 7, 2],
      paid: [{ currency: 'USDT', value: decimal('12.34') }],
      due: [{ currency: 'USDT', value: decimal('0.56') }],
      waiting: [],
      paidWorth: decimal('12.34'),
      nextPaymentAt: hoursAgo(-20),
      isRanked: true,
      hidesIncentives: false,
    }),
  );
  const leaders = rowsLike(
    build(getRanking.answer),
    ['812.4', '90.12', '12.34'].map((total) => ({ total: decimal(total), account: 'an***om' })),
  );
  server.on(getRanking, () => leaders);
  const friends = rowsLike(build(listFriends.answer).rows, [{ account: 'be***om' }, { account: 'ce***om' }]);
  server.on(listFriends, () => ({ rows: friends, total: friends.length }));
  const rebates = rowsLike(
    build(listRebates.answer).rows,
    [0.84, 0.312].map((value, id) => ({
      id,
      from: 'be***om',
      value: decimal(String(value)),
      currency: 'USDT',
      fees: decimal(String(value * 5)),
      rate: decimal('20'),
    })),
  );
  server.on(listRebates, () => ({ rows: rebates, total: rebates.length }));
}

/** Makes a server answer with an account that fills every screen; with long names and large figures if `isLong`. */
function serveAlerts(server: FakeBackend): void {
  const waiting = { symbol: 'BTC/USDT', createdAt: hoursAgo(30), firedAt: null, firedPrice: null };
  server.on(listPriceAlerts, () =>
    rowsLike(build(listPriceAlerts.answer), [
      { ...waiting, id: 3 as AlertId, kind: 'above', value: decimal('62000'), minutes: null },
      { ...waiting, id: 2 as AlertId, kind: 'fall', value: decimal('5'), minutes: 60, isRepeating: true },
      {
        ...waiting,
        id: 1 as AlertId,
        kind: 'below',
        value: decimal('58500'),
        minutes: null,
        status: 'fired',
        firedAt: hoursAgo(3),
        firedPrice: decimal('58498.5'),
      },
    ]),
  );
}

export function serveAccount(server: FakeBackend, isLong: boolean): void {
  serveAlerts(server);
  serveWallet(server, isLong);
  serveOrders(server);
  serveRecords(server, isLong);
  serveWays(server, isLong);
  serveSafety(server, isLong);
  serveReferral(server);
  serveLimits(server);
}
