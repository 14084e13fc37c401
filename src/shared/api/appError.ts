/** Errors of failed calls. */
import { SERVER_ERROR_CODES, type ErrorCode, type ErrorParams, type ServerErrorCode } from '@halyard/contract/errors';

/**
 * Error that can be shown: a code of the closed list, its parameters, and the server's own message for codes that are
 * not on the list.
 */
export type AppError = {
  readonly code: ErrorCode;
  readonly params?: ErrorParams | undefined;
  readonly message?: string | undefined;
  /** Id under which a money mutation may be sent again while its outcome is unknown. */
  readonly openId?: string;
};

// Legacy servers may send codes of their own, or none.
const KNOWN_CODES: ReadonlySet<string> = new Set(SERVER_ERROR_CODES);

/** Narrows a code from the wire to the closed list. For `UNKNOWN`, the server's message is shown. */
export function errorCodeOf(code: string | undefined): ErrorCode {
  return code !== undefined && KNOWN_CODES.has(code) ? (code as ServerErrorCode) : 'UNKNOWN';
}

/** Narrows a caught value to an {@link AppError}. */
export function isAppError(value: unknown): value is AppError {
  return typeof value === 'object' && value !== null && 'code' in value && typeof value.code === 'string';
}

// Codes after which the server may or may not have performed the request.
const OPEN_OUTCOMES: ReadonlySet<ErrorCode> = new Set([
  'NETWORK',
  'TIMEOUT',
  'ANSWER_UNREADABLE',
  'SERVICE_UNAVAILABLE',
  'INTERNAL',
]);

/** Whether it is unknown if the server performed the request. */
export function isOutcomeUnknown(error: AppError): boolean {
  return OPEN_OUTCOMES.has(error.code);
}

/** Whether a money mutation ended with an unknown outcome. The same request made again is then the same mutation. */
export function isStillOpen(error: AppError): boolean {
  return isOutcomeUnknown(error) || error.code === 'OUTCOME_UNKNOWN';
}
