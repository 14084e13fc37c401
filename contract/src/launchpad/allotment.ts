/**
 * Allotment of an oversubscribed supply (docs/product.md 5): in proportion, by the largest remainder, and no
 * participant above the cap. In whole units, so that the parts sum to the supply exactly and can be recomputed.
 */

/** Demand and cap of one participant; both in whole units, not negative. */
export type Claim = { readonly demand: bigint; readonly cap?: bigint | undefined };

/**
 * The units of each claim, in the order of the claims. Every claim gets its demand or its cap where the supply
 * suffices; otherwise the supply is given exactly. Of equal remainders the earlier claim comes first. Throws a
 * `RangeError` for negative values.
 */
export function allot(supply: bigint, claims: readonly Claim[]): bigint[] {
  if (supply < 0n || claims.some(({ demand, cap = 0n }) => demand < 0n || cap < 0n)) {
    throw new RangeError('a supply, a demand and a cap are not below zero');
  }
  const units = claims.map(() => 0n);
  let rest = { places: [...claims.keys()], supply, demand: sumOf(claims.map(({ demand }) => demand)) };
  for (;;) {
    const open: number[] = [];
    let { supply: left, demand: wanted } = rest;
    for (const place of rest.places) {
      const { demand, cap } = claims[place] as Claim;
      if (cap === undefined || !isAbove(demand, cap, rest)) open.push(place);
      else {
        units[place] = cap;
        left -= cap;
        wanted -= demand;
      }
    }
    const isOver = open.length === rest.places.length;
    rest = { places: open, supply: left, demand: wanted };
    if (isOver) break;
  }
  if (rest.demand <= rest.supply) for (const place of rest.places) units[place] = claims[place]?.demand ?? 0n;
  else shareOut(units, claims, rest);
  return units;
}

/** Claims not yet at their cap, the remaining supply, and the sum of their demands. */
type Round = { readonly places: readonly number[]; readonly supply: bigint; readonly demand: bigint };

/** Whether a share is above the cap: compared without a division. */
function isAbove(demand: bigint, cap: bigint, { supply, demand: all }: Round): boolean {
  return all <= supply ? demand > cap : demand * supply > cap * all;
}

function shareOut(units: bigint[], claims: readonly Claim[], { places, supply, demand: all }: Round): void {
  let leftCount = supply;
  const remainders = places.map((place) => {
    const product = (claims[place]?.demand ?? 0n) * supply;
    const share = product / all;
    units[place] = share;
    leftCount -= share;
    return { place, remainder: product % all };
  });
  // The sort is stable, so of equal remainders the earlier claim stays first.
  remainders.sort((a, b) => (a.remainder === b.remainder ? 0 : a.remainder > b.remainder ? -1 : 1));
  for (const { place } of remainders.slice(0, Number(leftCount))) units[place] = (units[place] ?? 0n) + 1n;
}

/** The units of a participant and their cost, divided over the participant's orders. */
export type OrderCut = { readonly units: readonly bigint[]; readonly paid: readonly bigint[] };

/**
 * Divides a participant's units and their cost over the orders: both sum up exactly, and no order pays more than its
 * amount. `amounts` and `unitParts` (the cost of one unit) are in the smallest parts of the payment currency. Usually
 * an order pays for its own units. Only where the orders together pay for more whole units than each by itself, both
 * are divided by the amounts.
 */
export function cutOverOrders(units: bigint, amounts: readonly bigint[], unitParts: bigint): OrderCut {
  const owed = units * unitParts;
  if (owed > sumOf(amounts)) throw new RangeError('the orders do not pay for so many units');
  const whole = amounts.map((parts) => ({ demand: parts / unitParts }));
  if (sumOf(whole.map(({ demand }) => demand)) >= units) {
    const cut = allot(units, whole);
    return { units: cut, paid: cut.map((own) => own * unitParts) };
  }
  const weights = amounts.map((demand) => ({ demand }));
  return { units: allot(units, weights), paid: allot(owed, weights) };
}

export function sumOf(values: readonly bigint[]): bigint {
  let sum = 0n;
  for (const value of values) sum += value;
  return sum;
}
