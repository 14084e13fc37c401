/**
 * Binds the calls of the contract to their handlers: decode, answer, encode, wrap. The only place where the wire meets
 * the server.
 */
import { createHash, randomBytes } from 'node:crypto';
import { Readable } from 'node:stream';
import type { FastifyInstance, FastifyReply, FastifyRequest, onRequestAsyncHookHandler } from 'fastify';
import fastifyPlugin from 'fastify-plugin';
import * as z from 'zod/mini';
import type { Call } from '@halyard/contract/call';
import { successEnvelope } from '@halyard/contract/envelope';
import type { ServerErrorCode } from '@halyard/contract/errors';
import { languageOf } from '@halyard/contract/languages';
import { askPasskeyLogin, logInWithPasskey } from '@halyard/contract/security/passkeyCalls';
import { dateOf } from '@halyard/contract/time';
import { logIn, sendMailCode, sendTextCode } from '@halyard/contract/user/calls';
import { WRITES_ONCE, WRITES_ONCE_HEADER } from '@halyard/contract/writesOnce';
import type { ByteCache } from '../calls/byteCache.ts';
import {
  BusinessError,
  type Caller,
  type CallHandler,
  type FileCaller,
  type SessionUser,
  type UserCaller,
  type VerifyToken,
} from '../calls/callHandler.ts';
import type { CsvFile } from '../calls/csvFile.ts';
import type { Turns } from '../calls/networks.ts';
import type { Clock } from '../clock.ts';
import type { Database } from '../db/database.ts';
import { encodeAnswer } from '../db/runOnce.ts';
import { addLegacyFields } from '../legacy-clients/answers.ts';
import { requireStepUp } from '../modules/security/sessionStepUp.ts';
import { compressionOf, sendPacked } from './compression.ts';
import { receiveFile } from './multipart.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The call that a route answers. */
    call?: Call;
    /** Refusals that a route answers with a status other than 200. */
    refusalStatus?: Partial<Record<ServerErrorCode, number>>;
  }
}

type Input = Readonly<Record<string, unknown>>;

// Field names come from the caller, so an answer repeats only this many characters of them.
const FIELD_LENGTH_MAX = 64;

type CallDeps = {
  readonly verifyToken: VerifyToken;
  /** Cache of answers that never change. */
  readonly cache: ByteCache;
  readonly turns: Turns;
};

/** Registers every handler under its path and the aliases for legacy clients. */
export function registerCalls(app: FastifyInstance, handlers: readonly CallHandler[], deps: CallDeps): void {
  const carrying = handlers.filter(({ call }) => call.body === 'multipart');
  registerRoutes(
    app,
    handlers.filter((handler) => !carrying.includes(handler)),
    deps,
  );
  // Multipart forms are accepted only where a call takes a file; its handler reads the form after it has verified the
  // user.
  void app.register(async (scope) => {
    scope.addContentTypeParser('multipart/form-data', (_request, _payload, done) => done(null));
    registerRoutes(scope, carrying, deps);
  });
}

function registerRoutes(app: FastifyInstance, handlers: readonly CallHandler[], deps: CallDeps): void {
  for (const handler of handlers) {
    const { call } = handler;
    for (const path of [call.path, ...call.aliases]) {
      app.route({
        method: call.method,
        url: `/api/${path}`,
        config: { call },
        ...compressionOf(call),
        onRequest: announceWritesOnce,
        handler: (request, reply) => {
          const work = () => answer(handler, { request, reply }, deps);
          // Uploads are slow and have limits of their own.
          return call.body === 'multipart' ? work() : deps.turns.take({ call, ip: request.ip }, work);
        },
      });
    }
  }
}

/** Sent with every answer, so that a client knows it before an answer is lost. */
const announceWritesOnce: onRequestAsyncHookHandler = async (_request, reply) => {
  reply.header(WRITES_ONCE_HEADER, WRITES_ONCE);
};

type Exchanged = { readonly request: FastifyRequest; readonly reply: FastifyReply };

