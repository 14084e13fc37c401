/** Toasts for outcomes that arrive after their form has been left. */
import { type AppError, isStillOpen } from '../api/appError.ts';
import { formatsOf, type Formats } from '../format/useFormat.ts';
import { appErrorText } from '../i18n/errorText.ts';
import { i18n } from '../i18n/i18n.ts';
import type { ToastMessage } from '../ui/toastQueue.ts';
import type writes from '../../../locales/en/writes.json';
import type { Outcome } from './sendUntilClear.ts';

/** Kind of a mutation; its texts are `writes:subject.*`. */
export type WriteSubject = Exclude<keyof typeof writes.subject, 'other'>;

type SettledMutation = {
  readonly subject: WriteSubject;
  /** Whether it could be repeated from its stored form. */
  readonly isPersistedWhole: boolean;
  readonly detailOf: (answer: never, format: Formats) => string | undefined;
};

/** `mutation` is missing if this version of the app does not know it. The namespace `writes` must be loaded. */
export function toastOf(mutation: SettledMutation | undefined, outcome: Outcome): ToastMessage {
  const subject = subjectText(mutation, outcome);
  if ('data' in outcome) return { kind: 'success', text: i18n.t('done', { ns: 'writes', subject }) };
  const { error } = outcome;
  if (isStillOpen(error)) return { kind: 'warning', text: i18n.t('unknown', { ns: 'writes', subject }) };
  return {
    kind: 'warning',
    text: i18n.t('notDone', { ns: 'writes', subject, reason: reasonText(mutation, error) }),
  };
}

function subjectText(mutation: SettledMutation | undefined, outcome: Outcome): string {
  const subject = i18n.t(`subject.${mutation?.subject ?? 'other'}`, { ns: 'writes' });
  const hasDetail = 'data' in outcome && typeof outcome.data !== 'string';
  const detail = hasDetail ? mutation?.detailOf(outcome.data as never, formatsOf(i18n.language)) : undefined;
  return detail === undefined ? subject : `${subject} (${detail})`;
}

function reasonText(mutation: SettledMutation | undefined, error: AppError): string {
  if (error.code !== 'REQUEST_EXPIRED') return appErrorText(error);
  return i18n.t(mutation?.isPersistedWhole === false ? 'enterAgain' : 'tooLate', { ns: 'writes' });
}
