/** Every money call with a request for it and a way to count its effects. */
import { randomUUID } from 'node:crypto';
import { sql, type SQL } from 'drizzle-orm';
import type { Call, RequestOf } from '@halyard/contract/call';
import { removeBankCard, saveBankCard } from '@halyard/contract/bank/calls';
import {
  addMargin,
  cancelPosition,
  closePosition,
  closePositions,
  openPosition,
  reversePosition,
  setStops,
} from '@halyard/contract/futures/calls';
import type { FuturesPosition } from '@halyard/contract/futures/positionCodec';
import { acceptConvert, quoteConvert } from '@halyard/contract/convert/calls';
import { createPlan, editPlan, setPlan } from '@halyard/contract/convert/planCalls';
import { declareDeposit } from '@halyard/contract/deposits/calls';
import { startTradingBreak } from '@halyard/contract/limits/breakCalls';
import { cancelSubscription, subscribe, type Subscription } from '@halyard/contract/launchpad/calls';
import { buyOption, setSelfLimits } from '@halyard/contract/options/calls';
import { transferFunds } from '@halyard/contract/wallet/transferCalls';
import { fundAccount } from '@halyard/contract/sandbox/calls';
import type { Order } from '@halyard/contract/spot/calls';
import { cancelAllOrders, cancelOrder, placeOrder, replaceOrder } from '@halyard/contract/spot/mutationCalls';
import { buyTrust, getRenewalOffer, redeemTrust, setRenewal } from '@halyard/contract/trust/calls';
import {
  addWithdrawalAddress,
  cancelWithdrawal,
  removeWithdrawalAddress,
  withdraw,
} from '@halyard/contract/withdrawals/calls';
import { decimal } from '@halyard/contract/money';
import { uploadPathOf } from '@halyard/contract/uploads/rules';
import { HOUR_MS } from '@halyard/contract/time';
import { rowsOf } from '../db/database.ts';
import { ADDRESS, askWithdrawal, CARD, CHANNEL, FUND_PASSWORD, giveCard, proofOf, type Withdrawer } from './funding.ts';
import { CURRENCY } from './ledgerFixtures.ts';
import { marketIdOf } from './optionMarket.ts';
import { publishTestOffering } from './offeringDesk.ts';
import type { TestServer } from './testServer.ts';

/** The user of a request, and the server. */
type Scene = { readonly server: TestServer; readonly user: Withdrawer };

type PendingRequest<C extends Call> = Omit<RequestOf<C>, 'clientRequestId'>;

/** A money call for tests that go through all of them. */
export type MoneyMutationCase<C extends Call = Call> = {
  readonly call: C;
  /** Prepares a request, and returns it. */
  readonly request: (scene: Scene) => PendingRequest<C> | Promise<PendingRequest<C>>;
  /** Number of effects, from the database. */
  readonly countEffects: (server: Pick<TestServer, 'db'>, userId: number) => Promise<number>;
  /** Its label in the app. */
  readonly label: string;
};

/** `effects` selects a row each time that it was done. */
type Declared<C extends Call> = Omit<MoneyMutationCase<C>, 'countEffects'> & {
  readonly effects: (userId: number) => SQL;
};

const of = <C extends Call>(one: Declared<C>): MoneyMutationCase => {
  const { effects, ...rest } = one as unknown as Declared<Call>;
  return { ...rest, countEffects: async ({ db }, userId) => (await rowsOf(db, effects(userId))).length };
};

const PAIR = { baseId: CURRENCY.BTC, quoteId: CURRENCY.USDT } as const;
// Far below the market, so that it stays open.
const BID = { ...PAIR, side: 'buy', quantity: decimal('0.001'), price: decimal('20000') } as const;

const bid = ({ server, user: { token } }: Scene): Promise<Order> => server.call(placeOrder, BID, { token });
const entries = (kind: string) => (userId: number) =>
  sql`
  select distinct e.id from ledger_entries e join ledger_postings p on p.entry_id = e.id join ledger_accounts a on a.id = p.account_id
  where a.user_id = ${userId} and e.kind = ${kind}`;