async function answer(
  { call, handle, finalKeyOf }: CallHandler,
  { request, reply }: Exchanged,
  { verifyToken, cache }: CallDeps,
): Promise<object> {
  const caller = withFile(call, await callerOf(call, { request, reply }, verifyToken), { request, reply });
  const input = inputOf(call, request);
  const decoded = decodeInput(call.request, input, { ignoresUnknown: ignoresUnknown(call, input) });
  const make = async (): Promise<object> => {
    const result = await handle(decoded as never, caller as never);
    return successEnvelope(call.envelope, addLegacyFields(call, encodeAnswer(call, result)));
  };
  const key = await finalKeyOf?.(decoded as never);
  if (key === undefined) return make();
  return sendPacked({ request, reply }, (encoding, pack) =>
    cache.get(`${call.name} ${encoding} ${key}`, async () => pack(JSON.stringify(await make()))),
  );
}

function withFile(call: Call, caller: Caller | UserCaller, exchanged: Exchanged): Caller | UserCaller | FileCaller {
  return call.body === 'multipart' ? { ...caller, receiveFile: (sink) => receiveFile(exchanged, sink) } : caller;
}

/** Public calls ignore the token: markets are read often, and an expired token must not make them fail. */
async function callerOf(
  call: Call,
  { request, reply }: Exchanged,
  verifyToken: VerifyToken,
): Promise<Caller | UserCaller> {
  const caller = {
    language: languageOfRequest(request),
    ip: request.ip,
    userAgent: request.headers['user-agent'],
    origin: `${request.protocol}://${request.host}`,
  };
  if (call.access === 'public') return { ...caller, device: deviceOf(call, request, reply) };
  return { ...caller, user: await userOf(request, verifyToken) };
}

/** The user of a request's token. Throws `BusinessError('NOT_LOGGED_IN')`. */
export async function userOf(request: FastifyRequest, verifyToken: VerifyToken): Promise<SessionUser> {
  const token = request.headers.authorization;
  const user = token === undefined ? undefined : await verifyToken(token);
  if (user === undefined) throw new BusinessError('NOT_LOGGED_IN');
  request.userId = user.id;
  return user;
}

/** The language of a request; English when it names none that is supported. */
export function languageOfRequest(request: FastifyRequest) {
  const mark = request.headers['language-mark'];
  return languageOf(typeof mark === 'string' ? mark : undefined);
}

function inputOf(call: Call, request: FastifyRequest): Input {
  const query = request.query as Input;
  if (call.method === 'GET') return query;
  const body = request.body ?? {};
  if (typeof body !== 'object' || Array.isArray(body)) throw new BusinessError('REQUEST_UNREADABLE');
  const [stray] = Object.keys(query);
  // Fields of the body are not read from the URL: a token or a password there would end up in logs.
  if (stray !== undefined && !ignoresUnknown(call, body as Input)) {
    throw new BusinessError('PARAMETER_UNKNOWN', { field: shorten(stray) });
  }
  return ignoresUnknown(call, body as Input) ? numbersAsText(body as Input) : (body as Input);
}

/** Legacy clients that send JSON have numbers where forms have digits. */
function numbersAsText(body: Input): Input {
  return Object.fromEntries(
    Object.entries(body).map(([name, value]) => [name, Number.isSafeInteger(value) ? String(value) : value]),
  );
}

/**
 * Legacy clients add parameters of their own to every call, such as a language or a time. A client that sends request
 * ids was made for this exchange, so misspelt parameters are refused.
 */
function ignoresUnknown(call: Call, input: Input): boolean {
  return !call.isOwn && !Object.hasOwn(input, 'client_request_id');
}

/**
 * Decodes a request. Throws `BusinessError` with PARAMETER_MISSING, PARAMETER_INVALID or PARAMETER_UNKNOWN for its
 * first fault.
 */
export function decodeInput<S extends z.core.$ZodType>(
  schema: S,
  input: unknown,
  options: { readonly ignoresUnknown: boolean } = { ignoresUnknown: false },
): z.output<S> {
  const fields = input as Input;
  const decoded = z.safeDecode(schema, fields as z.input<S>);
  if (!decoded.success) {
    const { issues } = decoded.error;
    const unknown = options.ignoresUnknown ? issues.find((issue) => issue.code === 'unrecognized_keys') : undefined;
    if (unknown !== undefined) return decodeInput(schema, without(fields, unknown.keys));
    throw parameterError(issues, fields);
  }
  refuseNulls(fields);
  return decoded.data;
}

