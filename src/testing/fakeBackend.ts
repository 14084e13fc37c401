/**
 * Fake server that answers by the codecs of the contract, for tests and for the gallery of screens, which runs in a
 * browser.
 */
import * as z from 'zod/mini';
import type { AnswerOf, Call, RequestOf } from '@halyard/contract/call';
import { ALL_CALLS } from '@halyard/contract/allCalls';
import { errorEnvelope, successEnvelope } from '@halyard/contract/envelope';
import type { ErrorParams, ServerErrorCode } from '@halyard/contract/errors';
import { WRITES_ONCE, WRITES_ONCE_HEADER } from '@halyard/contract/writesOnce';

// Header of our server, which legacy servers lack.
const SERVER = { [WRITES_ONCE_HEADER]: WRITES_ONCE };

/** A recorded call. */
export type SeenCall = {
  readonly name: string;
  readonly request: unknown;
  readonly headers: Headers;
  /** The uploaded file, if the call has one. */
  readonly file?: File | undefined;
};

/** Anything but a good answer. */
type Special = { readonly special: (call: Call, signal: AbortSignal) => Promise<Response> };
type Handler<C extends Call> = (
  request: RequestOf<C>,
  seen: SeenCall,
) => AnswerOf<C> | Special | Promise<AnswerOf<C> | Special>;

/** Answers requests for files, which are not calls. */
type FileHandler = (request: Request) => Response | Promise<Response>;

/** The server refuses, as a business result. */
export function refuse(code: ServerErrorCode, params?: ErrorParams, message = `server: ${code}`): Special {
  return special((call) => json(errorEnvelope(call.envelope, code, message, params)));
}

/** The connection breaks. */
export function breakConnection(): Special {
  return { special: () => Promise.reject(new TypeError('Failed to fetch')) };
}

/** No answer ever comes; the request ends when it is aborted. */
export function neverAnswer(): Special {
  return {
    special: (_call, signal) =>
      new Promise((_resolve, reject) => {
        const end = () => reject(new DOMException('aborted', 'AbortError'));
        if (signal.aborted) end();
        else signal.addEventListener('abort', end);
      }),
  };
}

/** A server other than ours answers. */
export function answerRaw(body: string, status = 200): Special {
  return special(() => new Response(body, { status }));
}

/** Creates a server without answers. `faults`: calls without an answer, or that cannot be read. */
export function createFakeServer() {
  const handlers = new Map<string, Handler<Call>>();
  const files = new Map<string, FileHandler>();
  const faults: string[] = [];
  const seen: SeenCall[] = [];

  const answer = async (request: Request, file?: File): Promise<Response> => {
    const path = new URL(request.url).pathname.replace(/^\/api\//, '');
    const fileHandler = files.get(path);
    if (fileHandler !== undefined) return fileHandler(request);
    const call = ALL_CALLS.find((known) => known.method === request.method && known.path === path);
    const handler = call && handlers.get(call.name);
    const wire = Object.fromEntries(await parametersOf(request));
    if (call === undefined || handler === undefined) {
      faults.push(`nobody answers ${request.method} ${path}`);
      return new Response('', { status: 404 });
    }
    if ((call.body === 'multipart') !== (file !== undefined)) faults.push(`${call.name} with a file: ${file?.name}`);
    const decoded = z.safeDecode(call.request, wire);
    const record = { name: call.name, request: decoded.data, headers: request.headers, file };
    seen.push(record);
    if (!decoded.success) {
      faults.push(`${call.name} cannot be read: ${decoded.error.message}`);
      return json(errorEnvelope(call.envelope, 'PARAMETER_INVALID', 'unreadable'));
    }
    const result = await handler(decoded.data, record);
    if (isSpecial(result)) return result.special(call, request.signal);
    return json(successEnvelope(call.envelope, z.encode(call.answer, result)));
  };

  const backend = {
    /** Answers a call from now on. */
    on<C extends Call>(call: C, handler: Handler<C>): void {
      handlers.set(call.name, handler);
    },
    /** Answers a path below the API that is not a call, from now on. */
    onFile(path: string, handler: FileHandler): void {
      files.set(path, handler);
    },
    /** Recorded requests of a call, oldest first. */
    seen<C extends Call>(call: C): readonly (SeenCall & { readonly request: RequestOf<C> })[] {
      return seen.filter(({ name }) => name === call.name) as never;
    },
  };
  return { answer, faults, backend };
}

/** Handle by which a test sets the server's answers. */
export type FakeBackend = ReturnType<typeof createFakeServer>['backend'];

async function parametersOf(request: Request): Promise<URLSearchParams> {
  if (request.method === 'GET') return new URL(request.url).searchParams;
  return new URLSearchParams(await request.text());
}

function special(respond: (call: Call) => Response): Special {
  return { special: (call) => Promise.resolve(respond(call)) };
}

function isSpecial(value: unknown): value is Special {
  return typeof value === 'object' && value !== null && 'special' in value;
}

function json(body: object): Response {
  return new Response(JSON.stringify(body), { headers: { 'Content-Type': 'application/json', ...SERVER } });
}
