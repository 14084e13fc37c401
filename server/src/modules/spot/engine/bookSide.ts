/**
 * One side of a market's book, as far as it has been read. The best orders are known up to a frontier; orders behind it
 * are read when a command may trade with them, so the depth of a book costs nothing to commands that do not reach it.
 */
import type { OrderId } from '@halyard/contract/ids';
import type { Side } from '@halyard/contract/spot/calls';
import { add, compare, type Decimal } from '@halyard/contract/money';
import { isInBook, remainingOf, type BookOrder, type SpotOrder } from '../spotOrder.ts';

/**
 * Reads the orders of this side that would trade at `reach` (all when missing), in price-time order, at most `rowsMax`.
 */
export type ReadSide = (reach: Decimal | undefined, rowsMax: number) => Promise<readonly SpotOrder[]>;

/** The result of reading a side: all orders that would trade at `reach`, or the first `rowsMax` of them. */
export type SideReading = {
  readonly rows: readonly SpotOrder[];
  readonly reach: Decimal | undefined;
  readonly rowsMax: number;
};

export type BookSide = {
  /** Adds orders that were read, as they are stored. */
  take(reading: SideReading): void;
  /** Moves an order to its place, or removes it when it is no longer in the book. */
  put(order: SpotOrder): void;
  /**
   * The orders that would trade at `reach` (all when missing), in price-time order: all of them, or enough for
   * `quantity`, or `rowsMax`. Reads more rows when needed.
   */
  reaching(
    reach: Decimal | undefined,
    need: { readonly quantity: Decimal; readonly rowsMax?: number },
  ): Promise<readonly BookOrder[]>;
};

// Most orders meet few others; the rare order that needs more reads more.
export const ROWS_FIRST = 8;
const ROWS_GROWTH = 8;

/** A place in price-time order. Everything up to the frontier is known. */
type Place = { readonly price: Decimal; readonly rank: number };
type Frontier = Place | 'end';

/**
 * Creates a side of which only the best price is known, or that it is empty. `current`: the state of an order that may
 * have changed since it was stored.
 */
export function createBookSide(
  side: Side,
  best: Decimal | undefined,
  { read, current }: { readonly read: ReadSide; readonly current: (order: SpotOrder) => SpotOrder },
): BookSide {
  const orders: BookOrder[] = [];
  // Nothing ranks before the best price.
  let frontier: Frontier = best === undefined ? 'end' : { price: best, rank: -1 };
  let rowsRead = ROWS_FIRST / ROWS_GROWTH;

  const isBefore = (a: Place, b: Place): boolean => {
    const sign = compare(a.price, b.price);
    if (sign === 0) return a.rank <= b.rank;
    return side === 'buy' ? sign > 0 : sign < 0;
  };
  const isKnown = (place: Place): boolean => frontier === 'end' || isBefore(place, frontier);
  const advance = (next: Frontier): void => {
    if (next === 'end' || !isKnown(next)) frontier = next;
  };
  const remove = (id: OrderId): void => {
    const index = orders.findIndex((order) => order.id === id);
    if (index >= 0) orders.splice(index, 1);
  };
  const insert = (order: BookOrder): void => {
    const index = orders.findIndex((other) => isBefore(order, other));
    orders.splice(index < 0 ? orders.length : index, 0, order);
  };
  const put = (order: SpotOrder): void => {
    remove(order.id);
    if (isInBook(order)) insert(order);
  };
  const take = ({ rows, reach, rowsMax }: SideReading): void => {
    const known = new Set(orders.map(({ id }) => id));
    for (const order of rows.map(current)) if (!known.has(order.id) && isInBook(order)) insert(order);
    rowsRead = Math.max(rowsRead, rowsMax);
    const last = rows.at(-1);
    if (rows.length === rowsMax && last !== undefined) advance(placeOf(last));
    else advance(reach === undefined ? 'end' : { price: reach, rank: Infinity });
  };

  return {
    take,
    put,
    async reaching(reach, { quantity, rowsMax = Infinity }) {
      for (;;) {
        const end: Place | undefined = reach === undefined ? undefined : { price: reach, rank: Infinity };
        const within = end === undefined ? orders : orders.filter((order) => isBefore(order, end));
        if (end === undefined ? frontier === 'end' : isKnown(end)) return within.slice(0, rowsMax);
        const sure = within.filter(isKnown);
        if (sure.length >= rowsMax || compare(add(...sure.map(remainingOf)), quantity) >= 0) {
          return sure.slice(0, rowsMax);
        }
        const rowsNext = rowsRead * ROWS_GROWTH;
        take({ rows: await read(reach, rowsNext), reach, rowsMax: rowsNext });
      }
    },
  };
}

function placeOf({ id, price, rank }: SpotOrder): Place {
  if (price === undefined || rank === undefined) throw new Error(`order ${id} stands in the book without a place`);
  return { price, rank };
}
