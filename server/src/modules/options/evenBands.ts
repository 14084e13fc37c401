import { absolute, compare, decimal, divide, multiply, ONE, subtract, type Decimal } from '@halyard/contract/money';
import { evenChance, type EvenModel } from '@halyard/contract/options/evenChance';
import { EVEN_RATIO_MAX, evenRatio } from '@halyard/contract/options/rules';
import { COIN_MODELS, TICK_MS } from '@halyard/contract/market/simulatedModel';
import type { MarketRecord } from '../../market/marketRecord.ts';
import { evenEdge } from './even.ts';
import type { DeliveryTerms, EvenBand } from './versions.ts';

/** A band with its chance and ratio at a price. */
export type SuggestedBand = EvenBand & { readonly chance: Decimal; readonly ratio: Decimal };

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
