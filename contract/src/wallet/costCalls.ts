/** Costs of a user's coins, and CSV files of holdings and taxable events (ours). */
import * as z from 'zod/mini';
import { defineCall } from '../call.ts';
import { count, decimalWire, field, instant, noParameters, wireObject, wireRequest } from '../codec.ts';
import { currencyId } from '../ids.ts';

const costPosition = wireObject({
  currencyId: field('currency', currencyId),
  currency: field('currency_name', z.string()),
  /** Over all accounts, available and held. */
  amount: field('number', decimalWire),
  /** In USDT, by average cost, fees included; null when it is unknown. */
  cost: field('cost', z.nullable(decimalWire)),
  /** When something arrived without a known price, which makes the cost unknown. */
  unknownSince: field('unknown_since', z.nullable(instant)),
});
/** An owned coin and its cost. */
export type OwnCost = z.output<typeof costPosition>;

const costs = wireObject({
  /** When the user's money first moved; null when it never did. */
  since: field('since', z.nullable(instant)),
  positions: field('positions', z.array(costPosition)),
});
export type OwnCosts = z.output<typeof costs>;

/** Owned coins except USDT, in which costs are counted (`cost.ts`). */
export const getCosts = defineCall({
  method: 'GET',
  path: 'wallet/cost',
  isOwn: true,
  access: 'user',
  summary: 'Costs of owned coins, by average cost in USDT.',
  request: noParameters,
  answer: costs,
});

/**
 * Path of the CSV file of all owned coins, at current prices: GET with `Authorization`. Unknown figures are `unknown`.
 */
export const HOLDINGS_CSV_PATH = 'wallet/holdings.csv';
export const HOLDINGS_CSV_COLUMNS = [
  'currency',
  'amount',
  'price_usdt',
  'worth_usdt',
  'average_cost_usdt',
  'cost_usdt',
  'unrealised_profit_usdt',
  'unrealised_profit_percent',
  'cost_unknown_since_utc',
  'method',
] as const;

/** The years that a tax file may be of. */
const TAX_YEAR_MIN = 2009;
const TAX_YEAR_MAX = 2100;

/**
 * Path of the CSV file of the taxable events of a year (UTC), oldest first: GET with `Authorization`. `results.ts`
 * defines events. Unknown figures are `unknown`.
 */
export const TAX_CSV_PATH = 'wallet/tax.csv';
export const taxCsvRequest = wireRequest({
  year: field('year', count.check(z.gte(TAX_YEAR_MIN), z.lte(TAX_YEAR_MAX))),
});
export const TAX_CSV_COLUMNS = [
  'at_utc',
  'event',
  'kind',
  'currency',
  'amount',
  'proceeds_usdt',
  'cost_usdt',
  'gain_usdt',
  'cost_of_received_usdt',
  'fee',
  'fee_currency',
  'reference',
  'id',
] as const;
