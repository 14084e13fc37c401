// For every call that takes the id of a user's record: another user's id gets exactly the answer of a missing one. The
// calls are found in the contract, so a new one without a row below fails.
import { randomUUID } from 'node:crypto';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type * as z from 'zod/mini';
import type { Call, RequestOf } from '@halyard/contract/call';
import { ALL_CALLS } from '@halyard/contract/allCalls';
import { listChatMessages, readChat, sendChatMessage } from '@halyard/contract/chat/calls';
import { createPlan, editPlan, getPlan, listPlanRuns, setPlan } from '@halyard/contract/convert/planCalls';
import { getLoggedPosition } from '@halyard/contract/futures/loggedPositionCalls';
import {
  listPositions,
  addMargin,
  cancelPosition,
  closePosition,
  openPosition,
  reversePosition,
  setStops,
} from '@halyard/contract/futures/calls';
import { declareDeposit, listDeposits } from '@halyard/contract/deposits/calls';
import { submitAdvancedIdentity } from '@halyard/contract/identity/calls';
import { getLoggedReceipt } from '@halyard/contract/transparency/calls';
import * as ids from '@halyard/contract/ids';
import { cancelSubscription, subscribe } from '@halyard/contract/launchpad/calls';
import { buyOption, getOption, listOptions } from '@halyard/contract/options/calls';
import { revokeSessions } from '@halyard/contract/security/calls';
import { removePriceAlert } from '@halyard/contract/price-alerts/calls';
import { removePasskey, renamePasskey } from '@halyard/contract/security/passkeyCalls';
import { listFills, listOrders } from '@halyard/contract/spot/calls';
import { cancelGroup, cancelOrder, placeEntry, placeOrder, replaceOrder } from '@halyard/contract/spot/mutationCalls';
import {
  buyTrust,
  getTrustOrder,
  listTrustInterest,
  listTrustOrders,
  getRenewalOffer,
  quoteRedemption,
  redeemTrust,
  setRenewal,
} from '@halyard/contract/trust/calls';
import {
  cancelWithdrawal,
  listWithdrawals,
  removeWithdrawalAddress,
  withdraw,
} from '@halyard/contract/withdrawals/calls';
import { decimal } from '@halyard/contract/money';
import { wireFields } from '@halyard/contract/testing/httpCaller';
import {
  askDeposit,
  askWithdrawal,
  CHANNEL,
  FUND_PASSWORD,
  openWithdrawer,
  type Withdrawer,
} from './testing/funding.ts';
import { CURRENCY } from './testing/ledgerFixtures.ts';
import { publishTestOffering } from './testing/offeringDesk.ts';
import { marketIdOf } from './testing/optionMarket.ts';
import { givePasskey, openOtherSession, sendTwoMessages, setPriceAlert } from './testing/ownedThings.ts';
import { startTestServer, type TestServer } from './testing/testServer.ts';
import { givePicture } from './testing/uploads.ts';

/** Ids of the catalogue, which are public. */
const PUBLIC_IDS: readonly string[] = ['currencyId', 'marketId', 'channelId', 'articleId', 'offeringId'];
const OWNED_IDS = new Set<unknown>(
  Object.entries(ids).flatMap(([name, codec]) => (PUBLIC_IDS.includes(name) ? [] : [codec])),
);
const MISSING_ID = 2_147_483_647;

type Answer = { readonly status: number; readonly body: string };

/** A call and the field that names the owner's record. */
type Row<C extends Call = Call> = {
  readonly call: C;
  /** Wire name. */
  readonly field: string;
  /** Creates a record of the owner; returns its id, or the path that names it. */
  readonly make: (owner: Withdrawer) => Promise<number | string>;
  readonly missing: number | string;
  /** `picture` belongs to the caller. */
  readonly request: (named: never, picture: string) => RequestOf<C>;
};

let server: TestServer;
let owner: Withdrawer;
let stranger: Withdrawer;
beforeAll(async () => {
  server = await startTestServer();
  await server.feed.append('BTC/USDT', { price: '20000' });
  [owner, stranger] = [await openWithdrawer(server), await openWithdrawer(server)];
  for (const user of [owner, stranger]) pictures.set(user, await givePicture(server, user));
});
afterAll(() => server.close());

const pictures = new Map<Withdrawer, string>();
function pictureOf(user: Withdrawer): string {
  return pictures.get(user) ?? '';
}

