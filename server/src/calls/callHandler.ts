/** Binding of a contract call to the function that answers it. */
import type { Readable } from 'node:stream';
import type { AnswerOf, Call, RequestOf } from '@halyard/contract/call';
import { SERVER_ERROR_CODES, type CodedError, type ErrorParams, type ServerErrorCode } from '@halyard/contract/errors';
import type { UserId } from '@halyard/contract/ids';
import type { Language } from '@halyard/contract/languages';
import type { Decimal } from '@halyard/contract/money';

/** Facts about a caller that every call has. */
export type Caller = {
  readonly language: Language;
  readonly ip: string;
  readonly userAgent: string | undefined;
  /** Address of the exchange as the caller addressed it, e.g. `https://exchange.example`. */
  readonly origin?: string | undefined;
  /** Secret id of the browser's device cookie, if it has one. Set for public calls. */
  readonly device?: string | undefined;
};

/** User and session that a token belongs to. */
export type SessionUser = {
  readonly id: UserId;
  readonly sessionId: number;
  /** Whether the account was frozen when the token was checked. */
  readonly isFrozen?: boolean;
  /** End of the user's last break from trading products; null without one. */
  readonly breakUntilMs?: number | null;
};

/** Owner of a token; `undefined` when the token is unknown, expired or revoked. */
export type VerifyToken = (token: string) => Promise<SessionUser | undefined>;

/** A caller with a valid token: what handlers of calls with `access: 'user'` receive. */
export type UserCaller = Caller & { readonly user: SessionUser };

/**
 * Reads the one file of a multipart form and passes its bytes to `sink` as they arrive; settles when the whole form is
 * read. Throws on a malformed form, and what the sink throws.
 */
export type ReceiveFile = (sink: (file: Readable) => Promise<void>) => Promise<void>;

/** A caller who sends a file; nothing of it is read before the handler calls `receiveFile`. */
export type FileCaller = UserCaller & { readonly receiveFile: ReceiveFile };

/** A call with its handler. Requests arrive decoded; answers leave in domain types. */
export type CallHandler = {
  readonly call: Call;
  readonly handle: (request: never, caller: never) => Promise<unknown>;
  readonly finalKeyOf?: FinalKeyOf<never>;
};

/**
 * Key of an answer that never changes and is the same for all callers; `undefined` for any other answer. Throws a
 * refusal of the request.
 */
export type FinalKeyOf<R> = (request: R) => Promise<string | undefined>;

/**
 * Binds a handler to a public call. A token that comes with the request is ignored. Answers with a key by `finalKeyOf`
 * are made once and cached.
 */
export function answerPublic<C extends Call>(
  call: C,
  handle: (request: RequestOf<C>, caller: Caller) => Promise<AnswerOf<C>>,
  finalKeyOf?: FinalKeyOf<RequestOf<C>>,
): CallHandler {
  return finalKeyOf === undefined ? { call, handle } : { call, handle, finalKeyOf };
}

/** Binds a handler to a call that needs a token. */
export function answerUser<C extends Call>(
  call: C,
  handle: (request: RequestOf<C>, caller: UserCaller) => Promise<AnswerOf<C>>,
): CallHandler {
  return { call, handle };
}

/** Binds a handler to a call that needs a token and carries a file. */
export function answerUpload<C extends Call>(
  call: C,
  handle: (request: RequestOf<C>, caller: FileCaller) => Promise<AnswerOf<C>>,
): CallHandler {
  return { call, handle };
}

// The one error that services throw on purpose; the error plugin turns it into an answer.

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

/** An amount in which a rule of the contract, which refuses a missing one, found no error. Throws the error. */
export function requireAmount(amount: Decimal | undefined, found: CodedError | undefined): Decimal {
  if (found !== undefined) throw refusal(found);
  if (amount === undefined) throw new BusinessError('AMOUNT_REQUIRED');
  return amount;
}
