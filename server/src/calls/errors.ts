/** The one error that services throw on purpose; the error plugin turns it into an answer. */
import { SERVER_ERROR_CODES, type CodedError, type ErrorParams, type ServerErrorCode } from '@halyard/contract/errors';

/**
 * Refusal by a business rule: an error code of the contract and the values that its text names. Rolls back the
 * transaction it is thrown in.
 */
export class BusinessError extends Error {
  readonly code: ServerErrorCode;
  readonly params: ErrorParams;

  constructor(code: ServerErrorCode, params: ErrorParams = {}) {
    super(code);
    this.name = 'BusinessError';
    this.code = code;
    this.params = params;
  }
}

/**
 * Turns an error that a rule of the contract found into one to throw. Throws a `TypeError` for a code that only the app
 * uses.
 */
export function refusal(found: CodedError): BusinessError {
  const code = SERVER_ERROR_CODES.find((known) => known === found.code);
  if (code === undefined) throw new TypeError(`not an error of the server: ${found.code}`);
  return new BusinessError(code, found.params);
}
