/** Values of a message about a position, in a language. */
import type { Language } from '@halyard/contract/languages';
import { decimal, isPositive, toFixedText } from '@halyard/contract/money';
import { figureOf, fillIn, percentOf } from '../../calls/messages.ts';
import type { Facts } from '../../events/messageFacts.ts';
import type en from './texts/en.json';

type Texts = typeof en;
type FuturesFacts = Facts<'contract'>;
type Values = Readonly<Record<string, string>>;

const RATE_PLACES = 2;

/** Key of the text: an order that never opened ended otherwise than a position. */
export function futuresKey({ happened, profit, liquidationPrice }: FuturesFacts) {
  if (happened === 'series_ended' && profit === null) return 'contract_series_ended_order';
  if (happened === 'warning' && liquidationPrice === null) return 'contract_warning_cross';
  return `contract_${happened}` as const;
}

/** Values of the placeholders. */
export function futuresValues(
  language: Language,
  { contracts }: Pick<Texts, 'contracts'>,
  facts: FuturesFacts,
): Values {
  const { symbol, currency, places, side, lots, leverage, price, profit, returned, level, rate } = facts;
  const priceText = (value: string | null) =>
    value === null ? '' : figureOf(language, toFixedText(decimal(value), places));
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
      ? fillIn(contracts.back, { returned: figureOf(language, decimal(returned)), currency })
      : contracts.nothing,
    near: level === null ? '' : contracts[`near_${level}`],
    rate: rate === null ? '' : percentOf(language, toFixedText(decimal(rate), RATE_PLACES, 'down')),
    liquidation: priceText(facts.liquidationPrice),
  };
}

function signed(language: Language, profit: string): string {
  const amount = figureOf(language, decimal(profit));
  return isPositive(decimal(profit)) ? `+${amount}` : amount;
}
