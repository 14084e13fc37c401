/** Receipts of closed positions in the public log: files, for which nobody needs the codecs of positions. */
import * as z from 'zod/mini';
import { defineCall } from '../call.ts';
import { field, wireObject, wireRequest } from '../codec.ts';
import { positionId } from '../ids.ts';

/**
 * The user's own receipt of the public log (`log/positionReceipt`): a file that shows, without anybody's answer, what
 * the position was from change to change, and that its ticks closed it so. Of what stands by itself: isolated, closed
 * by its own ticks or its owner, and whole. Errors: POSITION_NOT_FOUND; POSITION_NOT_SEALED, also while it is open.
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
