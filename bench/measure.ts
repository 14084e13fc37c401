/** Measures ways of doing the same thing side by side: alternating, several rounds, by their medians. */

/** One way. `run` does it once; `index` counts up over all rounds. `units` is how many things one run does. */
export type Contestant = {
  readonly name: string;
  readonly run: (index: number) => Promise<unknown>;
  readonly units?: number;
};

export type MeasureOptions = {
  readonly rounds: number;
  readonly runsPerRound: number;
  /** How many runs are in parallel; one by default. */
  readonly atOnce?: number;
};

/** Units a second: the median over the rounds, with the least and the most. */
export type Rate = {
  readonly name: string;
  readonly median: number;
  readonly least: number;
  readonly most: number;
  /**
   * Percent of the first contestant's rate in the same round, the median over the rounds: other work of the machine
   * slows both.
   */
  readonly percentOfFirst: number;
};

/**
 * Rates of all contestants, in their order. Each round begins with another one, so that none is always first; the first
 * round only warms up.
 */
export async function measure(contestants: readonly Contestant[], options: MeasureOptions): Promise<Rate[]> {
  const rates = contestants.map((): number[] => []);
  for (let round = 0; round <= options.rounds; round += 1) {
    for (let turn = 0; turn < contestants.length; turn += 1) {
      const place = (round + turn) % contestants.length;
      const contestant = contestants[place];
      if (contestant === undefined) continue;
      const rate = await rateOf(contestant, round, options);
      if (round > 0) rates[place]?.push(rate);
    }
  }
  return contestants.map(({ name }, place) => summarise(name, rates[place] ?? [], rates[0] ?? []));
}

/** A line for each rate, compared with the first one. */
export function report(title: string, rates: readonly Rate[]): string {
  const width = Math.max(...rates.map(({ name }) => name.length));
  const lines = rates.map(({ name, median, least, most, percentOfFirst }) => {
    const share = `${Math.round(percentOfFirst)} %`;
    return `  ${name.padEnd(width)}  ${whole(median).padStart(7)} /s  ${share.padStart(6)}   (${whole(least)} to ${whole(most)})`;
  });
  return [title, ...lines].join('\n');
}

async function rateOf({ run, units = 1 }: Contestant, round: number, options: MeasureOptions): Promise<number> {
  const { runsPerRound, atOnce = 1 } = options;
  let next = round * runsPerRound;
  const end = next + runsPerRound;
  const work = async () => {
    while (next < end) {
      next += 1;
      await run(next);
    }
  };
  const startedAtMs = performance.now();
  await Promise.all(Array.from({ length: atOnce }, work));
  return (runsPerRound * units * 1000) / (performance.now() - startedAtMs);
}

function summarise(name: string, rates: readonly number[], first: readonly number[]): Rate {
  const shares = rates.map((rate, round) => (100 * rate) / (first[round] ?? Number.NaN));
  return {
    name,
    median: quantile(rates, 0.5),
    least: quantile(rates, 0),
    most: quantile(rates, 1),
    percentOfFirst: quantile(shares, 0.5),
  };
}

/** The value below which that share of them lies. */
export function quantile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.floor((sorted.length - 1) * share)] ?? Number.NaN;
}

function whole(rate: number): string {
  return Math.round(rate).toLocaleString('en-US');
}
