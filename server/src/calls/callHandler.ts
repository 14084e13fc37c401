/** How a module offers a call: the contract's call and the function that answers it. */
import type { Readable } from 'node:stream';
import type { AnswerOf, Call, RequestOf } from '@halyard/contract/call';
import type { UserId } from '@halyard/contract/ids';
import type { Language } from '@halyard/contract/languages';

/** Who calls, as far as every call knows. */
export type Caller = {
  readonly language: Language;
  readonly ip: string;
  readonly userAgent: string | undefined;
  /** The address of the exchange that was called, as the caller names it, e.g. `https://exchange.example`. */
  readonly origin?: string | undefined;
  /** Which browser it is, where it keeps a cookie: nothing that anybody else could know. Told of public calls. */
  readonly device?: string | undefined;
};

/** The user that a token stands for, and the session that it opened. */
export type SessionUser = {
  readonly id: UserId;
  readonly sessionId: number;
  /** Whether his account was frozen when the token was looked at. */
  readonly isFrozen?: boolean;
};

/** Who a token belongs to; `undefined` when it is unknown, expired or revoked. */
export type VerifyToken = (token: string) => Promise<SessionUser | undefined>;

/** A caller whose token was good: what handlers of calls with `access: 'user'` get. */
export type UserCaller = Caller & { readonly user: SessionUser };

/**
 * Reads the one file of a multipart form and hands its bytes to `sink` as they come in; settles when the whole form is
 * read. Throws what is wrong with the form, or what the sink throws.
 */
export type ReceiveFile = (sink: (file: Readable) => Promise<void>) => Promise<void>;

/** A caller who sends a file along; nothing of it is read before the handler asks. */
export type FileCaller = UserCaller & { readonly receiveFile: ReceiveFile };

/** A call with its handler. Requests arrive decoded, answers leave in the domain's terms. */
export type CallHandler = {
  readonly call: Call;
  readonly handle: (request: never, caller: never) => Promise<unknown>;
  readonly finalKeyOf?: FinalKeyOf<never>;
};

/**
 * Names an answer that never changes again, in which no caller differs; `undefined` for any other. Throws what refuses
 * the request.
 */
export type FinalKeyOf<R> = (request: R) => Promise<string | undefined>;

/**
 * Binds a handler to a public call. Its caller is nobody in particular: a token that comes along is not looked at.
 * Answers that `finalKeyOf` names are made once and cached.
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
