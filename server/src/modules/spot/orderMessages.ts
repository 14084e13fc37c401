/** Messages about orders that ended and stops that were reached: their facts, as stored, and their texts. */
import { decimal, isZero, round } from '@halyard/contract/money';
import type { CancelReason } from '@halyard/contract/spot/calls';
import { averagePrice } from '@halyard/contract/spot/rules';
import { figureOf } from '../../calls/messages.ts';
import { fillMessage, MESSAGE_TEXTS, withSymbol, type MessageWriters } from '../../events/messageFacts.ts';

/** Amounts are decimal text: the quantities in the base currency, `filledQuote` in the quote currency. */
export type OrderFacts = {
  readonly symbol: string;
  readonly base: string;
  readonly quote: string;
  /** Decimals of the market's prices. */
  readonly places: number;
  readonly side: 'buy' | 'sell';
  readonly status: 'completed' | 'cancelled';
  readonly reason: CancelReason | null;
  readonly quantity: string;
  readonly filled: string;
  readonly filledQuote: string;
};

/** A stop order whose price was reached, and the order that it became then. */
export type StopFacts = Pick<OrderFacts, 'symbol' | 'base' | 'quote' | 'side' | 'quantity'> & {
  readonly stopPrice: string;
  /** Null for a market order. */
  readonly price: string | null;
};

declare module '../../events/messageFacts.ts' {
  interface FactsBySubject {
    readonly order: OrderFacts;
    readonly stop: StopFacts;
  }
}

const LINK = '/pages/trade/index';

export const orderMessages: MessageWriters = {
  order({ language }, facts) {
    const { symbol, base, quote, places, side, status, reason } = facts;
    const { messages, reasons } = MESSAGE_TEXTS[language];
    const filled = decimal(facts.filled);
    const average = averagePrice(decimal(facts.filledQuote), filled);
    const reasonTexts: Readonly<Record<string, string>> = reasons;
    const values = {
      symbol,
      base,
      quote,
      quantity: figureOf(language, decimal(facts.quantity)),
      filled: figureOf(language, filled),
      price: average === undefined ? '' : figureOf(language, round(average, places, 'half-even')),
      reason: reasonTexts[reason ?? ''] ?? '',
    };
    const link = withSymbol(LINK, symbol);
    if (status === 'completed')
      return fillMessage(messages[side === 'buy' ? 'order_bought' : 'order_sold'], values, link);
    return fillMessage(messages[isZero(filled) ? 'order_unfilled' : 'order_partly'], values, link);
  },
  /** Its link opens the order that the stop became. */
  stop({ language }, facts, ref) {
    const { symbol, base, quote, side, price } = facts;
    const { messages } = MESSAGE_TEXTS[language];
    const values = {
      symbol,
      base,
      quote,
      stop: figureOf(language, decimal(facts.stopPrice)),
      quantity: figureOf(language, decimal(facts.quantity)),
      price: price === null ? '' : figureOf(language, decimal(price)),
    };
    const key = price === null ? (`stop_${side}_market` as const) : (`stop_${side}` as const);
    return fillMessage(messages[key], values, `${withSymbol(LINK, symbol)}&order=${ref}`);
  },
};
