/**
 * The engine of spot trading on a market in memory, for more histories than a database could run. It replaces the
 * database: it opens the market for a batch, reads on in the book, and stores the changes of the batch; the engine
 * itself is the real one.
 */
import type { OrderId, UserId } from '@halyard/contract/ids';
import type { CancelReason, OrderType, Side, TimeInForce } from '@halyard/contract/spot/calls';
import { compare, type Decimal } from '@halyard/contract/money';
import { BusinessError } from '../calls/errors.ts';
import { DEFAULT_TERMS, userLimitsOf } from '../limits/limitVersions.ts';
import { openOrder } from '../modules/spot/engine/command.ts';
import { ROWS_FIRST } from '../modules/spot/engine/bookSide.ts';
import { bringUpToDate } from '../modules/spot/engine/bringUpToDate.ts';
import { createMarketBook, type MarketBook, type OpenedMarket } from '../modules/spot/engine/marketBook.ts';
import { decidePlacement } from '../modules/spot/engine/placement.ts';
import { createHouse } from '../modules/spot/house.ts';
import { otherSide, type FillDraft } from '../modules/spot/settlement.ts';
import type { SpotOrder } from '../modules/spot/spotOrder.ts';
import {
  createMemoryStore,
  drawIds,
  dueOf,
  groupIn,
  MEMORY_AT,
  readSide,
  takeOver,
  type MemoryBalance,
  type MemoryStart,
  type MemoryStore,
} from './memoryStore.ts';

export type MemoryCommand =
  | {
      readonly kind: 'place';
      readonly userId: UserId;
      readonly side: Side;
      readonly orderType: OrderType;
      readonly timeInForce?: TimeInForce | undefined;
      readonly isPostOnly?: boolean | undefined;
      readonly quantity: Decimal;
      readonly price?: Decimal | undefined;
      readonly stopPrice?: Decimal | undefined;
      readonly maxSlippage?: Decimal | undefined;
    }
  | { readonly kind: 'cancel'; readonly userId: UserId; readonly id: OrderId }
  | { readonly kind: 'cancelAll'; readonly userId: UserId; readonly side: Side | undefined }
  | {
      readonly kind: 'replace';
      readonly userId: UserId;
      readonly id: OrderId;
      readonly quantity: Decimal;
      readonly price?: Decimal | undefined;
      readonly stopPrice?: Decimal | undefined;
      readonly expectedFilled?: Decimal | undefined;
    }
  | { readonly kind: 'bringUpToDate' };

/** The code of a refusal, the order after the request, or the number of cancelled orders. */
export type MemoryOutcome = { readonly code: string } | { readonly order: SpotOrder } | { readonly cancelled: number };

export type MemoryMarket = {
  readonly orders: ReadonlyMap<OrderId, SpotOrder>;
  readonly fills: readonly FillDraft[];
  readonly balances: ReadonlyMap<UserId, MemoryBalance>;
  readonly house: { base: Decimal; quote: Decimal };
  /** Charged fees. */
  readonly fees: { base: Decimal; quote: Decimal };
  tick(price: Decimal): void;
  /** Runs commands as one transaction; an outcome for each. */
  run(commands: readonly MemoryCommand[]): Promise<MemoryOutcome[]>;
};

/** Opens a market at a price. */
export function openMemoryMarket(start: MemoryStart): MemoryMarket {
  const house = createHouse();
  const store = createMemoryStore(start);
  return {
    orders: store.orders,
    fills: store.fills,
    balances: store.balances,
    house: store.house,
    fees: store.fees,
    tick(price) {
      const seq = (store.market.reference?.seq ?? 0) + 1;
      store.ticks.push({ seq, price });
      store.market = { ...store.market, reference: { seq, price, at: MEMORY_AT } };
    },
    async run(commands) {
      const read = async (side: Side, reach: Decimal | undefined, rowsMax: number) =>
        readSide(store, side, { reach, rowsMax });
      const isPlacing = commands.some(({ kind }) => kind !== 'cancel' && kind !== 'cancelAll');
      for (;;) {
        const book = createMarketBook(open(store, commands, isPlacing), {
          house,
          at: MEMORY_AT,
          read,
          readGroup: async (group) => groupIn(store, group),
          drawIds: async (count) => drawIds(store, count),
        });
        const isUpToDate = !isPlacing || (await bringUpToDate(book));
        const outcomes: MemoryOutcome[] = [];
        if (isUpToDate) for (const command of commands) outcomes.push(await runCommand(book, command));
        takeOver(store, book);
        if (isUpToDate) return outcomes;
      }
    },
  };
}

