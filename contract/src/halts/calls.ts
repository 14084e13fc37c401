/** Halts: functions and markets that are closed to all users alike, with reason and time. */
import * as z from 'zod/mini';
import { defineCall } from '../call.ts';
import { field, instant, noParameters, wireObject } from '../codec.ts';
import { PRODUCTS } from '../products.ts';

type ProductHalt = Extract<(typeof PRODUCTS)[number], { readonly halt: string }>['halt'];
/** A function that an operator can halt on its own. */
export type HaltFunction = 'registration' | 'deposits' | 'withdrawals' | ProductHalt;

export const HALT_FUNCTIONS: readonly HaltFunction[] = [
  'registration',
  'deposits',
  'withdrawals',
  ...PRODUCTS.flatMap((product): readonly ProductHalt[] => ('halt' in product ? [product.halt] : [])),
];

/**
 * `exchange`: nothing new begins; users read, cancel, close and withdraw. `markets`: the same for orders, options and
 * positions. `market`: one market, named beside it.
 */
export type HaltSubject = 'exchange' | 'markets' | 'market' | HaltFunction;
export const HALT_SUBJECTS: readonly HaltSubject[] = ['exchange', 'markets', 'market', ...HALT_FUNCTIONS];

/** Reasons that users read in their language; any other reason is an operator's own text. */
export const HALT_REASONS = [
  'maintenance',
  'upgrade',
  'incident',
  'investigation',
  'liquidity',
  'provider',
  'law',
  // Automatic.
  'prices',
  'log',
  'log-money',
  'log-late',
  'disk',
] as const;
export type HaltReason = (typeof HALT_REASONS)[number];

/** Reasons that operators can give. */
export const OPERATOR_HALT_REASONS = HALT_REASONS.slice(0, HALT_REASONS.indexOf('prices'));

/** The code of a reason; undefined for an operator's own text. */
export function haltReasonOf(text: string): HaltReason | undefined {
  return HALT_REASONS.find((reason) => reason === text);
}

const haltFields = {
  /** One of {@link HALT_SUBJECTS}; a newer server may know others. */
  subject: field('subject', z.string()),
  /** Symbol of the halted market, for the subject `market`. */
  market: field('market', z.nullable(z.string())),
  /** One of {@link HALT_REASONS}, or an operator's own text. */
  reason: field('reason', z.string()),
  since: field('since', instant),
} as const;
const halt = wireObject(haltFields);
/** A halt in force. */
export type Halt = z.output<typeof halt>;

const pastHalt = wireObject({ ...haltFields, endedAt: field('ended', instant) });
/** A halt that is over. */
export type PastHalt = z.output<typeof pastHalt>;

/** Ours. */
export const listHalts = defineCall({
  method: 'GET',
  path: 'halts',
  isOwn: true,
  summary: 'What is halted for everybody, why, and since when; empty in normal operation.',
  request: noParameters,
  answer: z.array(halt),
});

/** Ours. */
export const listPastHalts = defineCall({
  method: 'GET',
  path: 'halts/past',
  isOwn: true,
  summary: 'The last halts that are over, the newest first.',
  request: noParameters,
  answer: z.array(pastHalt),
});
