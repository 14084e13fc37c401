/** Terms of `even` at a tick: by its chance there, which is known of simulated prices alone. */
import { compare, ZERO, type Decimal } from '@halyard/contract/money';
import { evenChance, ticksBetween } from '@halyard/contract/options/evenChance';
import { evenRatio, houseEdgePercent, isWorseThanQuoted, type PricePoint } from '@halyard/contract/options/rules';
import type { OptionTerms } from '@halyard/contract/options/terms';
import { hashTerms } from '@halyard/contract/termsHash';
import { BusinessError } from '../../calls/errors.ts';
import { termsOf, type CurrentTerms } from './currentTerms.ts';
import type { DeliveryTerms } from './versions.ts';

/** An offer with one of its delivery times. */
export type TimedTerms = CurrentTerms & { readonly time: DeliveryTerms };

/** Terms that the buyer was shown, where the request names them. */
type Shown = { readonly termsHash?: string | undefined; readonly evenChance?: Decimal | undefined };

/** The terms of `even` at the last price, as if a tick repeated it now; undefined where it is not offered. */
export function quotedEvenTerms(offer: TimedTerms): OptionTerms | undefined {
  const { market, atMs } = offer;
  return market.reference && evenTermsOf(offer, { ...market.reference, at: new Date(atMs).toISOString() });
}

/** The terms of `even` that opens at `open`; undefined where it is not offered. */
function evenTermsOf(offer: TimedTerms, open: PricePoint): OptionTerms | undefined {
  const { market, time, atMs } = offer;
  const band = bandOf(offer);
  if (band === undefined) return undefined;
  const ticks = ticksBetween(Date.parse(open.at), atMs + time.seconds * 1000);
  const { symbol, terms } = market;
  const chance = evenChance({ symbol, pricePlaces: terms.pricePrecision, price: open.price, ticks, band });
  return chance && termsAt(offer, band, chance);
}

/**
 * The same for a purchase at `open`. Throws `BusinessError`: EVEN_NOT_OFFERED; TERMS_CHANGED where others were shown
 * than those in force; PRICE_MOVED {price} where it pays less than was shown.
 */
export function requireEvenTerms(offer: TimedTerms, open: PricePoint, shown: Shown): OptionTerms {
  const [band, terms] = [bandOf(offer), evenTermsOf(offer, open)];
  if (band === undefined || terms === undefined) throw new BusinessError('EVEN_NOT_OFFERED');
  const quoted = shown.evenChance === undefined ? terms : termsAt(offer, band, shown.evenChance);
  const isOther = shown.termsHash !== undefined && (quoted === undefined || shown.termsHash !== hashTerms(quoted));
  if (isOther) throw new BusinessError('TERMS_CHANGED');
  if (quoted !== undefined && isWorseThanQuoted(terms.profitRatio, quoted.profitRatio))
    throw new BusinessError('PRICE_MOVED', { price: open.price });
  return terms;
}

/** The band in force; undefined where there is none, and where no published model makes the prices. */
function bandOf({ version, market, time }: TimedTerms): Decimal | undefined {
  if (market.source !== 'simulated' || version.entryDelays === undefined) return undefined;
  const bands = version.markets.find(({ symbol }) => symbol === market.symbol)?.evenBands;
  return bands?.find(({ seconds }) => seconds === time.seconds)?.band;
}

function termsAt(offer: TimedTerms, band: Decimal, chance: Decimal): OptionTerms | undefined {
  const edge = evenEdge(offer.time);
  const profitRatio = compare(chance, ZERO) > 0 ? evenRatio(chance, edge) : undefined;
  const even = { evenBand: band, evenEdge: edge, evenChance: chance };
  return profitRatio && { ...termsOf(offer, offer.time, { kind: 'even', profitRatio }), ...even };
}

/** The house edge of up and down without their fee, which `even` pays as well. */
export function evenEdge({ profitRatio }: Pick<DeliveryTerms, 'profitRatio'>): Decimal {
  return houseEdgePercent({ profitRatio, feeRate: ZERO });
}