const happenings = (kind: string) => (userId: number) =>
  sql`select id from user_events where user_id = ${userId} and facts ->> 'kind' = ${kind}`;

/** A picture that was uploaded. */
async function proof({ server, user }: Scene): Promise<string> {
  const id = randomUUID();
  await server.db.execute(
    sql`insert into uploads (id, user_id, media_type, extension, bytes, sha256) values (${id}, ${user.id}, 'image/png', 'png', 1, '')`,
  );
  return uploadPathOf({ id, extension: 'png' });
}

/** A price is fresh however long a page takes: the exchange uses its time where it is ahead of the clock. */
function planRequest() {
  return { currencyId: CURRENCY.BTC, amount: decimal('100'), every: 'month' as const, day: 31, hour: 7 };
}

async function optionRequest({ server, user }: Scene) {
  const at = new Date(Date.now() + HOUR_MS).toISOString();
  await server.feed.append('BTC/USDT', { price: '30000', at });
  await server.fund(user, CURRENCY.USDT, '10', 'option');
  const marketId = await marketIdOf(server.db, 'BTC/USDT');
  return { marketId, currencyId: CURRENCY.USDT, direction: 'up', seconds: 60, stake: decimal('10') } as const;
}

const POSITION = { ...PAIR, lots: 5, leverage: 20, side: 'long', kind: 'market' } as const;

async function positionRequest({ server, user }: Scene) {
  const at = new Date(Date.now() + HOUR_MS).toISOString();
  await server.feed.append('BTC/USDT', { price: '30000', at });
  await server.fund(user, CURRENCY.USDT, '1000', 'futures');
  return POSITION;
}

async function openedPosition(scene: Scene, changes: Partial<RequestOf<typeof openPosition>> = {}) {
  const request = { ...(await positionRequest(scene)), ...changes, clientRequestId: randomUUID() };
  return (await scene.server.call(openPosition, request, { token: scene.user.token })) as FuturesPosition;
}

const TRUST = { product: 1, amount: decimal('100') } as const;

async function activeOrder({ server, user }: Scene) {
  await server.fund(user, CURRENCY.USDT, '100', 'trust');
  const answer = await server.call(buyTrust, { ...TRUST, clientRequestId: randomUUID() }, { token: user.token });
  if (typeof answer === 'string') throw new Error(`a text and no order: ${answer}`);
  return { id: answer.id };
}

async function subscriptionRequest({ server }: Scene) {
  return { offeringId: await publishTestOffering(server.db, server.clock.nowMs() - 1000), amount: decimal('50') };
}

const positions = (which: SQL) => (userId: number) =>
  sql`select id from futures_positions where user_id = ${userId} and ${which}`;

