/** What some clients of the family ask for beside the specification, and what this exchange has nothing of. */
import * as z from 'zod/mini';
import { defineCall } from '../call.ts';
import { noParameters } from '../codec.ts';

const nothing = z.array(z.never());

export const listFamilyWallets = defineCall({
  method: 'GET',
  path: 'user/wallet/list',
  access: 'user',
  summary: 'Wallets elsewhere that a user has named: always empty, addresses are in `wallet/get_address`.',
  request: noParameters,
  answer: nothing,
});

export const listFamilyFavourites = defineCall({
  method: 'GET',
  path: 'optional/list',
  access: 'user',
  summary: 'Favourite markets of older clients: always empty, favourites are in `user/preferences`.',
  request: noParameters,
  answer: nothing,
});
