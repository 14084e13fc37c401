/** What a call is: its method and path, who may make it, and the codecs of its request and answer. */
import type * as z from 'zod/mini';

/** How an answer is wrapped (`wire-facts`, section 1.2): A has `type` and `message`, B has `code`, `msg` and `data`. */
export type Envelope = 'A' | 'B';

/** Who may make a call. `sandbox` calls exist only where the server runs as a sandbox. */
export type Access = 'public' | 'user';

/**
 * How a request travels: as a form (in the query where the method is GET), or as a multipart form that carries one file
 * in the field `file`.
 */
export type Body = 'form' | 'multipart';

/** One call of the API. Both the server's routes and the client's endpoints are made from these. */
export type Call<
  Request extends z.core.$ZodType = z.core.$ZodType,
  Answer extends z.core.$ZodType = z.core.$ZodType,
> = {
  readonly name: string;
  readonly method: 'GET' | 'POST' | 'PUT';
  /** Below `/api/`. */
  readonly path: string;
  /** Other paths under which the family knows the call. */
  readonly aliases: readonly string[];
  readonly access: Access;
  readonly envelope: Envelope;
  readonly body: Body;
  readonly isSandboxOnly: boolean;
  /**
   * Not a call of the family: only clients made for this exchange make it, so parameters that it does not know are
   * refused. Clients of the family add some of their own to every call.
   */
  readonly isOwn: boolean;
  readonly summary: string;
  readonly request: Request;
  readonly answer: Answer;
};

type CallOptions<Request, Answer> = Pick<Call, 'method' | 'path' | 'summary'> &
  Partial<Pick<Call, 'aliases' | 'access' | 'envelope' | 'body' | 'isSandboxOnly' | 'isOwn'>> & {
    readonly request: Request;
    readonly answer: Answer;
  };

/** Declares a call; public, a form, envelope A, of the family and outside the sandbox unless said otherwise. */
export function defineCall<Request extends z.core.$ZodType, Answer extends z.core.$ZodType>(
  options: CallOptions<Request, Answer>,
): Call<Request, Answer> {
  return {
    name: `${options.method} ${options.path}`,
    aliases: [],
    access: 'public',
    envelope: 'A',
    body: 'form',
    isSandboxOnly: false,
    isOwn: false,
    ...options,
  };
}

/** What a caller gives, in the domain's terms. */
export type RequestOf<C extends Call> = z.output<C['request']>;
/** What a caller gets, in the domain's terms. */
export type AnswerOf<C extends Call> = z.output<C['answer']>;
