/** Messages about positions: their facts, as stored, and their texts. */
import type { Warned } from '@halyard/contract/futures/account';
import type { CloseReason, PositionSide } from '@halyard/contract/futures/position';
import type { PositionId } from '@halyard/contract/ids';
import type { Language } from '@halyard/contract/languages';
import { decimal, isPositive, toFixedText } from '@halyard/contract/money';
import { numberText, fillIn, percentText } from '../../calls/messages.ts';
import { fillMessage, MESSAGE_TEXTS, withSymbol, type MessageWriters } from '../../events/messageFacts.ts';

/** Facts about a futures position, or about an order that ended before it opened one. */
export type FuturesFacts = {
  readonly positionId: PositionId;
  readonly happened: Exclude<CloseReason, 'user'> | 'house_limit' | 'opened' | 'warning';
  readonly symbol: string;
  /** Currency of margin and profit. */
  readonly currency: string;
  /** Decimals of the market's prices. */
  readonly places: number;
  readonly side: PositionSide;
  readonly lots: number;
  readonly leverage: number;
  /** Price at which it opened or closed; for a warning the last price, for an order its target. */
  readonly price: string | null;
  /** Profit or loss; null while it is not closed. */
  readonly profit: string | null;
  /** Amount returned to the account; null while it is not closed. */
  readonly returned: string | null;
  /** For a warning: percent of the liquidation level. */
  readonly level: Warned;
  /** For a warning: equity in percent of the margin at opening. */
  readonly rate: string | null;
  /** For a warning: null for a cross position, which the equity of the account liquidates. */
  readonly liquidationPrice: string | null;
};

declare module '../../events/messageFacts.ts' {
  interface FactsBySubject {
    readonly contract: FuturesFacts;
  }
}

const RATE_PLACES = 2;

export const positionMessages: MessageWriters = {
  contract: ({ language }, facts) =>
    fillMessage(
      MESSAGE_TEXTS[language].messages[textKey(facts)],
      valuesOf(language, facts),
      withSymbol('/pages/lever/index', facts.symbol),
    ),
};

/** An order that never opened ended otherwise than a position. */
function textKey({ happened, profit, liquidationPrice }: FuturesFacts) {
  if (happened === 'series_ended' && profit === null) return 'contract_series_ended_order';
  if (happened === 'warning' && liquidationPrice === null) return 'contract_warning_cross';
  return `contract_${happened}` as const;
}

/** Values of the placeholders. */
function valuesOf(language: Language, facts: FuturesFacts): Readonly<Record<string, string>> {
  const { contracts } = MESSAGE_TEXTS[language];
  const { symbol, currency, places, side, lots, leverage, price, profit, returned, level, rate } = facts;
  const priceText = (value: string | null) =>
    value === null ? '' : numberText(language, toFixedText(decimal(value), places));
  const lotsText = lots === 1 ? contracts.lot : fillIn(contracts.lots, { count: String(lots) });
  const position = { symbol, side: contracts[side], lots: lotsText, leverage: String(leverage) };
  const hasReturned = returned !== null && isPositive(decimal(returned));
  return {
    symbol,
    currency,
    what: fillIn(contracts.what, position),
    price: priceText(price),
    profit: profit === null ? '' : signed(language, profit),
    back: hasReturned
      ? fillIn(contracts.back, { returned: numberText(language, decimal(returned)), currency })
      : contracts.nothing,
    near: level === null ? '' : contracts[`near_${level}`],
    rate: rate === null ? '' : percentText(language, toFixedText(decimal(rate), RATE_PLACES, 'down')),
    liquidation: priceText(facts.liquidationPrice),
  };
}

function signed(language: Language, profit: string): string {
  const amount = numberText(language, decimal(profit));
  return isPositive(decimal(profit)) ? `+${amount}` : amount;
}
