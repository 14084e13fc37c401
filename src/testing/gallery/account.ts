/** Account of the gallery's user: balances, orders, records, deposits and withdrawals, security. */
import { getAccountProtection, listSecurityEvents } from '@halyard/contract/security/freezeCalls';
import { getBankCard } from '@halyard/contract/bank/calls';
import { getAccountClosing } from '@halyard/contract/account/calls';
import { getDepositTerms, listDeposits, type Deposit } from '@halyard/contract/deposits/calls';
import { getIdentity } from '@halyard/contract/identity/calls';
import type { AlertId } from '@halyard/contract/ids';
import { listPasskeys } from '@halyard/contract/security/passkeyCalls';
import { listPriceAlerts } from '@halyard/contract/price-alerts/calls';
import { getCosts } from '@halyard/contract/wallet/costCalls';
import { getPerformance, listEntries, type EntryTrade } from '@halyard/contract/wallet/entryCalls';
import { listTransfers, listTransferSides } from '@halyard/contract/wallet/transferCalls';
import { getInvitation, getRanking, listFriends, listRebates } from '@halyard/contract/referral/calls';
import { hasFundPassword, listSessions, type Session } from '@halyard/contract/security/calls';
import { listFills, listOrders, type Fill, type Order } from '@halyard/contract/spot/calls';
import { getTradingBreak } from '@halyard/contract/limits/breakCalls';
import { getOwnLimits } from '@halyard/contract/limits/calls';
import { getPublishedLimits } from '@halyard/contract/limits/publishedCalls';
import { getAppConfig } from '@halyard/contract/settings/calls';
import { getWallet, listUserCurrencies } from '@halyard/contract/wallet/calls';
import {
  getWithdrawalTerms,
  listWithdrawalAddresses,
  listWithdrawals,
  type Withdrawal,
} from '@halyard/contract/withdrawals/calls';
import { add, decimal, multiply, round, subtract, ZERO, type Decimal } from '@halyard/contract/money';
import { build } from '@halyard/contract/testing/build';
import { DAY_MS, HOUR_MS } from '@halyard/contract/time';
import { BANK, depositOf, pageOfDeposits, PROOF, USDT } from '../deposits.ts';
import { entryOf, MOVABLE, performanceOf, transferOf, waitingOrder } from '../exchange.ts';
import type { FakeBackend } from '../fakeBackend.ts';
import { ADDRESSES, pageOfWithdrawals, termsOf, withdrawalOf } from '../withdrawals.ts';
import { balanceOf, costsOf, percentOf, spotOf, worthOf, type Holding } from './holdings.ts';
import { MARKETS } from './market.ts';
import { serveNoResults, serveResults } from './results.ts';
import { rowsLike } from './rowsLike.ts';

/** The longest name that users may enter. */
const LONG_NAME = 'María de los Ángeles Fernández-Villaverde y Echeverría';
const SWIFT = 'BASKES2BXXX';
const LONG_BANK = 'Caja de Ahorros y Monte de Piedad de Bilbao y Vizcaya';

/** Time `hours` ago, as the server writes it. */
export const hoursAgo = (hours: number) => new Date(Date.now() - hours * HOUR_MS).toISOString();

/** Worth on a day of the last 30, the last of which is 29, as a share of that on the last. */
const shareOn = (day: number) =>
  decimal(`${1 + Math.round(1500 * (Math.sin(day / 4) - Math.sin(29 / 4)) + 60 * (day - 29)) / 80_000}`);

