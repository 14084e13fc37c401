/** What totals can be told in besides coins (ours). */
import * as z from 'zod/mini';
import { defineCall } from '../call.ts';
import { decimalWire, field, noParameters, wireObject } from '../codec.ts';

/** A money of a state by its code (ISO 4217). */
const moneyCode = z.string().check(z.regex(/^[A-Z]{3}$/));

const rate = wireObject({
  currency: field('currency', moneyCode),
  /** Units of it for one USDT. */
  perUsdt: field('per_usdt', decimalWire),
  /** Whose rate it is (UTC). How long it may be used, `rules/moneyRate.ts` says. */
  day: field('day', z.iso.date()),
});

export const listMoneyRates = defineCall({
  method: 'GET',
  path: 'currency/rates',
  isOwn: true,
  summary: 'The newest rate of each money that the operator set one for, with its day.',
  request: noParameters,
  answer: z.array(rate),
});
