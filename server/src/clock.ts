/** Time as a dependency, so that tests set it. */
export type Clock = { nowMs(): number };

/** The machine's clock. */
export const systemClock: Clock = { nowMs: () => Date.now() };