function serveWallet(server: FakeBackend, isLong: boolean): void {
  const group = (holdings: readonly Holding[]) => ({ balances: holdings.map(balanceOf), usdtTotal: null });
  const wallet = {
    spot: { balances: spotOf(isLong), usdtTotal: null },
    futures: group([['USDT', '2500', '1589.742']]),
    option: group([['USDT', '1000', '100']]),
    trust: group([['USDT', '2000', '1000']]),
  };
  server.on(getWallet, () => build(getWallet.answer, { ...wallet, legal: undefined }));
  server.on(listUserCurrencies, () => [...MOVABLE]);
  const equity = add(ZERO, ...Object.values(wallet).flatMap(({ balances }) => balances.map(worthOf)));
  const midnight = Math.floor(Date.now() / DAY_MS) * DAY_MS;
  const ends = Array.from({ length: 30 }, (_, day) => ({
    at: new Date(midnight - (29 - day) * DAY_MS).toISOString(),
    equity: round(multiply(equity, shareOn(day - 1)), 2, 'half-even'),
  }));
  const since = (days: number) => {
    const base = ends.at(-days)?.equity ?? equity;
    const amount = subtract(equity, base);
    return { amount, percent: percentOf(amount, base), base };
  };
  const profits = { today: since(1), days7: since(7), days30: since(30) };
  const asOf = hoursAgo(0);
  const curve = [...ends, { at: asOf, equity }];
  server.on(getPerformance, () => performanceOf({ equity, ...profits, curve, amounts: undefined, asOf }));
  server.on(getCosts, () => ({ since: hoursAgo(24 * 600), positions: costsOf(isLong) }));
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
  server.on(getCosts, () => ({ since: null, positions: [] }));
  serveWithdrawalTerms(server, ZERO, 3);
  server.on(getPerformance, () =>
    performanceOf({ equity: ZERO, today: nothing, days7: nothing, days30: nothing, curve: [], amounts: [] }),
  );
}

const placed = (hours: number) => ({ createdAt: hoursAgo(hours), updatedAt: hoursAgo(hours) });

const OCO = {
  ...placed(21),
  groupId: 10 as unknown as NonNullable<Order['groupId']>,
  side: 'sell',
  quantity: decimal('0.02'),
} as const;

