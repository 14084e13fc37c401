/** `lever/deal`: a market's terms, the user's account in it, and a preview of an order. */
import type { AnswerOf, RequestOf } from '@halyard/contract/call';
import type { getFuturesTerms, PositionPreview } from '@halyard/contract/futures/calls';
import type { UserId } from '@halyard/contract/ids';
import { add, multiply, ONE, subtract, ZERO, type Decimal } from '@halyard/contract/money';
import { crossOf, type MarginAccount } from '@halyard/contract/futures/account';
import { crossEquity, freeOf } from '@halyard/contract/futures/cross';
import { draftOrder, type PositionOrder } from '@halyard/contract/futures/order';
import { bankruptcyPrice, overnightFee, profitCapPrice } from '@halyard/contract/futures/position';
import type { Reader } from '../../db/database.ts';
import { readAccount, liquidationOf } from './accounts.ts';
import { nextMidnight } from './cursors.ts';
import { readCurrentTerms, type CurrentTerms } from './currentTerms.ts';
import { notionalIn } from './openPosition.ts';
import { countClosed, listOwn, readLastTicks } from './readPositions.ts';

const SHOWN_POSITIONS = 10;
const QUICK_LOTS = [1, 5, 10, 50, 100];
/** The number of closed positions from which a user is first shown more than the lowest leverage. */
const LEARNED_AFTER = 10;

type Request = RequestOf<typeof getFuturesTerms>;

/** Errors: MARKET_NOT_FOUND, MARKET_NOT_OPEN. */
export async function readFuturesTerms(
  reader: Reader,
  userId: UserId,
  { request, nowMs }: { readonly request: Request; readonly nowMs: number },
): Promise<AnswerOf<typeof getFuturesTerms>> {
  const current = await readCurrentTerms(reader, nowMs, request);
  const { market, terms, termsHash, atMs } = current;
  const marks = await readLastTicks(reader);
  const { account, records } = await readAccount(reader, { userId, currencyId: market.quoteId }, marks);
  const shown = { marketId: market.id, status: 'trading' as const };
  const [positions, closed] = await Promise.all([
    listOwn(reader, userId, shown, { limit: SHOWN_POSITIONS, offset: 0 }),
    countClosed(reader, userId),
  ]);
  const cross = crossOf(account);
  const { leverages } = terms;
  return {
    book: { in: [], out: [] },
    positions,
    lotLimits: { min: terms.minLots, max: terms.maxLots },
    choices: {
      leverages: leverages.map((leverage) => ({ value: String(leverage) })),
      lots: QUICK_LOTS.filter((lots) => lots >= terms.minLots && lots <= terms.maxLots).map((lots) => ({
        value: String(lots),
      })),
    },
    lastPrice: market.reference?.price ?? ZERO,
    free: freeOf(cross),
    notional: openNotional(account),
    quotePrice: ONE,
    exchangeRate: null,
    marketId: market.id,
    currencyId: market.quoteId,
    terms,
    termsHash,
    firstLeverage:
      closed < LEARNED_AFTER
        ? Math.min(...leverages)
        : (leverages[Math.floor(leverages.length / 2)] ?? Math.min(...leverages)),
    marketNotional: notionalIn([...records.values()].filter(({ marketId }) => marketId === market.id)),
    available: account.balance,
    crossEquity: crossEquity(cross),
    crossMargin: add(ZERO, ...cross.marked.map(({ position }) => position.originMargin)),
    nextNightAt: nextMidnight(atMs),
    preview: previewOf(current, account, request),
  };
}

/** The preview of an order; null when the request is incomplete, or without a price. */
function previewOf(
  { market, terms, atMs }: CurrentTerms,
  account: MarginAccount,
  request: Request,
): PositionPreview | null {
  const { lots, leverage, side, mode = 'isolated', targetPrice } = request;
  const tick = market.reference;
  if (lots == null || leverage == null || side == null || tick === undefined) return null;
  const order: PositionOrder = {
    side,
    mode,
    lots,
    leverage,
    targetPrice: targetPrice ?? null,
    stopProfit: null,
    stopLoss: null,
  };
  const draft = draftOrder(order, tick.price, terms);
  const paid = add(draft.margin, draft.fee);
  const { opensNow, openPrice, quantity, notional, margin, fee, position } = draft;
  return {
    opensNow,
    openPrice,
    quantity,
    notional,
    margin,
    fee,
    overnight: overnightFee(quantity, tick.price, terms.overnightRate),
    nextNightAt: nextMidnight(atMs),
    liquidationPrice:
      liquidationOf(account, {
        position,
        openPrice,
        paid,
      }) ?? ZERO,
    bankruptcyPrice: bankruptcyPrice(position) ?? ZERO,
    profitCapPrice: profitCapPrice(position) ?? ZERO,
    freeAfter: subtract(freeOf(crossOf(account)), paid),
  };
}

function openNotional({ positions, marks }: MarginAccount): Decimal {
  return add(
    ZERO,
    ...positions.map(({ quantity, marketId, openPrice }) =>
      multiply(quantity, marks.get(marketId)?.price ?? openPrice),
    ),
  );
}
