/** What a user's coins cost him, and the files of that (ours). */
import * as z from 'zod/mini';
import { defineCall } from '../call.ts';
import { count, decimalWire, field, instant, noParameters, wireObject, wireRequest } from '../codec.ts';
import { currencyId } from '../ids.ts';

const costPosition = wireObject({
  currencyId: field('currency', currencyId),
  currency: field('currency_name', z.string()),
  /** Over all accounts, available and held. */
  amount: field('number', decimalWire),
  /** In USDT, by average cost, fees included; null when it is not known. */
  cost: field('cost', z.nullable(decimalWire)),
  /** Why it is not known: something came in then that no price is known of. */
  unknownSince: field('unknown_since', z.nullable(instant)),
});
/** A coin that is owned, and what it cost. */
export type OwnCost = z.output<typeof costPosition>;

const costs = wireObject({
  /** When the user's money first moved; null when it never did. */
  since: field('since', z.nullable(instant)),
  positions: field('positions', z.array(costPosition)),
});
export type OwnCosts = z.output<typeof costs>;

/** Coins that are owned, USDT apart: what is counted in has no cost of its own (`rules/cost.ts`). */
export const getCosts = defineCall({
  method: 'GET',
  path: 'wallet/cost',
  isOwn: true,
  access: 'user',
  summary: 'What the coins that one owns cost, by average cost in USDT.',
  request: noParameters,
  answer: costs,
});

/**
 * Where all coins that are owned are read as one CSV file, at the prices of now: GET with `Authorization`. Figures that
 * are not known say `unknown`.
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
 * Where the taxable events of a year (UTC) are read as one CSV file, oldest first: GET with `Authorization`. What is an
 * event, `rules/tax.ts` says. Figures that are not known say `unknown`.
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
