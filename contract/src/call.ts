/** A call of the API: method, path, access, and the codecs of its request and answer. */
import type * as z from 'zod/mini';

/** The wrapper of an answer: A has `type` and `message`; B has `code`, `msg` and `data`. See docs/protocol.md. */
export type Envelope = 'A' | 'B';

/** Access to a call. `sandbox` calls exist only on a server that runs as a sandbox. */
export type Access = 'public' | 'user';

/** Encoding of a request: a form (in the query of a GET), or a multipart form with one file in the field `file`. */
export type Body = 'form' | 'multipart';

/** One call of the API. The server's routes and the client's endpoints are made from these. */
export type Call<
  Request extends z.core.$ZodType = z.core.$ZodType,
  Answer extends z.core.$ZodType = z.core.$ZodType,
> = {
  readonly name: string;
  readonly method: 'GET' | 'POST' | 'PUT';
  /** Below `/api/`. */
  readonly path: string;
  /** Other paths of the call, most for legacy clients. Second names of fields are optional fields of the request. */
  readonly aliases: readonly string[];
  readonly access: Access;
  readonly envelope: Envelope;
  readonly body: Body;
  readonly isSandboxOnly: boolean;
  /**
   * True for calls of our own clients only: unknown parameters are refused. Legacy clients add parameters of their own
   * to every call.
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

/** Declares a call. Defaults: public, form, envelope A, for legacy clients too, and outside the sandbox as well. */
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

/** Decoded request of a call. */
export type RequestOf<C extends Call> = z.output<C['request']>;
/** Decoded answer of a call. */
export type AnswerOf<C extends Call> = z.output<C['answer']>;
