/** Calls that only legacy clients make. */
import * as z from 'zod/mini';
import { defineCall } from '../call.ts';
import { count, field, noParameters, wireObject } from '../codec.ts';
import { identityStatus } from '../identity/calls.ts';
import { withdrawalAddress } from '../withdrawals/calls.ts';

const nothing = z.array(z.never());

/** The entries of `wallet/addresses`, in the paged form of older clients. */
export const listLegacyWallets = defineCall({
  method: 'GET',
  path: 'user/wallet/list',
  access: 'user',
  summary: 'The address book, all of it on one page.',
  request: noParameters,
  answer: wireObject({ rows: field('data', z.array(withdrawalAddress)), total: field('total', count) }),
});

export const getLegacyIdentity = defineCall({
  method: 'GET',
  path: 'real/state',
  access: 'user',
  summary: 'How far both levels of verification are.',
  request: noParameters,
  answer: wireObject({
    basic: field('review_status', identityStatus),
    advanced: field('advanced_review_status', identityStatus),
  }),
});

export const listLegacyFavourites = defineCall({
  method: 'GET',
  path: 'optional/list',
  access: 'user',
  summary: 'Favourite markets of older clients: always empty, favourites are in `user/preferences`.',
  request: noParameters,
  answer: nothing,
});
