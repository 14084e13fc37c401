/** Operations on groups of orders for tests that crash during them, and the state that they leave. */
import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { sql, type SQL } from 'drizzle-orm';
import type { OrderGroupId, OrderId, UserId } from '@halyard/contract/ids';
import { decimal } from '@halyard/contract/money';
import type { Side } from '@halyard/contract/spot/calls';
import type { OrderGroup } from '@halyard/contract/spot/mutationCalls';
import { DAY_MS } from '@halyard/contract/time';
import { rowsOf } from '../../db/database.ts';
import { startEventNotifier } from '../../events/eventNotifier.ts';
import { hasPendingEvents } from '../../events/userEvents.ts';
import { createJobRunner } from '../../jobs/jobRunner.ts';
import { listMarketRecords } from '../../market/marketRecord.ts';
import { createExpireJob } from '../../modules/spot/endJobs.ts';
import { toSpotOrder, type OrderRow } from '../../modules/spot/orderRows.ts';
import { groupFaults, type AskedGroup } from '../groupFaults.ts';
import { BTC_USDT, findFaults, orderRequest, SYMBOL, type SpotMarket } from '../spotMarket.ts';

/** Before an operation: everything that it and its repetition after a crash need. JSON. */
export type Prepared = {
  readonly owner: UserId;
  readonly other: UserId;
  /** The group or order that the operation changes; without one, the operation places it. */
  readonly groupId?: OrderGroupId | undefined;
  readonly orderId?: OrderId | undefined;
  /** Ids of the operation's requests, in their order. */
  readonly requestIds: readonly string[];
  readonly nowMs: number;
};

/** An operation on a group; a repetition after a crash completes it, and changes nothing when it was complete. */
export type Scenario = {
  readonly name: string;
  /** Places the orders that exist before the operation. */
  prepare?(
    market: SpotMarket,
    users: Pick<Prepared, 'owner' | 'other'>,
  ): Promise<Pick<Prepared, 'groupId' | 'orderId'>>;
  /** Resolves to the answers of its requests. */
  act(market: SpotMarket, prepared: Prepared): Promise<readonly unknown[]>;
  /** Leg (while it waits), type, status and filled quantity of the owner's orders after it, by age. */
  readonly ends: readonly string[];
  /**
   * Its jobs run side by side, in any order, which decides how their holds are posted; and their runner looks for them
   * by a timer of its own.
   */
  readonly isByJobs?: true;
};

const REQUESTS = 2;
/** A quantity of all scenarios: that of each OCO and each entry. */
const WHOLE = decimal('1');

const oco = (
  market: SpotMarket,
  user: UserId,
  more: { clientRequestId?: string | undefined; expiresAt?: string } = {},
) =>
  market.spot.placeOco(user, {
    ...BTC_USDT,
    side: 'sell',
    quantity: WHOLE,
    takeProfitPrice: decimal('101'),
    stopPrice: decimal('95'),
    ...more,
  });
const enter = (
  market: SpotMarket,
  user: UserId,
  more: { clientRequestId?: string | undefined; expiresAt?: string } = {},
) =>
  market.spot.placeEntry(user, {
    ...BTC_USDT,
    side: 'buy',
    quantity: WHOLE,
    orderType: 'limit',
    price: decimal('99'),
    takeProfitPrice: decimal('110'),
    stopPrice: decimal('95'),
    ...more,
    ...(more.expiresAt !== undefined && { timeInForce: 'gtd' }),
  });
const trade = (
  market: SpotMarket,
  user: UserId,
  [side, quantity, price]: readonly [Side, string, string],
  clientRequestId?: string,
) => market.spot.placeOrder(user, { ...orderRequest(side, quantity, price), clientRequestId });
const trail = (market: SpotMarket, user: UserId) =>
  market.spot.placeOrder(user, {
    ...BTC_USDT,
    side: 'sell',
    quantity: WHOLE,
    price: undefined,
    stopPrice: undefined,
    orderType: 'trailing_stop',
    trailFraction: decimal('0.05'),
  });

const inADay = ({ clock }: SpotMarket) => new Date(clock.nowMs() + DAY_MS).toISOString();
const ofGroup = ({ groupId, orders }: OrderGroup) => ({ groupId, orderId: orders[0]?.id });

