/** Errors and notices in the user's language. */
import type { ErrorCode, ErrorParams, NoticeCode } from '@halyard/contract/errors';
import type { AppError } from '../api/appError.ts';
import { i18n } from './i18n.ts';

/**
 * The text of an error code. The keys are typed by the English texts, so a code without a text does not compile.
 */
export function errorText(code: ErrorCode, params: ErrorParams = {}): string {
  return i18n.t(`errors.${code}`, { ns: 'messages', ...params });
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
