/** Account freeze, anti-phishing code, and security events of an account (ours). */
import * as z from 'zod/mini';
import { defineCall } from '../call.ts';
import { count, field, flag, instant, noParameters, wireObject, wireRequest } from '../codec.ts';

/** The most security events of one answer. */
export const SECURITY_EVENTS_PAGE_MAX = 50;

const unfreezeRequest = wireObject({
  status: field('status', z.enum(['pending', 'approved', 'rejected'])),
  /** Of a rejection. */
  reason: field('reason', z.nullable(z.string())),
  requestedAt: field('requested_at', instant),
});

/** Grounds on which an operator freezes an account (docs/operator.md). Nothing else is one. */
export const OPERATOR_GROUNDS = ['court_order', 'sanctions', 'stolen_account', 'stolen_money', 'own_request'] as const;

const accountProtection = wireObject({
  isFrozen: field('is_frozen', flag),
  /** Null where it is not frozen. */
  frozenAt: field('frozen_at', z.nullable(instant)),
  /** Ground of a freeze by the exchange; null where the owner froze the account. */
  ground: field('ground', z.optional(z.nullable(z.enum(OPERATOR_GROUNDS)))),
  /** Text of the operator. */
  groundReason: field('ground_reason', z.optional(z.nullable(z.string()))),
  /** The newest request since the freeze; null where there is none. */
  unfreezing: field('unfreezing', z.nullable(unfreezeRequest)),
  /** Masked: `H•••••7`; null where none is set. */
  antiPhishingCode: field('anti_phishing_code', z.nullable(z.string())),
});
/** Protection of an account besides its passwords. */
export type AccountProtection = z.output<typeof accountProtection>;

export const getAccountProtection = defineCall({
  method: 'GET',
  path: 'security/state',
  isOwn: true,
  access: 'user',
  summary: 'Whether the account is frozen, and which anti-phishing code it has, masked.',
  request: noParameters,
  answer: accountProtection,
});

/**
 * Freezes the account of the key in a security mail, and ends its sessions. Works without a login, and repeatedly: a
 * key is valid for 30 days. Errors: FREEZE_KEY_INVALID.
 */
export const freezeByKey = defineCall({
  method: 'POST',
  path: 'security/freeze_by_key',
  isOwn: true,
  summary: 'Freeze the account that a security mail was about.',
  request: wireRequest({ key: field('key', z.string().check(z.maxLength(64))) }),
  answer: z.string(),
});

/** Ends every other session. Errors: none of its own; a frozen account stays frozen. */
export const freezeAccount = defineCall({
  method: 'POST',
  path: 'security/freeze',
  isOwn: true,
  access: 'user',
  summary: 'Freeze the own account: no withdrawals, and positions only close.',
  request: noParameters,
  answer: z.string(),
});

/** An operator decides. Errors: PROOF_REQUIRED, ACCOUNT_NOT_FROZEN, UNFREEZE_PENDING. */
export const askUnfreeze = defineCall({
  method: 'POST',
  path: 'security/unfreeze',
  isOwn: true,
  access: 'user',
  summary: 'Ask for the review that lifts a freeze.',
  request: noParameters,
  answer: z.string(),
});

/** Every message to the user contains it from then on. Errors: ANTI_PHISHING_FORMAT {min, max}, PROOF_REQUIRED. */
export const setAntiPhishingCode = defineCall({
  method: 'POST',
  path: 'security/anti_phishing',
  isOwn: true,
  access: 'user',
  summary: 'Set or change the anti-phishing code.',
  request: wireRequest({ code: field('code', z.string().check(z.maxLength(128))) }),
  answer: z.string(),
});

const securityEvent = wireObject({
  /** Id of the message: `security:17`. */
  id: field('id', z.string()),
  /** Kind of the event, such as `password_changed`. Some server versions omit it. */
  kind: field('kind', z.optional(z.string())),
  title: field('title', z.string()),
  text: field('text', z.string()),
  at: field('at', instant),
  /** Origin, as far as known: device names, and an ISO 3166 alpha-2 code. */
  device: field('device', z.nullable(z.string())),
  country: field('country', z.nullable(z.string())),
});
/** A security event of an account. */
export type SecurityEvent = z.output<typeof securityEvent>;

export const listSecurityEvents = defineCall({
  method: 'POST',
  path: 'security/events',
  isOwn: true,
  access: 'user',
  summary: 'Security events of the account, the newest first, in the language of the request.',
  request: wireRequest({
    /** `next` of the previous answer. */
    before: field('before', z.optional(z.string().check(z.maxLength(128)))),
    limit: field('limit', z.optional(count)),
  }),
  answer: wireObject({
    events: field('list', z.array(securityEvent)),
    /** Sent as `before` for older events; null at the end. */
    next: field('next', z.nullable(z.string())),
  }),
});
