/** Public calls to check the log, and the receipts that it proves. */
import * as z from 'zod/mini';
import { defineCall } from '../call.ts';
import { count, field, noParameters, wireObject, wireRequest } from '../codec.ts';
import { optionId } from '../ids.ts';

/**
 * The user's own receipt with proofs of the public log (`receipt.ts`): a file that proves that the terms were logged
 * before the expiry, and the outcome by the logged prices. Errors: OPTION_NOT_FOUND; OPTION_NOT_SEALED, also while it
 * is not settled.
 */
export const getLoggedReceipt = defineCall({
  method: 'GET',
  path: 'fairness/sealed_receipt',
  access: 'user',
  isOwn: true,
  summary: 'The receipt of a settled option with its proofs of the public log.',
  request: wireRequest({ id: field('id', optionId) }),
  answer: wireObject({ file: field('file', z.string()) }),
});

/** The policy of the current log (C2SP tlog-policy), with the keys that verify it. Errors: LOG_NOT_BEGUN. */
export const getLogPolicy = defineCall({
  method: 'GET',
  path: 'fairness/keys',
  isOwn: true,
  summary: 'The keys of the public log and of its witnesses.',
  request: noParameters,
  answer: wireObject({
    policy: field('policy', z.string()),
    /** The entries of the log that name further signing keys. */
    keyEntries: field('key_entries', z.optional(z.array(count))),
    /** Number of the log: its path is `/log/<number>/`, and `/log/` for the first one, which has no predecessor. */
    log: field('log', z.optional(count)),
  }),
});

const logWitness = wireObject({
  /** Name in the policy. */
  name: field('name', z.string()),
  vkey: field('vkey', z.string()),
  url: field('url', z.nullable(z.string())),
  /** Size of the log that it saw last; `null` before the first time. */
  size: field('size', z.nullable(count)),
  /** Time of its last cosignature, unix milliseconds by its own clock. */
  cosignedAtMs: field('cosigned_at', z.nullable(count)),
  /** `silent`: it does not answer; `refused`: it does not sign; `conflict`: it saw another history of the log. */
  state: field('state', z.enum(['ok', 'silent', 'refused', 'conflict'])),
});
/** An independent witness that signs the growth of the log. */
export type LogWitness = z.output<typeof logWitness>;

export const getLogWitnesses = defineCall({
  method: 'GET',
  path: 'fairness/witnesses',
  isOwn: true,
  summary: 'Witnesses of the public log, and the time of their last cosignature.',
  request: noParameters,
  answer: wireObject({
    witnesses: field('witnesses', z.array(logWitness)),
    /** The witness or group of the policy whose cosignature is required; `none`. */
    quorum: field('quorum', z.string()),
    /** Whether purchases stop while that cosignature is missing. */
    isRequired: field('required', z.boolean()),
  }),
});
