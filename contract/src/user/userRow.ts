/** The user on the wire and in the app's device storage. */
import * as z from 'zod/mini';
import { code, count, field, wireObject } from '../codec.ts';
import { userId } from '../ids.ts';

const reviewStatus = code({ none: 0, pending: 1, verified: 2, rejected: 3 });

export const userRow = wireObject({
  id: field('id', userId),
  phone: field('phone', z.nullable(z.string())),
  email: field('email', z.nullable(z.string())),
  reviewStatus: field('review_status', reviewStatus),
  name: field('name', z.string()),
  idNumberMasked: field('card_id', z.string()),
  advancedStatus: field('advanced_user', z.optional(count)),
  account: field('account', z.optional(z.string())),
  invitationCode: field('extension_code', z.optional(z.string())),
});
