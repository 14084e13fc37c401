/** Terms of `even` at a tick, by the chance at that tick, which is known for simulated prices alone. */
import {
  compare,
  ZERO,
  type Decimal,
  absolute,
  decimal,
  divide,
  multiply,
  ONE,
  subtract,
} from '@halyard/contract/money';
import { evenChance, ticksBetween, type EvenModel } from '@halyard/contract/options/evenChance';
import {
  evenRatio,
  houseEdgePercent,
  isWorseThanQuoted,
  type PricePoint,
  EVEN_RATIO_MAX,
} from '@halyard/contract/options/rules';
import { hashTerms, type OptionTerms } from '@halyard/contract/options/terms';
import { COIN_MODELS, TICK_MS } from '@halyard/contract/market/simulatedModel';
import { BusinessError } from '../../calls/callHandler.ts';
import type { MarketRecord } from '../../market/marketRecord.ts';
import { termsOf, type CurrentTerms, type DeliveryTerms, type EvenBand } from './currentTerms.ts';

/** Current terms with one of the delivery times. */
type TimedTerms = CurrentTerms & { readonly time: DeliveryTerms };

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
function evenEdge({ profitRatio }: Pick<DeliveryTerms, 'profitRatio'>): Decimal {
  return houseEdgePercent({ profitRatio, feeRate: ZERO });
}

/** A band with its chance and ratio at a price. */
type SuggestedBand = EvenBand & { readonly chance: Decimal; readonly ratio: Decimal };

type BandMarket = Pick<MarketRecord, 'symbol' | 'terms' | 'reference'>;

const CHANCE_WANTED = decimal('10');

/**
 * For each delivery time the band whose chance is nearest to 10 %, among those whose ratio is not limited by {@link
 * EVEN_RATIO_MAX}: at the market's last price, or before the first one at the anchor of its model. Times without such a
 * band are left out.
 */
export function suggestBands(market: BandMarket, times: readonly DeliveryTerms[]): readonly SuggestedBand[] {
  const { symbol, terms, reference } = market;
  const price = reference?.price ?? COIN_MODELS.get(symbol)?.anchor;
  if (price === undefined) return [];
  const model = { symbol, pricePlaces: terms.pricePrecision, price };
  return times.flatMap((time) => {
    const ticks = (time.seconds * 1000) / TICK_MS;
    return nearestBand({ ...model, ticks }, time) ?? [];
  });
}

function nearestBand(model: Omit<EvenModel, 'band'>, time: DeliveryTerms): SuggestedBand | undefined {
  const step = divide(ONE, decimal(`1${'0'.repeat(model.pricePlaces)}`), model.pricePlaces, 'half-even');
  const suggested = (steps: number) => bandAt(model, time, multiply(step, decimal(String(steps))));
  const isBelow = (steps: number) => compare(suggested(steps)?.chance ?? CHANCE_WANTED, CHANCE_WANTED) < 0;
  let above = 1;
  while (isBelow(above)) above *= 2;
  let below = 0;
  while (above - below > 1) {
    const middle = Math.floor((above + below) / 2);
    if (isBelow(middle)) below = middle;
    else above = middle;
  }
  const distance = ({ chance }: SuggestedBand) => absolute(subtract(chance, CHANCE_WANTED));
  const found = [below, above].flatMap((steps) => suggested(steps) ?? []).filter(({ chance }) => !isCut(chance, time));
  return found.toSorted((a, b) => compare(distance(a), distance(b)))[0];
}

function bandAt(model: Omit<EvenModel, 'band'>, time: DeliveryTerms, band: Decimal): SuggestedBand | undefined {
  const chance = evenChance({ ...model, band });
  const ratio = chance && evenRatio(chance, evenEdge(time));
  return chance && ratio && { seconds: time.seconds, band, chance, ratio };
}

/** Whether `even` pays less than the chance is worth because of {@link EVEN_RATIO_MAX}. */
function isCut(chance: Decimal, time: DeliveryTerms): boolean {
  return evenRatio(chance, evenEdge(time)) === EVEN_RATIO_MAX;
}
