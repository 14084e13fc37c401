/** Errors and notices in the user's language. */
import { tellsRange, type ErrorCode, type ErrorParams, type NoticeCode } from '@halyard/contract/errors';
import type { AppError } from '../api/appError.ts';
import { i18n } from './i18n.ts';

/**
 * The text of an error code. The keys are typed by the English texts, so a code without a text does not compile.
 */
export function errorText(code: ErrorCode, params: ErrorParams = {}): string {
  const options = { ns: 'messages', ...params } as const;
  return tellsRange(code, params) ? i18n.t(`ranges.${code}`, options) : i18n.t(`errors.${code}`, options);
}

/** What to show for a failed call: our text for codes of the closed list, else the server's own message. */
export function appErrorText(error: AppError): string {
  if (error.code === 'UNKNOWN' && error.message !== undefined) return error.message;
  return errorText(error.code, error.params ?? {});
}

/** The text of a notice. */
export function noticeText(code: NoticeCode): string {
  return i18n.t(`notices.${code}`, { ns: 'messages' });
}