async function runCommand(book: MarketBook, command: MemoryCommand): Promise<MemoryOutcome> {
  try {
    if (command.kind === 'bringUpToDate') return { cancelled: 0 };
    if (command.kind === 'place') return await place(book, { ...command, price: command.price });
    if (command.kind === 'replace') return await replace(book, command);
    if (command.kind === 'cancel') return { order: book.cancel(openOrder(book, command.userId, command.id), 'user') };
    return { cancelled: cancelAll(book, command, 'user') };
  } catch (error) {
    if (error instanceof BusinessError) return { code: error.code };
    throw error;
  }
}

async function place(book: MarketBook, draft: Omit<Parameters<typeof decidePlacement>[1], 'clientRequestId'>) {
  const settlement = await decidePlacement(book, { ...draft, clientRequestId: undefined });
  book.settle(settlement);
  return { order: settlement.taker };
}

async function replace(book: MarketBook, command: Extract<MemoryCommand, { kind: 'replace' }>) {
  const old = openOrder(book, command.userId, command.id);
  const { expectedFilled, quantity } = command;
  if (expectedFilled !== undefined && compare(old.filledQuantity, expectedFilled) > 0) {
    throw new BusinessError('ORDER_CHANGED');
  }
  const stopPrice = command.stopPrice ?? (old.triggeredAt === undefined ? old.stop?.price : undefined);
  const { userId, side, orderType, timeInForce, isPostOnly } = old;
  const terms = { userId, side, orderType, timeInForce, isPostOnly, stopPrice };
  const draft = { ...terms, quantity, price: command.price ?? old.price, clientRequestId: undefined, replaces: old };
  const settlement = await decidePlacement(book, draft);
  book.cancel(old, 'replaced');
  book.settle(settlement);
  return { order: settlement.taker };
}

function cancelAll(
  book: MarketBook,
  { userId, side }: { readonly userId: UserId; readonly side: Side | undefined },
  reason: CancelReason,
): number {
  const meant = book.waitingOf(userId).filter((order) => side === undefined || order.side === side);
  for (const order of meant) book.cancel(order, reason);
  return meant.length;
}

/** The first reads of a transaction, limited to the needs of its commands. */
function open(store: MemoryStore, commands: readonly MemoryCommand[], isPlacing: boolean): OpenedMarket {
  const all = [...store.orders.values()];
  const waiting = all.filter(({ status }) => status === 'waiting');
  const named = new Set(commands.flatMap((command) => ('id' in command ? [command.id] : [])));
  const placers = new Set(
    commands.flatMap((command) => (command.kind === 'place' || command.kind === 'replace' ? [command.userId] : [])),
  );
  const owners = new Set(commands.flatMap((command) => (command.kind === 'cancelAll' ? [command.userId] : [])));
  const readings = commands.flatMap((command) => {
    if (command.kind !== 'place' || command.orderType === 'stop_limit') return [];
    const side = otherSide(command.side);
    const query = { reach: command.price, rowsMax: ROWS_FIRST };
    return [{ ...query, side, rows: readSide(store, side, query) }];
  });
  const best = (side: Side) => readSide(store, side, { reach: undefined, rowsMax: 1 })[0]?.price;
  return {
    market: store.market,
    house: { ...store.house, bestBid: best('buy'), bestAsk: best('sell') },
    users: [...store.balances]
      .filter(([id]) => placers.has(id))
      .map(([id, { base, quote }]) => ({
        id,
        limits: userLimitsOf(DEFAULT_TERMS, { level: 'none', granted: null, volume: null }),
        base: base.free,
        quote: quote.free,
        waiting: waiting.filter(({ userId }) => userId === id).length,
      })),
    orders: all.filter(({ id, userId, status }) => named.has(id) || (owners.has(userId) && status === 'waiting')),
    readings,
    due: isPlacing ? dueOf(store, waiting) : undefined,
    entering: [],
    orderIds: commands.map((_, index) => (store.lastId + 1 + index) as OrderId),
    rank: store.lastRank + 1,
    answers: [],
  };
}
