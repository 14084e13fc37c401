/**
 * How a supply is allotted among those who ask for more than there is (products.md 4.2): in proportion, by the largest
 * remainder, and nobody above his cap. In whole units, so that the parts sum to the supply exactly and everybody who
 * computes it again finds the same.
 */

/** What one participant asks for, and the most that he may get; both in whole units, not below zero. */
export type Claim = { readonly demand: bigint; readonly cap?: bigint | undefined };

/**
 * The units of each claim, in the order of the claims. Everybody gets what he asks for, or his cap, where the supply
 * suffices for that; else the supply is given exactly. Of equal remainders the earlier claim comes first. Throws a
 * `RangeError` for what is negative.
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

/** Who has not left with his cap yet, what is left for him, and what he and the others ask for. */
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
  // Sorting is stable, so that of equal remainders the earlier claim stays first.
  remainders.sort((a, b) => (a.remainder === b.remainder ? 0 : a.remainder > b.remainder ? -1 : 1));
  for (const { place } of remainders.slice(0, Number(leftCount))) units[place] = (units[place] ?? 0n) + 1n;
}

/** What a participant got, cut over his orders. */
export type OrderCut = { readonly units: readonly bigint[]; readonly paid: readonly bigint[] };

/**
 * Cuts a participant's units, and what they cost, over his orders: both sum up exactly, and no order pays more than its
 * amount. `amounts` and `unitParts`, what one unit costs, are in the smallest parts of the currency that is paid in.
 * Mostly an order pays for its own units. Only where his orders together pay for more whole units than each by itself,
 * both are cut by the amounts.
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

/** Adds up. */
export function sumOf(values: readonly bigint[]): bigint {
  let sum = 0n;
  for (const value of values) sum += value;
  return sum;
}
