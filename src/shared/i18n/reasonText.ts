/** Reasons of reviews in the user's language. Pages that show some load the namespace `reasons` beside their own. */
import { reviewReasonOf } from '@halyard/contract/reviewReasons';
import { i18n } from './i18n.ts';

/** Why a review rejected: a reason with a code in the user's language, the words of an operator as they are. */
export function reasonText(kept: string): string {
  const reason = reviewReasonOf(kept);
  return reason === undefined ? kept : i18n.t(reason, { ns: 'reasons' });
}
