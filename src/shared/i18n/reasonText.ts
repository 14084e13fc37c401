/** Review reasons in the user's language. Pages that show one load the namespace `reasons` beside their own. */
import { reviewReasonOf } from '@halyard/contract/reviewReasons';
import { i18n } from './i18n.ts';

/** Reason of a rejection: a coded reason in the user's language, an operator's text as it is. */
export function reasonText(stored: string): string {
  const reason = reviewReasonOf(stored);
  return reason === undefined ? stored : i18n.t(reason, { ns: 'reasons' });
}
