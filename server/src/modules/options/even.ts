/** Terms of `even` at a tick, by the chance at that tick, which is known for simulated prices alone. */
import { compare, ZERO, type Decimal } from '@halyard/contract/money';
import { evenChance, ticksBetween } from '@halyard/contract/options/evenChance';
import { evenRatio, houseEdgePercent, isWorseThanQuoted, type PricePoint } from '@halyard/contract/options/rules';
import type { OptionTerms } from '@halyard/contract/options/terms';
import { hashTerms } from '@halyard/contract/termsHash';
import { BusinessError } from '../../calls/errors.ts';
import { termsOf, type CurrentTerms } from './currentTerms.ts';
import type { DeliveryTerms } from './versions.ts';

/** Current terms with one of the delivery times. */
export type TimedTerms = CurrentTerms & { readonly time: DeliveryTerms };

/** The terms that were shown to the buyer, if the request names them. */
type Shown = { readonly termsHash?: string | undefined; readonly evenChance?: Decimal | undefined };

/** The terms of `even` at the last price, as if a tick repeated it now; undefined when it is not offered. */
export function quotedEvenTerms(timed: TimedTerms): OptionTerms | undefined {
  const { market, atMs } = timed;
  return market.reference && evenTermsOf(timed, { ...market.reference, at: new Date(atMs).toISOString() });
}

/** The terms of `even` when it opens at `open`; undefined when it is not offered. */
function evenTermsOf(timed: TimedTerms, open: PricePoint): OptionTerms | undefined {
  const { market, time, atMs } = timed;
  const band = bandOf(timed);
  if (band === undefined) return undefined;
  const ticks = ticksBetween(Date.parse(open.at), atMs + time.seconds * 1000);
  const { symbol, terms } = market;
  const chance = evenChance({ symbol, pricePlaces: terms.pricePrecision, price: open.price, ticks, band });
  return chance && termsAt(timed, band, chance);
}

/**
 * The terms of `even` for a purchase at `open`. Throws `BusinessError`: EVEN_NOT_OFFERED; TERMS_CHANGED when the terms
 * in force are not those that were shown; PRICE_MOVED {price} when they pay less.
 */
export function requireEvenTerms(timed: TimedTerms, open: PricePoint, shown: Shown): OptionTerms {
  const [band, terms] = [bandOf(timed), evenTermsOf(timed, open)];
  if (band === undefined || terms === undefined) throw new BusinessError('EVEN_NOT_OFFERED');
  const quoted = shown.evenChance === undefined ? terms : termsAt(timed, band, shown.evenChance);
  const isOther = shown.termsHash !== undefined && (quoted === undefined || shown.termsHash !== hashTerms(quoted));
  if (isOther) throw new BusinessError('TERMS_CHANGED');
  if (quoted !== undefined && isWorseThanQuoted(terms.profitRatio, quoted.profitRatio))
    throw new BusinessError('PRICE_MOVED', { price: open.price });
  return terms;
}

/** The band in force; undefined when there is none, or when the prices have no published model. */
function bandOf({ version, market, time }: TimedTerms): Decimal | undefined {
  if (market.source !== 'simulated' || version.entryDelays === undefined) return undefined;
  const bands = version.markets.find(({ symbol }) => symbol === market.symbol)?.evenBands;
  return bands?.find(({ seconds }) => seconds === time.seconds)?.band;
}

function termsAt(timed: TimedTerms, band: Decimal, chance: Decimal): OptionTerms | undefined {
  const edge = evenEdge(timed.time);
  const profitRatio = compare(chance, ZERO) > 0 ? evenRatio(chance, edge) : undefined;
  const even = { evenBand: band, evenEdge: edge, evenChance: chance };
  return profitRatio && { ...termsOf(timed, timed.time, { kind: 'even', profitRatio }), ...even };
}

/** The house edge of up and down without the fee; `even` has the same edge. */
export function evenEdge({ profitRatio }: Pick<DeliveryTerms, 'profitRatio'>): Decimal {
  return houseEdgePercent({ profitRatio, feeRate: ZERO });
}