const BTC_USDT = { baseId: CURRENCY.BTC, quoteId: CURRENCY.USDT } as const;
const order = async ({ token }: Withdrawer, price: string | undefined) => {
  const request = { ...BTC_USDT, side: 'buy', quantity: decimal('0.001') } as const;
  const kind = price === undefined ? ({ orderType: 'market' } as const) : { price: decimal(price) };
  return (await server.call(placeOrder, { ...request, ...kind }, { token })).id;
};
/** Creates two records, so that a list has one after the second. */
async function second<T>(user: Withdrawer, make: (user: Withdrawer) => Promise<T>): Promise<T> {
  await make(user);
  return make(user);
}
const group = async ({ token }: Withdrawer) => {
  const entry = { side: 'buy', orderType: 'limit', quantity: decimal('0.001'), price: decimal('19000') } as const;
  const request = { ...BTC_USDT, ...entry, takeProfitPrice: decimal('30000') };
  return (await server.call(placeEntry, request, { token })).groupId;
};
const secondOrder = (user: Withdrawer) => second(user, (of) => order(of, '19000'));
const secondFill = async (user: Withdrawer) => {
  for (let count = 0; count < 2; count += 1) await order(user, undefined);
  return (await server.call(listFills, {}, { token: user.token }))[0]?.id ?? MISSING_ID;
};
const option = async (user: Withdrawer) => {
  // In the future, so that an option opens immediately.
  await server.feed.append('BTC/USDT', { price: '20000', at: new Date(Date.now() + 3_600_000).toISOString() });
  await server.fund(user, CURRENCY.USDT, '10', 'option');
  const marketId = await marketIdOf(server.db, 'BTC/USDT');
  const terms = { direction: 'up', seconds: 30, stake: decimal('10'), clientRequestId: randomUUID() } as const;
  return (await server.call(buyOption, { marketId, currencyId: CURRENCY.USDT, ...terms }, user)).id;
};
const secondOption = (user: Withdrawer) => second(user, (of) => option(of));
const position = async (user: Withdrawer, targetPrice?: string) => {
  await server.feed.append('BTC/USDT', { price: '20000' });
  await server.fund(user, CURRENCY.USDT, '1000', 'futures');
  const kind = targetPrice === undefined ? {} : ({ kind: 'limit', targetPrice: decimal(targetPrice) } as const);
  const request = { ...BTC_USDT, lots: 1, leverage: 2, side: 'long', ...kind, clientRequestId: randomUUID() } as const;
  const answer = await server.call(openPosition, request, user);
  return typeof answer === 'string' ? MISSING_ID : answer.id;
};
const secondPosition = (user: Withdrawer) => second(user, (of) => position(of));
const trustOrder = async (user: Withdrawer) => {
  await server.fund(user, CURRENCY.USDT, '100', 'trust');
  const request = { product: 1, amount: decimal('100'), clientRequestId: randomUUID() };
  const answer = await server.call(buyTrust, request, user);
  return typeof answer === 'string' ? MISSING_ID : answer.id;
};
const secondTrustOrder = (user: Withdrawer) => second(user, (of) => trustOrder(of));
/** An order with one paid day. */
const paidTrustOrder = async (user: Withdrawer) => {
  const id = await trustOrder(user);
  await server.db.execute(sql`insert into trust_interest (order_id, day, user_id, date, amount, paid_at)
    values (${id}, 1, ${user.id}, '2026-11-25', 0.4, now())`);
  return id;
};
const plan = async (user: Withdrawer) => {
  const request = { currencyId: CURRENCY.BTC, amount: decimal('10'), every: 'day', hour: 7 } as const;
  return (await server.call(createPlan, { ...request, clientRequestId: randomUUID() }, user)).id;
};
const planOfRuns: { id: ids.PlanId } = { id: MISSING_ID as ids.PlanId };
/** The later of two dates of a plan. */
const secondRun = async (user: Withdrawer) => {
  planOfRuns.id = await plan(user);
  await server.db.execute(sql`insert into convert_plan_runs (plan_id, user_id, due_at, at, skipped)
    select ${planOfRuns.id}, ${user.id}, now() + n * interval '1 day', now(), 'balance' from generate_series(1, 2) n`);
  return (await server.call(listPlanRuns, { id: planOfRuns.id }, user))[0]?.id ?? MISSING_ID;
};
const subscription = async (user: Withdrawer) => {
  const offeringId = await publishTestOffering(server.db, server.clock.nowMs() - 1000);
  const request = { offeringId, amount: decimal('10'), clientRequestId: randomUUID() };
  const answer = await server.call(subscribe, request, user);
  return typeof answer === 'string' ? MISSING_ID : answer.id;
};
const deposit = async (user: Withdrawer) =>
  (await askDeposit(server, user, { proof: await givePicture(server, user) })).id;
const withdrawal = async (user: Withdrawer) => (await askWithdrawal(server, user, { amount: decimal('20') })).id;
const otherSession = (user: Withdrawer) => openOtherSession(server, user);
const passkey = (user: Withdrawer) => givePasskey(server, user);
const messages = ({ id }: Withdrawer) => sendTwoMessages(server, id);
const oneMessage = (place: 0 | 1) => async (user: Withdrawer) => (await messages(user))[place] ?? MISSING_ID;