/** An entry of which 0.4 is filled; its exits are for what that brought after the fee. */
async function enterInPart(
  market: SpotMarket,
  { owner, other }: Pick<Prepared, 'owner' | 'other'>,
  expiresAt?: string,
) {
  const group = await enter(market, owner, expiresAt === undefined ? {} : { expiresAt });
  await trade(market, other, ['sell', '0.4', '99']);
  return ofGroup(group);
}

export const SCENARIOS: readonly Scenario[] = [
  {
    name: 'an OCO is placed',
    act: async (market, { owner, requestIds: [clientRequestId], nowMs }) => [
      await oco(market, owner, { clientRequestId, expiresAt: new Date(nowMs + DAY_MS).toISOString() }),
    ],
    ends: ['take_profit limit waiting 0', 'stop_loss stop_market waiting 0'],
  },
  {
    name: 'an entry with exits is placed and trades a part at once',
    prepare: async (market, { other }) => {
      await trade(market, other, ['sell', '0.4', '99']);
      return {};
    },
    act: async (market, { owner, requestIds: [clientRequestId] }) => [await enter(market, owner, { clientRequestId })],
    ends: ['entry limit waiting 0.4', 'take_profit limit waiting 0', 'stop_loss stop_market waiting 0'],
  },
  {
    name: 'the take profit of an OCO is filled in two parts',
    prepare: async (market, { owner }) => ofGroup(await oco(market, owner)),
    act: async (market, { other, requestIds: [first, second] }) => [
      await trade(market, other, ['buy', '0.4', '101'], first),
      await trade(market, other, ['buy', '0.6', '101'], second),
    ],
    ends: ['limit completed 1', 'stop_market cancelled 0'],
  },
  {
    name: 'a tick reaches the stop of an entry that is filled in part',
    prepare: async (market, users) => {
      const group = await enterInPart(market, users);
      await trade(market, users.other, ['buy', '0.3', '94']);
      await market.feed.append(SYMBOL, { price: '94.5' });
      return group;
    },
    act: sweep,
    ends: ['limit cancelled 0.4', 'limit cancelled 0', 'stop_market cancelled 0.3'],
  },
  {
    name: 'a tick moves a trailing stop',
    prepare: async (market, { owner }) => {
      const { id } = await trail(market, owner);
      await market.feed.append(SYMBOL, { price: '110' });
      return { orderId: id };
    },
    act: sweep,
    ends: ['trailing_stop waiting 0'],
  },
  {
    name: 'a tick reaches a trailing stop',
    prepare: async (market, { owner, other }) => {
      await trade(market, other, ['buy', '1', '104']);
      const { id } = await trail(market, owner);
      await market.feed.append(SYMBOL, { price: '110' }, { price: '104.5' });
      return { orderId: id };
    },
    act: sweep,
    ends: ['trailing_stop completed 1'],
  },
  {
    name: 'an entry is filled in two parts, which bring in its exits and make them larger',
    prepare: async (market, { owner }) => ofGroup(await enter(market, owner)),
    act: async (market, { other, requestIds: [first, second] }) => [
      await trade(market, other, ['sell', '0.4', '99'], first),
      await trade(market, other, ['sell', '0.6', '99'], second),
    ],
    ends: ['limit completed 1', 'take_profit limit waiting 0', 'stop_loss stop_market waiting 0'],
  },
  {
    name: 'an exit is replaced, and then both',
    prepare: async (market, { owner }) => ofGroup(await oco(market, owner)),
    act: async (market, { owner, orderId, requestIds: [first, second] }) => {
      if (orderId === undefined) throw new Error('there is no order to replace');
      const replace = (id: OrderId, price: string, quantity: string, clientRequestId: string | undefined) =>
        market.spot.replaceOrder(owner, { id, price: decimal(price), quantity: decimal(quantity), clientRequestId });
      const moved = await replace(orderId, '102', '1', first);
      return [moved, await replace(moved.id, '103', '0.5', second)];
    },
    ends: [
      'limit cancelled 0',
      'stop_market cancelled 0',
      'limit cancelled 0',
      'take_profit limit waiting 0',
      'stop_loss stop_market waiting 0',
    ],
  },
  {
    name: 'a group is cancelled',
    prepare: enterInPart,
    act: async (market, { owner, groupId, requestIds: [clientRequestId] }) => {
      if (groupId === undefined) throw new Error('there is no group to cancel');
      return [await market.spot.cancelGroup(owner, { groupId, clientRequestId })];
    },
    ends: ['limit cancelled 0.4', 'limit cancelled 0', 'stop_market cancelled 0'],
  },
  {
    name: 'the end of an OCO comes',
    prepare: async (market, { owner }) => ofGroup(await oco(market, owner, { expiresAt: inADay(market) })),
    act: expire,
    ends: ['limit cancelled 0', 'stop_market cancelled 0'],
    isByJobs: true,
  },
  {
    name: 'the end of an entry that is filled in part comes',
    prepare: (market, users) => enterInPart(market, users, inADay(market)),
    act: expire,
    ends: ['limit cancelled 0.4', 'take_profit limit waiting 0', 'stop_loss stop_market waiting 0'],
    isByJobs: true,
  },
];

