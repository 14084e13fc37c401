/** Fiat currencies in which totals can be shown, with their rates (ours). */
import * as z from 'zod/mini';
import { defineCall } from '../call.ts';
import { decimalWire, field, noParameters, wireObject } from '../codec.ts';

/** A fiat currency by its code (ISO 4217). */
const moneyCode = z.string().check(z.regex(/^[A-Z]{3}$/));

const rate = wireObject({
  currency: field('currency', moneyCode),
  /** Units for one USDT. */
  perUsdt: field('per_usdt', decimalWire),
  /** Day of the rate (UTC). `rules.ts` limits how long it may be used. */
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