function row<C extends Call>(line: Row<C>): Row {
  return line as unknown as Row;
}

const picture = { make: (user: Withdrawer) => givePicture(server, user), missing: `/upload/${randomUUID()}.png` };
const amount = decimal('1');
const missing = MISSING_ID;
const payment = { channelId: CHANNEL.USDT, amount: decimal('100'), chain: 'TRC20' } as const;
const outgoing = { channelId: CHANNEL.USDT, amount: decimal('20'), fundPassword: FUND_PASSWORD } as const;

const ROWS: readonly Row[] = [
  row({ call: getPlan, field: 'id', make: plan, missing, request: (id) => ({ id }) }),
  row({ call: listPlanRuns, field: 'id', make: plan, missing, request: (id) => ({ id }) }),
  row({
    call: listPlanRuns,
    field: 'after',
    make: secondRun,
    missing,
    request: (after) => ({ id: planOfRuns.id, after }),
  }),
  row({
    call: editPlan,
    field: 'id',
    make: plan,
    missing,
    request: (id) => ({ id, amount, every: 'day', hour: 7 }) as const,
  }),
  row({ call: setPlan, field: 'id', make: plan, missing, request: (id) => ({ id, status: 'ended' as const }) }),
  row({ call: cancelOrder, field: 'id', make: (user) => order(user, '19000'), missing, request: (id) => ({ id }) }),
  row({
    call: replaceOrder,
    field: 'id',
    make: (user) => order(user, '19000'),
    missing,
    request: (id) => ({ id, quantity: decimal('0.002') }),
  }),
  row({ call: cancelGroup, field: 'group_id', make: group, missing, request: (groupId) => ({ groupId }) }),
  row({ call: listOrders, field: 'group_id', make: group, missing, request: (groupId) => ({ groupId }) }),
  row({
    call: listFills,
    field: 'order_id',
    make: (user) => order(user, undefined),
    missing,
    request: (orderId) => ({ orderId }),
  }),
  row({ call: listOrders, field: 'after', make: secondOrder, missing, request: (after) => ({ after }) }),
  row({ call: listFills, field: 'after', make: secondFill, missing, request: (after) => ({ after }) }),
  row({ call: getOption, field: 'id', make: option, missing, request: (id) => ({ id }) }),
  row({ call: getLoggedReceipt, field: 'id', make: option, missing, request: (id) => ({ id }) }),
  row({ call: listOptions, field: 'after', make: secondOption, missing, request: (after) => ({ after }) }),
  row({ call: closePosition, field: 'id', make: (user) => position(user), missing, request: (id) => ({ id }) }),
  row({ call: getLoggedPosition, field: 'id', make: (user) => position(user), missing, request: (id) => ({ id }) }),
  row({ call: setStops, field: 'id', make: (user) => position(user), missing, request: (id) => ({ id }) }),
  row({
    call: cancelPosition,
    field: 'id',
    make: (user) => position(user, '15000'),
    missing,
    request: (id) => ({ id }),
  }),
  row({ call: addMargin, field: 'id', make: (user) => position(user), missing, request: (id) => ({ id, amount }) }),
  row({ call: reversePosition, field: 'id', make: (user) => position(user), missing, request: (id) => ({ id }) }),
  row({ call: listPositions, field: 'after', make: secondPosition, missing, request: (after) => ({ after }) }),
  row({ call: getTrustOrder, field: 'id', make: trustOrder, missing, request: (id) => ({ id }) }),
  row({ call: listTrustOrders, field: 'after', make: secondTrustOrder, missing, request: (after) => ({ after }) }),
  row({ call: quoteRedemption, field: 'id', make: trustOrder, missing, request: (id) => ({ id }) }),
  row({ call: redeemTrust, field: 'id', make: trustOrder, missing, request: (id) => ({ id }) }),
  row({ call: getRenewalOffer, field: 'id', make: trustOrder, missing, request: (id) => ({ id }) }),
  row({
    call: setRenewal,
    field: 'id',
    make: trustOrder,
    missing,
    request: (id) => ({ id, renewal: 'none' as const }),
  }),
  row({ call: listTrustInterest, field: 'id', make: paidTrustOrder, missing, request: (of) => ({ order: of }) }),
  row({ call: cancelSubscription, field: 'id', make: subscription, missing, request: (id) => ({ id }) }),
  row({ call: listDeposits, field: 'id', make: deposit, missing, request: (id) => ({ id }) }),
  row({ call: listWithdrawals, field: 'id', make: withdrawal, missing, request: (id) => ({ id }) }),
  row({ call: cancelWithdrawal, field: 'id', make: withdrawal, missing, request: (id) => ({ id }) }),
  row({
    call: withdraw,
    field: 'address_id',
    make: ({ addressId }) => Promise.resolve(addressId),
    missing,
    request: (addressId) => ({ ...outgoing, addressId }),
  }),
  row({
    call: removeWithdrawalAddress,
    field: 'address_id',
    make: ({ addressId }) => Promise.resolve(addressId),
    missing,
    request: (id) => ({ id }),
  }),
  row({ call: listChatMessages, field: 'before', make: oneMessage(1), missing, request: (before) => ({ before }) }),
  row({ call: listChatMessages, field: 'after', make: oneMessage(0), missing, request: (after) => ({ after }) }),
  row({ call: readChat, field: 'until', make: oneMessage(0), missing, request: (until) => ({ until }) }),
  row({ call: revokeSessions, field: 'id', make: otherSession, missing, request: (id) => ({ id }) }),
  row({
    call: removePriceAlert,
    field: 'id',
    make: (user) => setPriceAlert(server, user),
    missing,
    request: (id) => ({ id }),
  }),
  row({ call: removePasskey, field: 'id', make: passkey, missing, request: (id) => ({ id }) }),
  row({ call: renamePasskey, field: 'id', make: passkey, missing, request: (id) => ({ id, name: 'Old' }) }),
  // Files are named by paths.
  row({ call: declareDeposit, field: 'imgs', ...picture, request: (proof) => ({ ...payment, proof }) }),
  row({ call: declareDeposit, field: 'pic', ...picture, request: (proof) => ({ ...payment, picture: proof }) }),
  row({
    call: submitAdvancedIdentity,
    field: 'front_pic',
    ...picture,
    request: (front, own) => ({ front, back: own, holding: own }),
  }),
  row({
    call: submitAdvancedIdentity,
    field: 'reverse_pic',
    ...picture,
    request: (back, own) => ({ front: own, back, holding: own }),
  }),
  row({
    call: submitAdvancedIdentity,
    field: 'hand_pic',
    ...picture,
    request: (holding, own) => ({ front: own, back: own, holding }),
  }),
  row({
    call: sendChatMessage,
    field: 'picture',
    ...picture,
    request: (path) => ({ clientId: randomUUID(), picture: path }),
  }),
];