/** Every call that moves money, or adds a target for it. */
export const MONEY_WRITE_CASES: readonly MoneyMutationCase[] = [
  of({ call: placeOrder, request: () => BID, effects: entries('spot_hold'), label: 'Order (BTC/USDT)' }),
  of({
    call: replaceOrder,
    request: async (scene) => ({ id: (await bid(scene)).id, quantity: BID.quantity, price: decimal('21000') }),
    effects: (userId) => sql`select id from spot_orders where user_id = ${userId} and replaces_id is not null`,
    label: 'Order change (BTC/USDT)',
  }),
  of({
    call: cancelOrder,
    request: async (scene) => ({ id: (await bid(scene)).id }),
    effects: entries('spot_release'),
    label: 'Order cancellation (BTC/USDT)',
  }),
  of({
    call: cancelAllOrders,
    request: async (scene) => {
      await bid(scene);
      return PAIR;
    },
    effects: entries('spot_release'),
    label: 'Cancellation of all orders (1)',
  }),
  of({
    call: declareDeposit,
    request: async (scene) => ({
      channelId: CHANNEL.USDT,
      chain: 'TRC20' as const,
      amount: decimal('1000'),
      proof: await proof(scene),
    }),
    effects: (userId) => sql`select id from deposits where user_id = ${userId}`,
    label: 'Deposit (1,000.00 USDT)',
  }),
  of({
    call: withdraw,
    request: ({ user: { addressId } }) => ({
      channelId: CHANNEL.USDT,
      amount: decimal('100'),
      addressId,
      fundPassword: FUND_PASSWORD,
    }),
    effects: entries('withdraw_hold'),
    label: 'Withdrawal request (100.00 USDT)',
  }),
  of({
    call: cancelWithdrawal,
    request: async ({ server, user }) => ({ id: (await askWithdrawal(server, user)).id }),
    effects: entries('withdraw_release'),
    label: 'Withdrawal cancellation (100.00 USDT)',
  }),
  of({
    call: transferFunds,
    request: () => ({ currencyId: CURRENCY.USDT, from: 'spot' as const, to: 'option' as const, amount: decimal('5') }),
    effects: (userId) => sql`select id from transfers where user_id = ${userId}`,
    label: 'Transfer (5.00 USDT)',
  }),
  of({
    call: acceptConvert,
    request: async ({ server, user: { token } }) => {
      const quoted = { fromId: CURRENCY.USDT, toId: CURRENCY.BTC, amount: decimal('300') };
      return { quote: (await server.call(quoteConvert, quoted, { token })).id, to: 'BTC' };
    },
    effects: entries('convert'),
    label: 'Convert (0.00997804 BTC)',
  }),
  of({
    call: createPlan,
    request: planRequest,
    effects: (userId) => sql`select id from convert_plans where user_id = ${userId}`,
    label: 'New recurring buy (100.00 USDT, BTC)',
  }),
  of({
    call: editPlan,
    request: async ({ server, user: { token } }) => {
      const plan = await server.call(createPlan, { ...planRequest(), clientRequestId: randomUUID() }, { token });
      return { id: plan.id, amount: decimal('25'), every: 'day' as const, hour: 8 };
    },
    effects: (userId) => sql`select id from convert_plans where user_id = ${userId} and amount = 25`,
    label: 'Recurring buy change (25.00 USDT, BTC)',
  }),
  of({
    call: setPlan,
    request: async ({ server, user: { token } }) => {
      const plan = await server.call(createPlan, { ...planRequest(), clientRequestId: randomUUID() }, { token });
      return { id: plan.id, status: 'paused' as const };
    },
    effects: (userId) => sql`select id from convert_plans where user_id = ${userId} and status = 'paused'`,
    label: 'Recurring buy change (100.00 USDT, BTC)',
  }),
  of({
    call: buyOption,
    request: optionRequest,
    effects: entries('option_open'),
    label: 'Option (BTC/USDT, 10.00 USDT)',
  }),
  of({
    call: openPosition,
    request: positionRequest,
    effects: entries('contract_open'),
    label: 'Position (BTC/USDT, 5)',
  }),
  of({
    call: closePosition,
    request: async (scene) => ({ id: (await openedPosition(scene)).id }),
    effects: entries('contract_close'),
    label: 'Position close (BTC/USDT, 5)',
  }),
  of({
    call: setStops,
    request: async (scene) => ({ id: (await openedPosition(scene)).id, stopLoss: decimal('29500') }),
    effects: positions(sql`stop_loss = 29500`),
    label: 'Position change (BTC/USDT, 5)',
  }),
  of({
    call: cancelPosition,
    request: async (scene) => ({
      id: (await openedPosition(scene, { kind: 'limit', targetPrice: decimal('20000') })).id,
    }),
    effects: entries('contract_cancel'),
    label: 'Order cancellation (BTC/USDT, 5)',
  }),
  of({
    call: closePositions,
    request: async (scene) => {
      await openedPosition(scene);
      return {};
    },
    effects: entries('contract_close'),
    label: 'Position close (1)',
  }),
  of({
    call: addMargin,
    request: async (scene) => ({ id: (await openedPosition(scene)).id, amount: decimal('10') }),
    effects: entries('contract_add_margin'),
    label: 'Position change (BTC/USDT, 5)',
  }),
  of({
    call: reversePosition,
    request: async (scene) => ({ id: (await openedPosition(scene)).id }),
    effects: positions(sql`side = 'short'`),
    label: 'Position close (BTC/USDT, 5)',
  }),
  of({
    call: subscribe,
    request: subscriptionRequest,
    effects: entries('subscription_hold'),
    label: 'Subscription to a new coin (NOVA, 50.00 USDT)',
  }),
  of({
    call: cancelSubscription,
    request: async (scene) => {
      const request = { ...(await subscriptionRequest(scene)), clientRequestId: randomUUID() };
      const answer = await scene.server.call(subscribe, request, { token: scene.user.token });
      return { id: (answer as Subscription).id };
    },
    effects: entries('subscription_release'),
    label: 'Subscription cancellation (NOVA, 50.00 USDT)',
  }),
  of({
    call: setSelfLimits,
    request: () => ({ dailyStake: decimal('100') }),
    effects: (userId) => sql`select from option_limits where user_id = ${userId} and daily_stake = 100`,
    label: 'Your own limits',
  }),
  of({
    call: startTradingBreak,
    request: () => ({ days: 7 }),
    effects: happenings('break_started'),
    label: 'Break from trading',
  }),
  of({
    call: fundAccount,
    request: () => ({ currencyId: CURRENCY.BTC, account: 'spot' as const, amount: decimal('2') }),
    effects: (userId) => sql`${entries('sandbox_fund')(userId)} and a.currency_id = ${CURRENCY.BTC}`,
    label: 'Test funds',
  }),
  of({
    call: saveBankCard,
    request: async ({ server, user }) => ({ ...CARD, fundPassword: FUND_PASSWORD, ...(await proofOf(server, user)) }),
    effects: happenings('bank_card_bound'),
    label: 'Bank account',
  }),
  of({
    call: removeBankCard,
    request: async ({ server, user }) => {
      await giveCard(server, user.id);
      return { accountNumber: CARD.accountNumber };
    },
    effects: happenings('bank_card_removed'),
    label: 'Removal of bank account',
  }),
  of({
    call: addWithdrawalAddress,
    request: async ({ server, user }) => ({
      channelId: CHANNEL.USDT,
      chain: 'ERC20' as const,
      address: ADDRESS.ERC20,
      fundPassword: FUND_PASSWORD,
      code: (await proofOf(server, user)).code,
    }),
    effects: happenings('address_added'),
    label: 'New withdrawal address',
  }),
  of({
    call: removeWithdrawalAddress,
    request: ({ user: { addressId } }) => ({ id: addressId }),
    effects: happenings('address_removed'),
    label: 'Removal of withdrawal address',
  }),
  of({
    call: buyTrust,
    request: async ({ server, user }) => {
      await server.fund(user, CURRENCY.USDT, '100', 'trust');
      return TRUST;
    },
    effects: entries('trust_open'),
    label: 'Earn purchase (100.00 USDT)',
  }),
  of({
    call: redeemTrust,
    request: activeOrder,
    effects: entries('trust_redeem'),
    label: 'Earn redemption (100.00 USDT)',
  }),
  of({
    call: setRenewal,
    request: async (scene) => {
      const { id } = await activeOrder(scene);
      const { termsHash } = await scene.server.call(getRenewalOffer, { id }, { token: scene.user.token });
      return { id, renewal: 'principal' as const, termsHash: termsHash ?? '' };
    },
    effects: (userId) => sql`select id from trust_orders where user_id = ${userId} and renewal = 'principal'`,
    label: 'Earn renewal (100.00 USDT)',
  }),
];
