/** Coins that can be converted, and checks of what is typed. */
import type { CurrencyId } from '@halyard/contract/ids';
import type { CodedError } from '@halyard/contract/errors';
import { BETWEEN, checkConvertAmount, spreadOf } from '@halyard/contract/convert/rules';
import {
  compare,
  divide,
  isPositive,
  MONEY_PLACES,
  multiply,
  ONE,
  parseDecimal,
  round,
  type Decimal,
  ZERO,
} from '@halyard/contract/money';
import type { PriceSource } from '@halyard/contract/market/calls';
import type { MarketsData } from '../../domain/markets/marketsData.ts';

export type ConvertCoin = {
  readonly id: CurrencyId;
  readonly name: string;
  /** The last price in USDT; `undefined` while there is none. */
  readonly price: Decimal | undefined;
  /** The least spread of its market with USDT, as a fraction: without that of the house's quotes. */
  readonly spread: Decimal | undefined;
  /** Of its price; none for USDT. */
  readonly priceSource: PriceSource | undefined;
};

/** Coins and amount of the form; '' is a missing amount. */
export type ConvertForm = { readonly from: string; readonly to: string; readonly amount: string };

/** USDT, and every coin with a market against it, in the order of the exchange. */
export function convertCoins(data: MarketsData | undefined): readonly ConvertCoin[] {
  const markets = (data?.ids ?? []).flatMap((id) => data?.byId[id] ?? []).filter(({ quote }) => quote === BETWEEN);
  const [first] = markets;
  if (first === undefined) return [];
  return [
    { id: first.quoteId, name: first.quote, price: ONE, spread: undefined, priceSource: undefined },
    ...markets.map(({ baseId: id, base: name, lastPrice, takerFeeRate, entryDelayMs = 0, priceSource }) => ({
      id,
      name,
      price: lastPrice ?? undefined,
      spread: takerFeeRate && spreadOf({ halfSpread: ZERO, takerFeeRate, entryDelayMs }),
      priceSource,
    })),
  ];
}

/** The form of a link; without one it buys the first coin with USDT. */
export function convertFormOf(query: URLSearchParams): ConvertForm {
  return { from: query.get('from') ?? '', to: query.get('to') ?? '', amount: '' };
}

/** The chosen coins; the first ones instead of unknown names. */
export function chosenCoins(coins: readonly ConvertCoin[], { from, to }: ConvertForm) {
  const source = coins.find(({ name }) => name === from) ?? coins.find(({ name }) => name !== to);
  const target =
    coins.find(({ name }) => name === to && name !== source?.name) ?? coins.find(({ name }) => name !== source?.name);
  return { source, target };
}

/** The form after a coin was chosen; choosing the other one's coin swaps them. */
export function withCoin(form: ConvertForm, end: 'from' | 'to', name: string): ConvertForm {
  const other = end === 'from' ? 'to' : 'from';
  const next = { ...form, [end]: name, ...(form[other] === name && { [other]: form[end] }) };
  return next.from === form.from ? next : { ...next, amount: '' };
}

/** The first error of the amount. */
export function convertError(
  { amount }: ConvertForm,
  source: ConvertCoin | undefined,
  available: Decimal | undefined,
): CodedError | undefined {
  if (source?.price === undefined) return undefined;
  const typed = parseDecimal(amount);
  const found = checkConvertAmount(typed, source.price);
  if (found !== undefined) return found;
  const isShort = typed !== undefined && available !== undefined && compare(typed, available) > 0;
  return isShort ? { code: 'INSUFFICIENT_BALANCE' } : undefined;
}

/** Worth of an amount at the last prices, before the spread; `undefined` when it is unknown. */
export function estimate(
  { amount }: ConvertForm,
  source: ConvertCoin | undefined,
  target: ConvertCoin | undefined,
): Decimal | undefined {
  const typed = parseDecimal(amount);
  if (typed === undefined || source?.price === undefined || target?.price === undefined) return undefined;
  return round(divide(multiply(typed, source.price), target.price, MONEY_PLACES, 'down'), MONEY_PLACES, 'down');
}

/** The source of a rate between two coins: that of any price that is not of the live market comes first. */
export function rateSource(source: ConvertCoin | undefined, target: ConvertCoin | undefined): PriceSource | undefined {
  const sources = [source?.priceSource, target?.priceSource].filter((one) => one !== undefined);
  return sources.find((one) => one !== 'live') ?? sources[0];
}

/** "1 `from` = `rate` `to`". */
export type ShownRate = { readonly from: string; readonly to: string; readonly rate: Decimal };

/** A quoted rate as a price: of the coin in USDT in both directions. Between two coins it stays as it is. */
export function shownRate({ from, to, rate }: ShownRate): ShownRate {
  if (from !== BETWEEN || !isPositive(rate)) return { from, to, rate };
  return { from: to, to: from, rate: divide(ONE, rate, MONEY_PLACES, 'half-even') };
}

/** The last price that an estimate uses, in the direction of `shownRate`. */
export function lastRate(source: ConvertCoin | undefined, target: ConvertCoin | undefined): ShownRate | undefined {
  if (source?.price === undefined || target?.price === undefined) return undefined;
  const [of, by] = source.name === BETWEEN ? [target, source] : [source, target];
  if (of.price === undefined || by.price === undefined || !isPositive(by.price)) return undefined;
  return { from: of.name, to: by.name, rate: divide(of.price, by.price, MONEY_PLACES, 'half-even') };
}

const SIGNIFICANT = 6;

/** Decimal places with which a rate shows six significant digits. */
export function ratePlaces(rate: Decimal): number {
  const [whole = '', part = ''] = rate.split('.');
  if (whole !== '0') return Math.max(2, SIGNIFICANT - whole.length);
  return part.length - part.replace(/^0+/, '').length + SIGNIFICANT;
}

/** The least spread of converting one coin to USDT or back; `undefined` between two other coins. */
export function leastSpread(source: ConvertCoin | undefined, target: ConvertCoin | undefined): Decimal | undefined {
  if (source?.name === BETWEEN) return target?.spread;
  return target?.name === BETWEEN ? source?.spread : undefined;
}
