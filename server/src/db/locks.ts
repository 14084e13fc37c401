/**
 * Keys of PostgreSQL's advisory locks, which all nodes of a database share. A key with a second number (a market) never
 * conflicts with a key without one.
 */
export const LOCKS = {
  /** Migration, by one node at a time. */
  migration: 7_204_118,
  /** Creation of the template database of tests. */
  testTemplate: 7_204_119,
  /** Capital of the house in the sandbox. */
  houseCapital: 7_204_121,
  /** New versions of the options' terms. */
  optionVersions: 7_204_122,
  /** Purchases of options, whose limits apply to all markets together. */
  optionHouse: 7_204_123,
  /** Purchases and settlements of options, with a market. */
  optionMarket: 7_204_124,
  /** Futures positions and orders (also `futures_sweep.sql`). */
  futures: 7_204_125,
  /** New versions of the futures' terms. */
  futuresVersions: 7_204_126,
  /** New versions of the trust products' terms. */
  trustVersions: 7_204_127,
  /** Purchases of trust products. */
  trustPurchase: 7_204_128,
  /** New versions of the rebate terms. */
  rebateVersions: 7_204_129,
  /** New versions of limits and fee groups. */
  limitVersions: 7_204_132,
  /** Converts, whose limit applies to all of them together. */
  convert: 7_204_133,
  /** Offerings of the sandbox. */
  sandboxOfferings: 7_204_131,
  /** Price alerts, with a market (also `price_alert_fire.sql` and `price_alert_look.sql`). */
  priceAlerts: 7_204_131,
  /** The transparency log: exclusive to add entries, shared to prevent that. */
  transparency: 7_204_513,
  /** Articles of the repository, which each start updates. */
  articles: 7_301_115,
} as const;