/** Two users with money, a price, and what exists before the operation. */
export async function prepareScenario(market: SpotMarket, scenario: Scenario): Promise<Prepared> {
  await market.reset('100');
  const owner = await market.trader({ btc: '1', usdt: '1000' });
  const other = await market.trader({ btc: '10', usdt: '1000' });
  const group = await scenario.prepare?.(market, { owner, other });
  return {
    owner,
    other,
    ...group,
    requestIds: Array.from({ length: REQUESTS }, () => randomUUID()),
    nowMs: market.clock.nowMs(),
  };
}

/**
 * Recovers from a crash as a start and the clients after it do: sweeps the market, runs due jobs, repeats the operation
 * twice, each request under its id, and notifies users. Resolves to the state that is left.
 */
export async function recoverScenario(market: SpotMarket, scenario: Scenario, prepared: Prepared) {
  await market.spot.sweepMarket(market.marketId);
  await runExpiries(market);
  const answers = await scenario.act(market, prepared);
  const repeated = await scenario.act(market, prepared);
  const notified = await notifyAll(market);
  const { orders, messageIds, ...state } = await readState(market, prepared);
  const postings = scenario.isByJobs === true ? [] : await readPostings(market, prepared);
  const faults = await faultsOf(market, prepared);
  return {
    orders,
    state: { ...state, postings },
    faults,
    answers,
    repeated,
    messageIds,
    notified,
  };
}

/**
 * After an operation and its recovery: `state` has neither ids nor instants, so it is the same after any crash.
 * `messageIds`: all messages of users; `notified`: those of which they were notified, each time.
 */
export type Left = Awaited<ReturnType<typeof recoverScenario>>;

async function sweep({ spot, marketId }: SpotMarket): Promise<readonly unknown[]> {
  await spot.sweepMarket(marketId);
  return [];
}

/** A day later the jobs that end orders run. */
async function expire(market: SpotMarket): Promise<readonly unknown[]> {
  market.clock.advance(DAY_MS);
  await runExpiries(market);
  return [];
}

/** Runs the due jobs that end orders, as a node does. */
async function runExpiries({ db, clock, events, spot }: SpotMarket): Promise<void> {
  const [due] = await rowsOf<{ count: number }>(
    db,
    sql`select count(*)::int from jobs
      where kind = 'spot.expire' and due_at <= ${new Date(clock.nowMs()).toISOString()}::timestamptz`,
  );
  let left = due?.count ?? 0;
  if (left === 0) return;
  let end: () => void = () => undefined;
  const ended = new Promise<void>((resolve) => (end = resolve));
  const job = createExpireJob({
    expireOrder: async (...order) => {
      await spot.expireOrder(...order);
      left -= 1;
      if (left === 0) end();
    },
  });
  const runner = createJobRunner({ db, clock, events, log: LOG, jobs: [job] });
  runner.start();
  await ended;
  await runner.stop();
}

const LOG = { warn: fail, error: fail };
function fail(details: unknown): never {
  throw new Error('a job failed', { cause: details });
}

/** Ids of the messages of which users were notified, each time. */
async function notifyAll({ db, events, published }: SpotMarket): Promise<readonly string[]> {
  const nothing = () => undefined;
  const notifier = startEventNotifier({ db, events, log: LOG, note: async () => undefined, onNoted: nothing });
  while (await hasPendingEvents(db)) await pause(5);
  await notifier.stop();
  return published.flatMap((event) => (event.type === 'user-notified' ? [event.messageId] : [])).toSorted();
}

