/** Reasons of reviews in the user's language: apart from errors, since the first screen shows none. */
import { reviewReasonOf } from '@halyard/contract/rules/reviewReasons';
import { i18n } from './i18n.ts';

/** Why a review rejected: a reason without a person in the user's language, the words of an operator as they are. */
export function reasonText(kept: string): string {
  const reason = reviewReasonOf(kept);
  return reason === undefined ? kept : i18n.t(`reasons.${reason}`, { ns: 'messages' });
}
