/**
 * The engine of spot trading on a market in memory, for more histories than a database could run. It replaces the
 * database: it opens the market for a batch, reads on in the book, and stores the changes of the batch; the engine
 * itself is the real one.
 */
import type { RequestOf } from '@halyard/contract/call';
import type { CurrencyId, OrderId, UserId } from '@halyard/contract/ids';
import type { OrderType, Side, TimeInForce } from '@halyard/contract/spot/calls';
import type { OrderGroup, placeEntry, placeOco } from '@halyard/contract/spot/mutationCalls';
import type { Decimal } from '@halyard/contract/money';
import { isStopType } from '@halyard/contract/spot/rules';
import { otherSide } from '@halyard/contract/spot/side';
import { BusinessError } from '../calls/callHandler.ts';
import { DEFAULT_TERMS, userLimitsOf } from '../limits/limitVersions.ts';
import { ROWS_FIRST } from '../modules/spot/engine/bookSide.ts';
import { bringUpToDate } from '../modules/spot/engine/bringUpToDate.ts';
import { cancelMember, followGroups } from '../modules/spot/engine/groups.ts';
import { createMarketBook, type MarketBook, type OpenedMarket } from '../modules/spot/engine/marketBook.ts';
import { openOrder } from '../modules/spot/engine/marketQueues.ts';
import { decidePlacement } from '../modules/spot/engine/placement.ts';
import { createHouse } from '../modules/spot/house.ts';
import { placePair, placeWithExits } from '../modules/spot/orderGroups.ts';
import { replaceInBook } from '../modules/spot/replaceOrder.ts';
import { cancelIn } from '../modules/spot/service.ts';
import type { FillDraft } from '../modules/spot/settlement.ts';
import type { SpotOrder } from '../modules/spot/spotOrder.ts';
import {
  createMemoryStore,
  drawIds,
  dueOf,
  enteringOf,
  expiredOf,
  groupIn,
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
  | {
      readonly kind: 'oco';
      readonly userId: UserId;
      readonly oco: Omit<RequestOf<typeof placeOco>, 'baseId' | 'quoteId'>;
    }
  | {
      readonly kind: 'enter';
      readonly userId: UserId;
      readonly entry: Omit<RequestOf<typeof placeEntry>, 'baseId' | 'quoteId'>;
    }
  | { readonly kind: 'bringUpToDate' };

const PAIR = { baseId: 1 as CurrencyId, quoteId: 3 as CurrencyId } as const;

/** The code of a refusal, the order or group after the request, or the number of cancelled orders. */
export type MemoryOutcome =
  | { readonly code: string }
  | { readonly order: SpotOrder }
  | { readonly group: OrderGroup }
  | { readonly cancelled: number };

export type MemoryMarket = {
  readonly orders: ReadonlyMap<OrderId, SpotOrder>;
  readonly fills: readonly FillDraft[];
  readonly balances: ReadonlyMap<UserId, MemoryBalance>;
  readonly house: { base: Decimal; quote: Decimal };
  /** Charged fees. */
  readonly fees: { base: Decimal; quote: Decimal };
  /** Appends a tick, so much later. */
  tick(price: Decimal, afterMs?: number): void;
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
    tick(price, afterMs = 0) {
      store.nowMs += afterMs;
      const seq = (store.market.reference?.seq ?? 0) + 1;
      store.ticks.push({ seq, price });
      store.market = { ...store.market, reference: { seq, price, at: timeOf(store) } };
    },
    async run(commands) {
      const read = async (side: Side, reach: Decimal | undefined, rowsMax: number) =>
        readSide(store, side, { reach, rowsMax });
      const isPlacing = commands.some(({ kind }) => kind !== 'cancel' && kind !== 'cancelAll');
      for (;;) {
        const book = createMarketBook(open(store, commands, isPlacing), {
          house,
          at: timeOf(store),
          read,
          readGroup: async (group) => groupIn(store, group),
          drawIds: async (count) => drawIds(store, count),
        });
        const isUpToDate = !isPlacing || (await bringUpToDate(book));
        const outcomes: MemoryOutcome[] = [];
        for (const command of isUpToDate ? commands : []) {
          outcomes.push(await runCommand(book, command));
          await followGroups(book);
        }
        takeOver(store, book);
        if (isUpToDate) return outcomes;
      }
    },
  };
}

function timeOf({ nowMs }: MemoryStore): string {
  return new Date(nowMs).toISOString();
}

async function runCommand(book: MarketBook, command: MemoryCommand): Promise<MemoryOutcome> {
  try {
    if (command.kind === 'bringUpToDate') return { cancelled: 0 };
    if (command.kind === 'place') return await place(book, { ...command, price: command.price });
    if (command.kind === 'replace') return outcomeOf(book, await replaceInBook(book, command.userId, command));
    if (command.kind === 'cancel')
      return { order: await cancelMember(book, openOrder(book, command.userId, command.id), 'user') };
    if (command.kind === 'oco') return { group: await placePair(book, command.userId, { ...PAIR, ...command.oco }) };
    if (command.kind === 'enter')
      return { group: await placeWithExits(book, command.userId, { ...PAIR, ...command.entry }) };
    return { cancelled: cancelIn([book], command.userId, command) };
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

/** The order as a command left it. */
function outcomeOf(book: MarketBook, { id }: { readonly id: OrderId }): MemoryOutcome {
  const order = book.order(id);
  if (order === undefined) throw new Error(`order ${id} is unknown`);
  return { order };
}

/** The first reads of a transaction, limited to the needs of its commands. */
function open(store: MemoryStore, commands: readonly MemoryCommand[], isPlacing: boolean): OpenedMarket {
  const all = [...store.orders.values()];
  const waiting = all.filter(({ status }) => status === 'waiting');
  const named = new Set(commands.flatMap((command) => ('id' in command ? [command.id] : [])));
  const placers = new Set(
    commands.flatMap((command) => ('userId' in command && command.kind !== 'cancel' ? [command.userId] : [])),
  );
  const owners = new Set(
    commands.flatMap((command) =>
      command.kind === 'cancelAll' || command.kind === 'oco' || command.kind === 'enter' ? [command.userId] : [],
    ),
  );
  const readings = commands.flatMap((command) => {
    if (command.kind !== 'place' || isStopType(command.orderType)) return [];
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
    expired: isPlacing ? expiredOf(store, waiting) : [],
    due: isPlacing ? dueOf(store, waiting) : undefined,
    entering: isPlacing ? enteringOf(store, waiting) : [],
    // Each command places two orders at most.
    orderIds: commands.flatMap((_, index) =>
      [2 * index, 2 * index + 1].map((at) => (store.lastId + 1 + at) as OrderId),
    ),
    rank: store.lastRank + 1,
    answers: [],
  };
}
