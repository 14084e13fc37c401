/** What the picture of the book is drawn from. */
import type { Book, BookLevel } from '@halyard/contract/calls/markets';
import {
  add,
  compare,
  decimal,
  divide,
  isZero,
  multiply,
  subtract,
  toModelNumber,
  ZERO,
  type Decimal,
} from '@halyard/contract/money';

export type BookRow = {
  readonly level: BookLevel;
  /** Width of the bar: what has to be bought or sold to get past this level, in percent of the deepest row shown on either side. */
  readonly depthPercent: number;
};

export type BookRows = {
  /** Highest first, so that the best stands next to the middle. */
  readonly asks: readonly BookRow[];
  /** Best first. */
  readonly bids: readonly BookRow[];
  readonly spread: Decimal | undefined;
  /** In percent of the best bid, three places. */
  readonly spreadPercent: Decimal | undefined;
};

const HUNDRED = decimal('100');

/** The best `levels` of each side with bars on one scale. */
export function bookRows(book: Book, levels: number): BookRows {
  const asks = withDepth(book.asks.slice(0, levels));
  const bids = withDepth(book.bids.slice(0, levels));
  const deepest = [asks.at(-1)?.depth ?? ZERO, bids.at(-1)?.depth ?? ZERO].reduce((a, b) =>
    compare(a, b) >= 0 ? a : b,
  );
  const toRow = ({ level, depth }: Deep): BookRow => ({ level, depthPercent: shareOf(depth, deepest) });
  return { asks: asks.map(toRow).reverse(), bids: bids.map(toRow), ...spreadOf(book) };
}

type Deep = { readonly level: BookLevel; readonly depth: Decimal };

function withDepth(levels: readonly BookLevel[]): Deep[] {
  let depth = ZERO;
  return levels.map((level) => {
    depth = add(depth, level[1]);
    return { level, depth };
  });
}

function shareOf(depth: Decimal, deepest: Decimal): number {
  return isZero(deepest) ? 0 : toModelNumber(divide(multiply(depth, HUNDRED), deepest, 1, 'half-even'));
}

function spreadOf({ bids, asks }: Book): Pick<BookRows, 'spread' | 'spreadPercent'> {
  const bid = bids[0]?.[0];
  const ask = asks[0]?.[0];
  if (bid === undefined || ask === undefined || isZero(bid)) return { spread: undefined, spreadPercent: undefined };
  const spread = subtract(ask, bid);
  return { spread, spreadPercent: divide(multiply(spread, HUNDRED), bid, 3, 'half-even') };
}
