/**
 * A trader who never gives up: every money write keeps its `client_request_id` and is sent again until it is answered.
 */
import { randomInt, randomUUID } from 'node:crypto';
import type { AnswerOf, Call, RequestOf } from '@halyard/contract/call';
import type { CurrencyId, OrderId } from '@halyard/contract/ids';
import { listMarkets, type Market } from '@halyard/contract/market/calls';
import { fundAccount, readOutbox } from '@halyard/contract/sandbox/calls';
import type { Order, Side } from '@halyard/contract/spot/calls';
import { cancelOrder, placeEntry, placeOco, placeOrder } from '@halyard/contract/spot/mutationCalls';
import { getUser, logIn, registerUser, sendMailCode } from '@halyard/contract/user/calls';
import { decimal, divide, multiply, round, type Decimal } from '@halyard/contract/money';
import { createHttpCaller, RefusedError } from '@halyard/contract/testing/httpCaller';
import type { ExchangeProcess } from './exchangeProcess.ts';

/** Writes that the exchange acknowledged to a trader. */
export type Acknowledged = {
  readonly funds: { readonly requestId: string; readonly currencyId: CurrencyId; readonly amount: Decimal }[];
  readonly orders: { readonly requestId: string; readonly id: OrderId; readonly filledQuantity: Decimal | undefined }[];
  readonly cancels: { readonly id: OrderId }[];
};

export type Trader = {
  readonly userId: number;
  readonly acknowledged: Acknowledged;
  /** Trades until `signal` aborts, and ends only after the last write was answered. */
  trade(signal: AbortSignal): Promise<void>;
};

const PASSWORD = 'a quiet harbour';
const FUND: readonly (readonly [number, Decimal])[] = [
  [3, decimal('500000')],
  [1, decimal('10')],
];

/** Registers a trader through the real calls, with test funds. */
export async function openTrader(exchange: ExchangeProcess, name: string): Promise<Trader> {
  const acknowledged: Acknowledged = { funds: [], orders: [], cancels: [] };
  const call = createHttpCaller(exchange.url);
  const token = await register(exchange.url, `${name}@example.com`);
  const user = await call(getUser, {}, token);
  const persist = <C extends Call>(of: C, request: RequestOf<C>) => untilAnswered(exchange, of, request, token);

  for (const [currencyId, amount] of FUND) {
    const requestId = randomUUID();
    const id = currencyId as CurrencyId;
    await persist(fundAccount, { currencyId: id, account: 'spot', amount, clientRequestId: requestId });
    acknowledged.funds.push({ requestId, currencyId: id, amount });
  }

  const waiting: OrderId[] = [];
  return {
    userId: user.id,
    acknowledged,
    async trade(signal) {
      while (!signal.aborted) {
        if (waiting.length > 3) await cancelOne(persist, waiting, acknowledged);
        else await placeOne(persist, waiting, acknowledged);
      }
    },
  };
}

type Persist = <C extends Call>(call: C, request: RequestOf<C>) => Promise<AnswerOf<C>>;

async function placeOne(persist: Persist, waiting: OrderId[], acknowledged: Acknowledged): Promise<void> {
  const market = await bitcoin(persist);
  const requestId = randomUUID();
  const order = await refusable(placeRandom(persist, market, requestId));
  if (order === undefined) return;
  acknowledged.orders.push({ requestId, id: order.id, filledQuantity: order.filledQuantity });
  if (order.status === 'waiting') waiting.push(order.id);
}

async function cancelOne(persist: Persist, waiting: OrderId[], acknowledged: Acknowledged): Promise<void> {
  const id = waiting.shift();
  if (id === undefined) return;
  const order = await refusable(persist(cancelOrder, { id, clientRequestId: randomUUID() }));
  if (order !== undefined) acknowledged.cancels.push({ id });
}

/** An order, or now and then the first order of a group. */
async function placeRandom(persist: Persist, market: Market, clientRequestId: string): Promise<Order | undefined> {
  const kind = randomInt(6);
  if (kind > 1 || market.lastPrice === null) return persist(placeOrder, randomOrder(market, clientRequestId));
  const { lastPrice, pricePrecision } = market;
  const at = (percent: string) => round(multiply(lastPrice, decimal(percent)), pricePrecision, 'down');
  const pair = { baseId: market.baseId, quoteId: market.quoteId, quantity: decimal('0.01'), clientRequestId };
  const exits = { takeProfitPrice: at('1.003'), stopPrice: at('0.99') };
  const group =
    kind === 0
      ? await persist(placeOco, { ...pair, side: 'sell', ...exits })
      : await persist(placeEntry, { ...pair, side: 'buy', orderType: 'limit', price: at('1.001'), ...exits });
  return group.orders[0];
}

function randomOrder(market: Market, clientRequestId: string): RequestOf<typeof placeOrder> {
  const side: Side = randomInt(2) === 0 ? 'buy' : 'sell';
  const quantity = divide(decimal(String(randomInt(100, 2000))), decimal('100000'), 5, 'down');
  const base = { baseId: market.baseId, quoteId: market.quoteId, side, quantity, clientRequestId };
  if (randomInt(4) === 0 || market.lastPrice === null) return { ...base, orderType: 'market' };
  // Within one percent of the market, so that orders cross each other and the ladder as well as rest.
  const factor = divide(decimal(String(randomInt(9900, 10_100))), decimal('10000'), 4, 'down');
  return {
    ...base,
    orderType: 'limit',
    price: round(multiply(market.lastPrice, factor), market.pricePrecision, 'down'),
  };
}

async function bitcoin(persist: Persist): Promise<Market> {
  const groups = await persist(listMarkets, {});
  const market = groups.flatMap((group) => group.markets).find((row) => row.base === 'BTC');
  if (market === undefined) throw new Error('no BTC market');
  return market;
}

/** A refusal is an answer too: nothing was done. */
export async function refusable<T>(answer: Promise<T>): Promise<T | undefined> {
  try {
    return await answer;
  } catch (error) {
    if (error instanceof RefusedError) return undefined;
    throw error;
  }
}

/** Repeats a write, each time the exchange is back, until it is answered. */
export async function untilAnswered<C extends Call>(
  exchange: Pick<ExchangeProcess, 'url' | 'ready'>,
  call: C,
  request: RequestOf<C>,
  token: string,
): Promise<AnswerOf<C>> {
  const send = createHttpCaller(exchange.url);
  for (;;) {
    try {
      return await send(call, request, token);
    } catch (error) {
      if (error instanceof RefusedError && error.code !== 'SERVICE_UNAVAILABLE') throw error;
      // The connection broke, so the outcome is unknown: the same id is sent again once the exchange is back.
      await exchange.ready();
      await new Promise((resolve) => setImmediate(resolve));
    }
  }
}

async function register(url: string, address: string): Promise<string> {
  const call = createHttpCaller(url);
  await call(sendMailCode, { address, purpose: 'register' });
  const [message] = await call(readOutbox, { address });
  const code = /\d{6}/.exec(message?.text ?? '')?.[0];
  if (code === undefined) throw new Error('no code in the outbox');
  await call(registerUser, { kind: 'email', address, code, password: PASSWORD, passwordRepeat: PASSWORD });
  return call(logIn, { address, password: PASSWORD });
}
