/** The public order book: waiting user orders and the house's ladder, summed by price. */
import type { Book, BookLevel } from '@halyard/contract/market/calls';
import type { Side } from '@halyard/contract/spot/calls';
import { add, compare, isPositive, min, subtract, type Decimal } from '@halyard/contract/money';
import { BusinessError } from '../../calls/callHandler.ts';
import { findMarketBySymbol } from '../../market/marketRecord.ts';
import { readBookView } from './bookRepository.ts';
import type { SpotDeps } from './engine/runBatch.ts';

const LEVELS_DEFAULT = 20;
/** The most levels a side in one answer. */
const LEVELS_MAX = 100;

/**
 * The best levels of both sides, best first. Throws `BusinessError('MARKET_NOT_FOUND')` for a market that is not
 * displayed.
 */
export async function readSpotBook(deps: SpotDeps, symbol: string, limit = LEVELS_DEFAULT): Promise<Book> {
  const named = await findMarketBySymbol(deps.db, symbol);
  const levelsMax = Math.min(Math.max(limit, 1), LEVELS_MAX);
  const view = named?.isDisplayed === true ? await readBookView(deps.db, named.id, levelsMax) : undefined;
  if (view === undefined) throw new BusinessError('MARKET_NOT_FOUND');
  const quotes = deps.house.quotes(view.market, view.house);
  const buying = withoutDue('buy', view.bids, quotes.asks);
  const selling = withoutDue('sell', view.asks, quotes.bids);
  return {
    symbol: view.market.symbol,
    bids: mergeLevels('buy', buying.waiting, selling.ladder).slice(0, levelsMax),
    asks: mergeLevels('sell', selling.waiting, buying.ladder).slice(0, levelsMax),
    asOf: new Date(deps.clock.nowMs()).toISOString(),
    userBids: buying.waiting.slice(0, levelsMax),
    userAsks: selling.waiting.slice(0, levelsMax),
  };
}

/**
 * The rest of a side's user orders and of the opposite ladder after the ladder has filled the orders that it crosses. A
 * new price makes it cross them, and until the sweep has written those fills neither can trade with others: a book that
 * showed them would be crossed.
 */
function withoutDue(side: Side, waiting: readonly BookLevel[], ladder: readonly BookLevel[]) {
  const left = { waiting: [...waiting], ladder: [...ladder] };
  for (;;) {
    const [user, quote] = [left.waiting[0], left.ladder[0]];
    if (user === undefined || quote === undefined || !reaches(side, user[0], quote[0])) return left;
    const filled = min(user[1], quote[1]);
    takeBest(left.waiting, filled);
    takeBest(left.ladder, filled);
  }
}

function reaches(side: Side, price: Decimal, quoted: Decimal): boolean {
  return side === 'buy' ? compare(price, quoted) >= 0 : compare(price, quoted) <= 0;
}

function takeBest(levels: BookLevel[], quantity: Decimal): void {
  const [best] = levels;
  if (best === undefined) return;
  const rest = subtract(best[1], quantity);
  if (isPositive(rest)) levels[0] = [best[0], rest];
  else levels.shift();
}

function mergeLevels(side: Side, users: readonly BookLevel[], ladder: readonly BookLevel[]): BookLevel[] {
  const levels = new Map<Decimal, Decimal>();
  for (const [price, quantity] of [...users, ...ladder]) {
    const there = levels.get(price);
    levels.set(price, there === undefined ? quantity : add(there, quantity));
  }
  const direction = side === 'buy' ? -1 : 1;
  return [...levels].sort(([a], [b]) => direction * compare(a, b));
}