function without(fields: Input, names: readonly string[]): Input {
  return Object.fromEntries(Object.entries(fields).filter(([name]) => !names.includes(name)));
}

/** PostgreSQL text cannot contain a zero character. */
function refuseNulls(input: Input): void {
  const found = Object.entries(input).find(([, value]) => typeof value === 'string' && value.includes('\0'));
  if (found !== undefined) throw new BusinessError('PARAMETER_INVALID', { field: found[0] });
}

function parameterError(issues: readonly z.core.$ZodIssue[], input: Input): BusinessError {
  const [issue] = issues;
  if (issue?.code === 'unrecognized_keys') {
    return new BusinessError('PARAMETER_UNKNOWN', { field: shorten(issue.keys[0] ?? '') });
  }
  const field = String(issue?.path[0] ?? '');
  const isMissing = !Object.hasOwn(input, field) || input[field] === undefined;
  return new BusinessError(isMissing ? 'PARAMETER_MISSING' : 'PARAMETER_INVALID', { field });
}

const shorten = (name: string) => name.slice(0, FIELD_LENGTH_MAX);

/**
 * Identifies the browser that logs in or requests a code, so that attempts of its user count separately from those of
 * strangers on the same account. The cookie grants no access.
 */
const COOKIE = /(?:^|;\s*)halyard_device=([0-9a-f]{32})(?:;|$)/;
/** Longest lifetime of a cookie that browsers accept. */
export const DEVICE_COOKIE_SECONDS = 400 * 24 * 60 * 60;
const ISSUING: ReadonlySet<Call> = new Set<Call>([
  logIn,
  askPasskeyLogin,
  logInWithPasskey,
  sendMailCode,
  sendTextCode,
]);

/** SHA-256 of the caller's device id; `undefined` when there is none, and the call issues none. */
function deviceOf(call: Call, request: FastifyRequest, reply: FastifyReply): string | undefined {
  const known = COOKIE.exec(request.headers.cookie ?? '')?.[1];
  if (known === undefined && !ISSUING.has(call)) return undefined;
  return createHash('sha256')
    .update(known ?? issueDevice(request, reply))
    .digest('hex');
}

function issueDevice(request: FastifyRequest, reply: FastifyReply): string {
  const name = randomBytes(16).toString('hex');
  const secure = request.protocol === 'https' ? '; Secure' : '';
  reply.header(
    'set-cookie',
    `halyard_device=${name}; Path=/api; Max-Age=${DEVICE_COOKIE_SECONDS}; HttpOnly; SameSite=Strict${secure}`,
  );
  return name;
}

// Downloads of a user's records as files, authorised by token and streamed while they are read.

type CsvFilesOptions = {
  readonly files: readonly CsvFile[];
  readonly db: Database;
  readonly clock: Clock;
  readonly verifyToken: VerifyToken;
};

/**
 * Registers the downloads. An error during the transfer breaks the connection, so that a partial file is never taken
 * for a complete one.
 */
export const csvFiles = fastifyPlugin(async (app, { files, db, clock, verifyToken }: CsvFilesOptions) => {
  // A file contains everything a user did and has, so a token alone is not sufficient.
  const ownerOf = async (request: FastifyRequest) => {
    const user = await userOf(request, verifyToken);
    await requireStepUp(db, user);
    return user.id;
  };
  for (const { path, name, ...file } of files) {
    app.get(`/api/${path}`, { config: { limit: 'csv' } }, async (request, reply) => {
      const pieces = await ('openPublic' in file
        ? file.openPublic(db, request.query)
        : file.open(db, await ownerOf(request), request.query));
      const day = dateOf(clock.nowMs());
      return reply
        .headers({
          'content-type': 'text/csv; charset=utf-8',
          'content-disposition': `attachment; filename="halyard-${name}-${day}.csv"`,
          // Pages of other origins may call the API, and need the file name too.
          'access-control-expose-headers': 'content-disposition',
          'cache-control': 'no-store',
        })
        .send(Readable.from(pieces));
    });
  }
});
