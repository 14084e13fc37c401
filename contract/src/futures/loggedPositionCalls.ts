/**
 * Receipts of closed positions in the public log. Apart, so that verifying them does not load the codecs of positions.
 */
import * as z from 'zod/mini';
import { defineCall } from '../call.ts';
import { field, wireObject, wireRequest } from '../codec.ts';
import { positionId } from '../ids.ts';

/**
 * The user's own receipt with proofs of the public log (`transparency/positionReceipt.ts`): a file that proves the
 * terms of the position after each change and the ticks that closed it. Only for whole isolated positions that their
 * own ticks or their owner closed. Errors: POSITION_NOT_FOUND; POSITION_NOT_SEALED, also while it is open.
 */
export const getLoggedPosition = defineCall({
  method: 'GET',
  path: 'fairness/sealed_contract',
  access: 'user',
  isOwn: true,
  summary: 'The receipt of a closed position with its proofs of the public log.',
  request: wireRequest({ id: field('id', positionId) }),
  answer: wireObject({ file: field('file', z.string()) }),
});