/**
 * Receipts are missing for the owner too until the end; the tests of their products cover access by the owner and by
 * key.
 */
const RECEIPTS = /^GET fairness\/(shared_)?(contract_)?receipt id$/;

/** Fields of a call's request that take the id of a record, by wire name. */
function ownedFieldsOf({ request }: Call): string[] {
  const { in: wire } = request._zod.def as unknown as { readonly in: z.core.$ZodObject };
  return Object.entries(wire._zod.def.shape).flatMap(([name, schema]) => (OWNED_IDS.has(bare(schema)) ? [name] : []));
}

function bare(schema: z.core.$ZodType): z.core.$ZodType {
  const { innerType } = schema._zod.def as { readonly innerType?: z.core.$ZodType };
  return innerType === undefined ? schema : bare(innerType);
}

async function answerOf({ call, request }: Row, named: number | string, caller: Withdrawer): Promise<Answer> {
  const { token } = caller;
  const form = new URLSearchParams(wireFields(call, request(named as never, pictureOf(caller)))).toString();
  const isQuery = call.method === 'GET';
  const response = await server.app.inject({
    method: call.method,
    url: `/api/${call.path}${isQuery ? `?${form}` : ''}`,
    headers: { authorization: token, ...(isQuery ? {} : { 'content-type': 'application/x-www-form-urlencoded' }) },
    ...(isQuery ? {} : { payload: form }),
  });
  return { status: response.statusCode, body: response.body };
}

it('every call that takes such an id is in the table', () => {
  const found = ALL_CALLS.flatMap((call) => ownedFieldsOf(call).map((field) => `${call.name} ${field}`));
  const listed = ROWS.map(({ call, field }) => `${call.name} ${field}`);
  expect(found.filter((name) => !listed.includes(name) && !RECEIPTS.test(name))).toEqual([]);
  // The search itself works.
  expect(found).toContain('POST wallet/out_cancel id');
});

describe.each(ROWS.map((line) => [line.call.name, line.field, line] as const))(
  '%s with the %s',
  (_name, _field, line) => {
    it('of another user answers like a missing one, without an effect', async () => {
      const theirs = await line.make(owner);
      const answered = await answerOf(line, theirs, stranger);
      expect(answered).toEqual(await answerOf(line, line.missing, stranger));
      // The owner gets another answer, so the record existed all the time.
      expect(await answerOf(line, theirs, owner)).not.toEqual(answered);
    });
  },
);
