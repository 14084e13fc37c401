/** Identity verification, basic and advanced (docs/product.md 9). */
import * as z from 'zod/mini';
import { defineCall } from '../call.ts';
import { code, field, instant, noParameters, wireObject, wireRequest } from '../codec.ts';

const text = (length: number) => z.string().check(z.maxLength(length));

/** Status of a verification level. */
export const identityStatus = code({ none: 0, pending: 1, verified: 2, rejected: 3 });
export type IdentityStatus = z.output<typeof identityStatus>;

/**
 * Basic verification. `rules.ts` normalizes the fields. Errors: COUNTRY_REQUIRED, PARAMETER_INVALID for an unknown
 * country, NAME_REQUIRED, ID_NUMBER_REQUIRED, ID_NUMBER_INVALID, CONTACT_ADDRESS_REQUIRED, IDENTITY_PENDING,
 * IDENTITY_VERIFIED, RATE_LIMITED. The answer never shows whether the exchange already knows an ID number; the review
 * decides that.
 */
export const submitBasicIdentity = defineCall({
  method: 'POST',
  path: 'user/real_name',
  access: 'user',
  summary: 'Submit name, country, ID number and contact address for review.',
  request: wireRequest({
    name: field('name', z.optional(text(120))),
    /** ISO 3166 alpha-2, or the name of the country from legacy clients. */
    country: field('country', z.optional(text(80))),
    idNumber: field('card_id', z.optional(text(64))),
    address: field('address', z.optional(text(400))),
    // Older legacy clients send pictures here. They belong to the advanced level and are not stored.
    front: field('front_pic', z.optional(text(200))),
    back: field('reverse_pic', z.optional(text(200))),
    holding: field('hand_pic', z.optional(text(200))),
  }),
  answer: z.string(),
});

/**
 * Advanced verification: paths that `upload` answered. Errors: BASIC_REQUIRED, PICTURE_REQUIRED {field},
 * FILE_NOT_FOUND, FILE_TYPE_UNSUPPORTED, IDENTITY_PENDING, IDENTITY_VERIFIED.
 */
export const submitAdvancedIdentity = defineCall({
  method: 'POST',
  path: 'user/real_name2',
  access: 'user',
  summary: 'Submit pictures of the document, front and back, and of its holder with it.',
  request: wireRequest({
    front: field('front_pic', z.optional(text(200))),
    back: field('reverse_pic', z.optional(text(200))),
    holding: field('hand_pic', z.optional(text(200))),
    idNumber: field('card_id', z.optional(text(64))),
    address: field('address', z.optional(text(400))),
  }),
  answer: z.string(),
});

const advancedIdentity = wireObject({
  status: field('review_status', identityStatus),
  rejectReason: field('reject_reason', z.optional(z.nullable(z.string()))),
  submittedAt: field('submitted_at', z.optional(z.nullable(instant))),
  reviewedAt: field('reviewed_at', z.optional(z.nullable(instant))),
});
export type AdvancedIdentity = z.output<typeof advancedIdentity>;

export const getAdvancedIdentity = defineCall({
  method: 'GET',
  path: 'user/center2',
  access: 'user',
  summary: 'How far the advanced verification is.',
  request: noParameters,
  answer: advancedIdentity,
});

const identityLevel = wireObject({
  status: field('status', identityStatus),
  rejectReason: field('reject_reason', z.nullable(z.string())),
  submittedAt: field('submitted_at', z.nullable(instant)),
  reviewedAt: field('reviewed_at', z.nullable(instant)),
});
/** One level of verification. */
export type IdentityLevel = z.output<typeof identityLevel>;

const identity = wireObject({
  basic: field('basic', identityLevel),
  advanced: field('advanced', identityLevel),
  /** As submitted last; null before. */
  country: field('country', z.nullable(z.string())),
  name: field('name', z.nullable(z.string())),
  idNumberMasked: field('card_id', z.nullable(z.string())),
});
/** Both levels of verification. */
export type Identity = z.output<typeof identity>;

/** Ours: both levels in one answer. */
export const getIdentity = defineCall({
  method: 'GET',
  path: 'user/identity',
  isOwn: true,
  access: 'user',
  summary: 'Both levels of verification, with reasons of rejection.',
  request: noParameters,
  answer: identity,
});
