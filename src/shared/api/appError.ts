/** What a failed call tells the app. */
import { SERVER_ERROR_CODES, type ErrorCode, type ErrorParams, type ServerErrorCode } from '@halyard/contract/errors';

/**
 * An error that can be shown: a code of the closed list, its values, and the server's own words for codes that are not
 * on the list.
 */
export type AppError = {
  readonly code: ErrorCode;
  readonly params?: ErrorParams | undefined;
  readonly message?: string | undefined;
};

// A server of the family may send codes of its own, or none.
const KNOWN_CODES: ReadonlySet<string> = new Set(SERVER_ERROR_CODES);

/**
 * Narrows a code from the wire to the closed list; `UNKNOWN` otherwise, and then the server's message is what there is
 * to show.
 */
export function errorCodeOf(code: string | undefined): ErrorCode {
  return code !== undefined && KNOWN_CODES.has(code) ? (code as ServerErrorCode) : 'UNKNOWN';
}

/** Narrows what was caught to an {@link AppError}. */
export function isAppError(value: unknown): value is AppError {
  return typeof value === 'object' && value !== null && 'code' in value && typeof value.code === 'string';
}

// After these a server may or may not have done what it was asked to.
const OPEN_OUTCOMES: ReadonlySet<ErrorCode> = new Set([
  'NETWORK',
  'TIMEOUT',
  'ANSWER_UNREADABLE',
  'SERVICE_UNAVAILABLE',
  'INTERNAL',
]);

/** Whether it is unknown if the server did what it was asked to. */
export function isOutcomeUnknown(error: AppError): boolean {
  return OPEN_OUTCOMES.has(error.code);
}

/**
 * Whether a money write ended without anybody knowing its outcome: the same, asked for again, is then the same write.
 */
export function isStillOpen(error: AppError): boolean {
  return isOutcomeUnknown(error) || error.code === 'OUTCOME_UNKNOWN';
}