/** Broken rules of the ledger, of orders and their messages, and of groups. */
async function faultsOf({ db, marketId }: SpotMarket, { owner }: Prepared): Promise<readonly string[]> {
  const rows = await rowsOf<{ found: OrderRow }>(
    db,
    sql`select spot_order_json(o) as found from spot_orders o where o.user_id = ${owner} order by o.id`,
  );
  const orders = rows.map(({ found }) => toSpotOrder(found));
  const market = (await listMarketRecords(db)).find(({ id }) => id === marketId);
  if (market === undefined) throw new Error('the market is missing');
  const asked = new Map<OrderGroupId, AskedGroup>();
  for (const { group } of orders) {
    if (group === undefined || asked.has(group.id)) continue;
    const isEntered = orders.some((order) => order.group?.id === group.id && order.group.leg === 'entry');
    asked.set(group.id, { side: 'sell', quantity: isEntered ? undefined : WHOLE });
  }
  return [...(await findFaults(db)), ...groupFaults(orders, asked, market.terms)];
}

/** Reads rows of the users of an operation, named by their part in it. */
function reading({ db }: SpotMarket, { owner, other }: Prepared) {
  return {
    read: async <T>(query: SQL) => (await rowsOf<{ row: T }>(db, query)).map(({ row }) => row),
    isOurs: (column: SQL) => sql`${column} in (${owner}, ${other})`,
    whose: (column: SQL) => sql`case ${column} when ${owner} then 'owner' when ${other} then 'other' end`,
  };
}

async function readState(market: SpotMarket, prepared: Prepared) {
  const { read, isOurs, whose } = reading(market, prepared);
  const { owner, other } = prepared;
  return {
    orders: await read(
      sql`select concat_ws(' ', case status when 'waiting' then leg end, order_type, status, trim_scale(filled_quantity)) as row
        from spot_orders where user_id = ${owner} order by id`,
    ),
    terms: await read(
      sql`select to_jsonb(o) - ${COLUMNS_OF_ONE_RUN}::text[] || jsonb_build_object('user_id', ${whose(sql`o.user_id`)}, 'trail_extreme',
          coalesce((select t.extreme from spot_trails t where t.id = o.trail_id), o.trail_extreme)) as row
        from spot_orders o where ${isOurs(sql`o.user_id`)} order by id`,
    ),
    fills: await read(
      sql`select jsonb_build_array(taker_side, ${whose(sql`taker_user_id`)}, ${whose(sql`maker_user_id`)}, price, quantity,
          taker_fee, maker_fee) as row
        from spot_fills where ${isOurs(sql`taker_user_id`)} or ${isOurs(sql`maker_user_id`)} order by id`,
    ),
    balances: await read(
      sql`select jsonb_build_array(${whose(sql`user_id`)}, currency_id, available, held) as row
        from ledger_accounts where ${isOurs(sql`user_id`)} order by user_id, currency_id`,
    ),
    messages: await read(
      sql`select jsonb_build_array(${whose(sql`user_id`)}, subject, facts) as row from user_events
        where ${isOurs(sql`user_id`)} order by user_id, subject, ref`,
    ),
    messageIds: (
      await read<string>(sql`select subject || ':' || ref as row from user_events where ${isOurs(sql`user_id`)}`)
    ).toSorted(),
    answered: await read(sql`select count(*)::int as row from client_requests where ${isOurs(sql`user_id`)}`),
    ends: await read(
      sql`select count(*)::int as row from jobs where kind = 'spot.expire' and (payload ->> 'userId')::int in (${owner}, ${other})`,
    ),
  };
}

function readPostings(market: SpotMarket, prepared: Prepared): Promise<unknown[]> {
  const { read, isOurs, whose } = reading(market, prepared);
  return read(
    sql`select jsonb_build_array(e.kind, split_part(e.reference, ':', 1), a.kind, ${whose(sql`a.user_id`)}, a.currency_id,
          p.available, p.held) as row
        from ledger_entries e join ledger_postings p on p.entry_id = e.id join ledger_accounts a on a.id = p.account_id
        where e.id in (
          select p.entry_id from ledger_postings p join ledger_accounts a on a.id = p.account_id where ${isOurs(sql`a.user_id`)}
        ) order by e.id, a.kind, a.user_id nulls first, a.currency_id`,
  );
}

const COLUMNS_OF_ONE_RUN = sql.raw(
  `array['id', 'user_id', 'client_request_id', 'stop_seq', 'stop_series_id', 'trail_reached', 'triggered_at', 'rank',
    'replaces_id', 'group_id', 'leg', 'trail_id', 'ladder_from', 'created_at', 'updated_at', 'expires_at']`,
);