const ORDERS: readonly Order[] = [
  waitingOrder({
    ...placed(1),
    id: 13 as Order['id'],
    side: 'sell',
    orderType: 'trailing_stop',
    price: null,
    quantity: decimal('0.05'),
    trailFraction: decimal('0.03'),
    extremePrice: decimal('60120'),
    triggerPrice: decimal('58316.4'),
    timeInForce: 'gtd',
    expiresAt: '2026-01-09T12:00:00.000Z',
  }),
  waitingOrder({
    id: 12 as Order['id'],
    status: 'completed',
    price: decimal('60150'),
    filledQuantity: decimal('0.5'),
    averagePrice: decimal('60120.14'),
    fee: decimal('0.0002'),
    feeCurrency: 'BTC',
    maxSlippage: null,
    createdAt: hoursAgo(4),
    updatedAt: hoursAgo(3),
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
  waitingOrder({ ...placed(22), id: 9 as Order['id'], price: decimal('57000'), quantity: decimal('0.015') }),
  waitingOrder({
    id: 8 as Order['id'],
    side: 'sell',
    price: decimal('61800'),
    quantity: decimal('0.2'),
    filledQuantity: decimal('0.1'),
    averagePrice: decimal('61800'),
    fee: decimal('2.472'),
    feeCurrency: 'USDT',
    createdAt: hoursAgo(23),
    updatedAt: hoursAgo(20),
  }),
  waitingOrder({
    ...placed(26),
    id: 7 as Order['id'],
    orderType: 'stop_limit',
    stopPrice: decimal('62500'),
    price: decimal('62600'),
    quantity: decimal('0.02'),
  }),
  waitingOrder({
    id: 5 as Order['id'],
    status: 'cancelled',
    cancelReason: 'user',
    price: decimal('56500'),
    createdAt: hoursAgo(40),
    updatedAt: hoursAgo(35),
  }),
];

function serveOrders(server: FakeBackend): void {
  server.on(listOrders, ({ status, isOver }) =>
    ORDERS.filter((order) => {
      if (isOver === true) return order.status !== 'waiting';
      return status === undefined || order.status === status;
    }),
  );
  const pair = {
    symbol: 'BTC/USDT',
    ...(MARKETS[0] !== undefined && { baseId: MARKETS[0].baseId, quoteId: MARKETS[0].quoteId }),
  };
  // Together the completed order, and the filled part of the other one; each with the fee of the user's fee group.
  const fills = rowsLike(
    build(listFills.answer),
    (
      [
        [12, 'buy', '60118.25', '0.12', '0.000048', 'BTC', 3],
        [12, 'buy', '60121', '0.18', '0.000072', 'BTC', 3.1],
        [12, 'buy', '60120.5', '0.2', '0.00008', 'BTC', 3.2],
        [8, 'sell', '61800', '0.1', '2.472', 'USDT', 20],
      ] as const
    ).map(([order, side, price, quantity, fee, feeCurrency, hours], place) => ({
      ...pair,
      id: (30 - place) as Fill['id'],
      orderId: order as Fill['orderId'],
      side,
      price: decimal(price),
      quantity: decimal(quantity),
      fee: decimal(fee),
      feeCurrency,
      role: 'maker' as const,
      at: hoursAgo(hours),
    })),
  );
  server.on(listFills, ({ orderId, side }) =>
    fills.filter((fill) => (orderId ?? fill.orderId) === fill.orderId && (side ?? fill.side) === fill.side),
  );
}

/** Orders and executions of the ledger entries of trading. */
const TRADES: Readonly<Record<string, EntryTrade>> = {
  spot_fill: { symbol: 'BTC/USDT', side: 'sell', price: decimal('60210.8'), plan: undefined },
  spot_hold: { symbol: 'ETH/USDT', side: 'buy', price: decimal('2850'), plan: undefined },
};

function serveRecords(server: FakeBackend, isLong: boolean): void {
  serveResults(server, isLong);
  // Newest first, so the balances are counted back from those of the wallet.
  const balances = { spot: spotOf(isLong)[0]?.available ?? ZERO, options: decimal('1000'), futures: decimal('2500') };
  const left: Record<string, Decimal> = { ...balances, trust: decimal('2000') };
  const rows = (
    [
      ['deposit', '1000', 'spot', 'deposit:13', 2],
      ['withdraw_hold', '-100', 'spot', 'withdrawal:23', 2.5],
      ['transfer', '-500', 'spot', 'transfer:1', 6],
      ['spot_fill', '6177.528', 'spot', 'fill:27', 20],
      ['spot_hold', '-855', 'spot', 'order:9', 22],
      ['trust_interest', '0.1', 'trust', 'trust:17', 27],
      ['option_win', '185', 'option', 'option:18', 31],
      ['contract_fee', '-1.5', 'futures', 'position:8', 39],
    ] as const
  ).map(([kind, amount, account, reference, hours], place) => {
    const value = isLong
      ? decimal(amount.startsWith('-') ? '-98765432.12345678' : '98765432.12345678')
      : decimal(amount);
    const after = left[account] ?? ZERO;
    const before = subtract(after, value);
    left[account] = before;
    const isHold = kind === 'spot_hold' || kind === 'withdraw_hold';
    return entryOf(40 - place, {
      kind,
      account,
      value,
      availableChange: value,
      ...(isHold && { heldChange: subtract(ZERO, value) }),
      before,
      after,
      reference,
      isHold,
      trade: TRADES[kind],
      at: hoursAgo(hours),
    });
  });
  server.on(listEntries, () => ({ rows, total: rows.length, limit: 20 }));
  const transfers = [
    transferOf({ at: hoursAgo(6) }),
    transferOf({ id: 2, from: 'trust', to: 'spot', at: hoursAgo(27) }),
  ];
  server.on(listTransfers, () => build(listTransfers.answer, { rows: transfers, nextPageUrl: null }));
  const [side] = build(listTransferSides.answer).rows;
  if (side === undefined) throw new Error('the example has no rows');
  const sides = transfers.map((transfer) => ({ ...side, ...transfer, value: transfer.amount, transfer }));
  server.on(listTransferSides, () => build(listTransferSides.answer, { rows: sides, nextPageUrl: null }));
}

const PAID = { paymentId: '7c2d9e41b06f58a3d1947be25c80f36a9e13d75b42c6089fe1a7d3508b6c94f2', payer: null } as const;

const deposits = (isLong: boolean): Deposit[] => [
  depositOf({ ...PAID, id: 14 as Deposit['id'], proof: PROOF, amount: decimal(isLong ? '98765432.123456' : '250') }),
  depositOf({
    ...PAID,
    id: 13 as Deposit['id'],
    status: 'passed',
    at: hoursAgo(5),
    reviewedAt: hoursAgo(2),
    isTest: true,
  }),
  depositOf({
    ...PAID,
    id: 12 as Deposit['id'],
    status: 'rejected',
    proof: PROOF,
    at: hoursAgo(45),
    reviewedAt: hoursAgo(40),
    rejectReason: isLong
      ? 'The picture does not show the transfer, its amount, its time and its network whole'
      : 'The amount on the picture is another one.',
  }),
];

/** The user's own wallet, so not the addresses for deposits. */
const COLD = {
  TRC20: 'TBJLhpau87HQCDAW4yUyAS3kN3Uo6QMnuA',
  ERC20: '0xfB6916095ca1df60bB79Ce92cE3Ea74c37c5d359',
} as const;
const SENT = {
  paymentId: 'e05b83f7a914c26d7f3e90b1d86524ca13b7f9e8205d64ac98317eb0f52c6d49',
  address: COLD.TRC20,
  remark: 'To the cold wallet',
  at: hoursAgo(2.5),
} as const;

const withdrawals: readonly Withdrawal[] = [
  withdrawalOf({ ...SENT, id: 23 as Withdrawal['id'], paymentId: null }),
  withdrawalOf({
    ...SENT,
    id: 22 as Withdrawal['id'],
    status: 'passed',
    at: hoursAgo(33),
    closedAt: hoursAgo(30),
    explorerUrl: `https://explorer.example/tx/${SENT.paymentId}`,
  }),
  withdrawalOf({
    ...SENT,
    id: 21 as Withdrawal['id'],
    status: 'cancelled',
    at: hoursAgo(51),
    closedAt: hoursAgo(50),
    paymentId: null,
  }),
];

function serveWithdrawalTerms(server: FakeBackend, available: Decimal, leftToday = 2): void {
  server.on(getWithdrawalTerms, ({ channelId }) =>
    termsOf({
      channelId,
      available,
      leftToday,
      isBank: channelId === BANK.id,
      isBookClosed: false,
      holds: [{ cause: 'address', addressId: ADDRESSES.at(-1)?.id, until: hoursAgo(-19) }],
    }),
  );
}

function serveWays(server: FakeBackend, isLong: boolean): void {
  // The bank of the user's own account.
  const bank = BANK.bank && { ...BANK.bank, swift: SWIFT };
  server.on(getDepositTerms, () => [USDT, { ...BANK, bank }]);
  server.on(listDeposits, () => pageOfDeposits(deposits(isLong)));
  serveWithdrawalTerms(server, spotOf(isLong)[0]?.available ?? ZERO);
  server.on(listWithdrawals, () => pageOfWithdrawals([...withdrawals]));
  const label = isLong ? 'Hardware wallet in the safe of the harbour master' : 'Cold wallet';
  server.on(listWithdrawalAddresses, () =>
    ADDRESSES.map((saved) => ({ ...saved, address: COLD[saved.chain === 'ERC20' ? 'ERC20' : 'TRC20'], label })),
  );
  server.on(getBankCard, () =>
    build(getBankCard.answer, {
      holder: isLong ? LONG_NAME : 'Ann Harbour',
      bankName: isLong ? LONG_BANK : 'Harbour Bank',
      accountNumber: '2100 0418 4502 0005 1332',
      branch: 'Abando',
      bankAddress: '1 Harbour Street, Bilbao',
      payeeAddress: '1 Example Quay, Bilbao',
      postalCode: '48001',
      swift: SWIFT,
      iban: 'ES9121000418450200051332',
      banks: [],
    }),
  );
}

const THIS_DEVICE: Partial<Session> = {
  id: 1 as Session['id'],
  isCurrent: true,
  browser: 'Chrome 142',
  system: 'Android 16',
  device: 'Pixel 9',
  ip: '192.0.2.7',
  country: 'ES',
};

/** The session of a new account: the device that shows the page. */
export function serveOneSession(server: FakeBackend): void {
  const times = { createdAt: hoursAgo(1), lastSeenAt: hoursAgo(0) };
  server.on(listSessions, () => rowsLike(build(listSessions.answer), [{ ...THIS_DEVICE, ...times }]));
}

function serveSafety(server: FakeBackend, isLong: boolean): void {
  const level = { rejectReason: null, submittedAt: hoursAgo(90), reviewedAt: hoursAgo(80) };
  server.on(getIdentity, () =>
    build(getIdentity.answer, {
      basic: { ...level, status: 'verified' },
      advanced: { status: 'none', rejectReason: null, submittedAt: null, reviewedAt: null },
      country: 'ES',
      name: isLong ? LONG_NAME : 'Ann Harbour',
      idNumberMasked: 'TK******88',
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
  const sessions = rowsLike(build(listSessions.answer), [
    { ...THIS_DEVICE, createdAt: hoursAgo(301), lastSeenAt: hoursAgo(0) },
    {
      id: 2 as Session['id'],
      isCurrent: false,
      browser: 'Firefox 144',
      system: 'Windows 11',
      device: '',
      ip: '192.0.2.7',
      country: 'ES',
      createdAt: hoursAgo(700),
      lastSeenAt: hoursAgo(2),
    },
    {
      id: 3 as Session['id'],
      isCurrent: false,
      browser: 'Safari 26',
      system: 'iOS 26',
      device: 'iPad',
      ip: '198.51.100.24',
      country: 'PT',
      createdAt: hoursAgo(900),
      lastSeenAt: hoursAgo(50),
    },
  ]);
  server.on(listSessions, () => sessions);
  const name = isLong ? 'The blue telephone that lies at home in the drawer of the kitchen' : 'Pixel 9';
  server.on(listPasskeys, () =>
    rowsLike(build(listPasskeys.answer), [{ name, createdAt: hoursAgo(300), lastUsedAt: hoursAgo(5) }]),
  );
  const place = { device: 'Chrome 142, Android 16, Pixel 9', country: 'ES' };
  const events = rowsLike(build(listSecurityEvents.answer).events, [
    {
      ...place,
      id: 'security:3',
      kind: 'fund_password_changed',
      title: 'Fund password changed',
      text: 'If this was not you, contact support now. Withdrawals were on hold until 2025-12-25 19:04 UTC.',
      at: hoursAgo(200),
    },
    {
      ...place,
      id: 'security:2',
      kind: 'factor_added',
      title: 'Passkey added',
      text: 'Pixel 9. Withdrawals may be on hold for a while. If this was not you, contact support now.',
      at: hoursAgo(300),
    },
    {
      ...place,
      id: 'security:1',
      kind: 'login_new_device',
      title: 'Login from a new device',
      text: 'Chrome 142, Android 16, Pixel 9, ES. If this was not you, change your password now.',
      at: hoursAgo(301),
    },
  ]);
  server.on(listSecurityEvents, () => ({ events, next: null }));
  server.on(hasFundPassword, () => 'set' as const);
  server.on(getAppConfig, () => build(getAppConfig.answer, { isSandbox: true, withdrawalHoldHours: 24 }));
  server.on(getAccountClosing, () => build(getAccountClosing.answer, { closesAt: hoursAgo(-24 * 6), obstacles: [] }));
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
  server.on(getPublishedLimits, () =>
    build(getPublishedLimits.answer, {
      levels,
      groups,
      version: 2,
      effectiveAt: hoursAgo(300),
      next: null,
      markets: MARKETS.map(({ id, base, makerFeeRate = ZERO, takerFeeRate = ZERO }) => ({
        id,
        symbol: `${base}/USDT`,
        makerFeeRate,
        takerFeeRate,
      })),
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
  server.on(getTradingBreak, () => ({ until: null, isFrozen: false, productsOff: [] }));
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
        firedAt: hoursAgo(24),
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
