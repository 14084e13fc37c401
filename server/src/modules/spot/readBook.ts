/** The order book as everybody sees it: users' waiting orders and the house's ladder, added up by price. */
import type { Book, BookLevel } from '@halyard/contract/calls/markets';
import type { Side } from '@halyard/contract/calls/spot';
import { add, compare, type Decimal } from '@halyard/contract/money';
import { BusinessError } from '../../errors.ts';
import { findMarketBySymbol } from '../../market/marketRecord.ts';
import { readBookView } from './bookRepository.ts';
import type { SpotDeps } from './spotDeps.ts';

const LEVELS_DEFAULT = 20;
/** The most levels a side that one call answers. */
const LEVELS_MAX = 100;

/** The best levels of both sides, best first. Throws `BusinessError('MARKET_NOT_FOUND')` for a market that is not shown. */
export async function readSpotBook(deps: SpotDeps, symbol: string, limit = LEVELS_DEFAULT): Promise<Book> {
  const named = await findMarketBySymbol(deps.db, symbol);
  const levelsMax = Math.min(Math.max(limit, 1), LEVELS_MAX);
  const view = named?.isDisplayed === true ? await readBookView(deps.db, named.id, levelsMax) : undefined;
  if (view === undefined) throw new BusinessError('MARKET_NOT_FOUND');
  const quotes = deps.house.quotes(view.market, view.house);
  return {
    symbol: view.market.symbol,
    bids: mergeLevels('buy', view.bids, quotes.bids).slice(0, levelsMax),
    asks: mergeLevels('sell', view.asks, quotes.asks).slice(0, levelsMax),
    asOf: new Date(deps.clock.nowMs()).toISOString(),
  };
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
