/** The server's log: one line per request, without secrets. */
import { pino, type DestinationStream, type Logger, type LoggerOptions } from 'pino';
import pretty from 'pino-pretty';
import type { FastifyReply, FastifyRequest } from 'fastify';
import fastifyPlugin from 'fastify-plugin';
import type { Call } from '@halyard/contract/call';
import { removeBankCard, saveBankCard } from '@halyard/contract/bank/calls';
import type { ServerErrorCode } from '@halyard/contract/errors';
import type { UserId } from '@halyard/contract/ids';
import { askFundReset, changePassword, revokeSessions, setFundPassword } from '@halyard/contract/security/calls';
import {
  confirmTotp,
  removeTotp,
  renewRecoveryCodes,
  requestFactorReset,
} from '@halyard/contract/security/factorCalls';
import { askUnfreeze, freezeAccount, freezeByKey, setAntiPhishingCode } from '@halyard/contract/security/freezeCalls';
import { addPasskey, logInWithPasskey, removePasskey } from '@halyard/contract/security/passkeyCalls';
import { stepUp } from '@halyard/contract/security/stepUpCalls';
import { placeOrder, replaceOrder } from '@halyard/contract/spot/mutationCalls';
import { logIn, logOut, registerUser, resetPassword } from '@halyard/contract/user/calls';
import { addWithdrawalAddress, setWhitelist, withdraw } from '@halyard/contract/withdrawals/calls';
import type { Config } from '../config.ts';
import { METRICS } from '../health/metrics.ts';
import { requestId, withRequestId } from '../requestContext.ts';
import { MINUTE_MS } from '@halyard/contract/time';
import { outageOf } from '../outage.ts';

/** Header values and fields that are secrets wherever they occur. */
const SECRETS = [
  'authorization',
  'token',
  'code',
  'password',
  'passwordRepeat',
  'oldPassword',
  'fundPassword',
  'old_password',
  'oldpassword',
  'pay_password',
  'login_password',
  'loginPassword',
  're_password',
  'repassword',
];
const REDACTED = SECRETS.flatMap((name) => [name, `*.${name}`, `*.*.${name}`]);

type LogSettings = Pick<Config, 'logLevel'> & {
  /** Destination of the lines; by default the terminal. */
  readonly stream?: DestinationStream | undefined;
};

/** Creates the log: JSON lines, or readable ones in a terminal. */
export function createLog({ logLevel, stream }: LogSettings): Logger {
  const options: LoggerOptions = {
    level: logLevel,
    redact: { paths: REDACTED, censor: '[redacted]' },
    serializers: { err: describeError },
    hooks: { logMethod: oncePerMinute() },
    mixin: () => {
      const id = requestId();
      return id === undefined ? {} : { requestId: id };
    },
  };
  return pino(options, stream ?? terminal());
}

declare module 'fastify' {
  interface FastifyRequest {
    /** Code of the refusal or failure that answers the request. */
    refusedWith: ServerErrorCode | undefined;
    /** The user whose token came with the request, once it was checked. */
    userId: UserId | undefined;
  }
}

const ID_HEADER = 'x-request-id';

/** One line per request, without bodies, queries and headers; the stream of security events; and metrics of calls. */
export const requestLog = fastifyPlugin(async (app) => {
  app.decorateRequest('refusedWith', undefined);
  app.decorateRequest('userId', undefined);
  const enter = (request: FastifyRequest, done: () => void) => withRequestId(request.id, done);
  app.addHook('onRequest', (request, reply, done) => {
    reply.header(ID_HEADER, request.id);
    enter(request, done);
  });
  // Again, because the body arrives in events of the socket.
  app.addHook('preValidation', (request, _reply, done) => enter(request, done));
  app.addHook('onResponse', async (request, reply) => {
    const path = request.url.split('?', 1)[0];
    const durationMs = Math.round(reply.elapsedTime);
    request.log.debug(
      { method: request.method, path, status: reply.statusCode, durationMs, ip: request.ip },
      'request',
    );
    countCall(request, reply);
    noteSecurity(request);
  });
});

const FAILURES: ReadonlySet<string> = new Set(['INTERNAL', 'SERVICE_UNAVAILABLE']);
const SHED: ReadonlySet<string> = new Set(['OVERLOADED', 'RESTARTING']);
const ORDERS: ReadonlySet<Call> = new Set<Call>([placeOrder, replaceOrder]);

function countCall(request: FastifyRequest, reply: FastifyReply): void {
  const { call } = request.routeOptions.config;
  if (call === undefined) return;
  const outcome = outcomeOf(request.refusedWith);
  METRICS.requests.inc({ outcome });
  METRICS.requestSeconds.observe(reply.elapsedTime / 1000);
  if (ORDERS.has(call)) METRICS.orders.inc({ outcome });
}

function outcomeOf(code: string | undefined): string {
  if (code === undefined) return 'done';
  if (SHED.has(code)) return 'shed';
  return FAILURES.has(code) ? 'failed' : 'refused';
}

/** Calls whose success concerns the security of an account. */
const SECURITY_CALLS: ReadonlySet<Call> = new Set<Call>([
  logIn,
  logInWithPasskey,
  logOut,
  registerUser,
  resetPassword,
  changePassword,
  setFundPassword,
  askFundReset,
  revokeSessions,
  stepUp,
  confirmTotp,
  removeTotp,
  renewRecoveryCodes,
  requestFactorReset,
  addPasskey,
  removePasskey,
  freezeAccount,
  freezeByKey,
  askUnfreeze,
  setAntiPhishingCode,
  setWhitelist,
  addWithdrawalAddress,
  saveBankCard,
  removeBankCard,
  withdraw,
]);

/** Refusals that an attack would cause. */
const SECURITY_REFUSALS: ReadonlySet<string> = new Set<ServerErrorCode>([
  'LOGIN_FAILED',
  'CODE_WRONG',
  'PASSWORD_WRONG',
  'FUND_PASSWORD_WRONG',
  'FUND_PASSWORD_WAIT',
  'SECOND_FACTOR_WRONG',
  'SECOND_FACTOR_WAIT',
  'PASSKEY_REFUSED',
  'FREEZE_KEY_INVALID',
  'ACCOUNT_FROZEN',
  'RATE_LIMITED',
  'REQUEST_ID_REUSED',
  'FILE_NOT_PLAIN',
]);

/** One line with `stream: "security"` per event: who, what, from where, and with which outcome; never a secret. */
function noteSecurity(request: FastifyRequest): void {
  const { refusedWith: code, userId, ip } = request;
  const { call } = request.routeOptions.config;
  const isEvent = code === undefined ? call !== undefined && SECURITY_CALLS.has(call) : SECURITY_REFUSALS.has(code);
  if (!isEvent) return;
  const outcome = code ?? 'done';
  request.log.info({ stream: 'security', call: call?.name, outcome, userId, ip }, 'security event');
}

function terminal(): DestinationStream {
  return process.stdout.isTTY ? pretty({ colorize: true, ignore: 'pid,hostname' }) : process.stdout;
}

/**
 * A failed query of drizzle contains its values, password hashes among them: only its SQL and the database's message
 * are logged.
 */
function describeError(error: unknown): object {
  if (!(error instanceof Error)) return { message: String(error) };
  if ('query' in error && 'params' in error) {
    const cause = error.cause instanceof Error ? describeError(error.cause) : undefined;
    return { type: error.constructor.name, query: error.query, cause, stack: framesOf(error) };
  }
  const cause = error.cause === undefined ? {} : { cause: describeError(error.cause) };
  return { type: error.constructor.name, message: error.message, stack: framesOf(error), ...cause };
}

/** The stack without its first line, which repeats the message. */
function framesOf(error: Error): string {
  return (error.stack ?? '')
    .split('\n')
    .filter((line) => line.startsWith('    at '))
    .join('\n');
}

// Prevents faults from flooding the log: one line per cause and minute.

/** Most causes remembered within a minute; the oldest are dropped first. */
const CAUSES_MAX = 100;

type LogMethod = NonNullable<NonNullable<LoggerOptions['hooks']>['logMethod']>;
type Details = Readonly<Record<string, unknown>>;

/**
 * Creates the hook. The first line of a cause after a minute has in `repeated` how many lines were suppressed. Lines of
 * outages have no stack, and the message in `outage`. A fault whose `id` a user was shown is always a line.
 */
export function oncePerMinute(nowMs: () => number = () => performance.now()): LogMethod {
  const causes = new Map<string, { readonly sinceMs: number; leftOut: number }>();
  return function logOnce(args, method) {
    const [details, text] = args as unknown[];
    const cause = isRecord(details) ? causeOf(details, text) : undefined;
    if (cause === undefined || !isRecord(details)) {
      method.apply(this, args);
      return;
    }
    const known = causes.get(cause);
    if (known !== undefined && nowMs() - known.sinceMs < MINUTE_MS) {
      known.leftOut += 1;
      return;
    }
    causes.delete(cause);
    causes.set(cause, { sinceMs: nowMs(), leftOut: 0 });
    const [oldest] = causes.keys();
    if (causes.size > CAUSES_MAX && oldest !== undefined) causes.delete(oldest);
    const repeated = known === undefined || known.leftOut === 0 ? {} : { repeated: known.leftOut };
    const [, ...words] = args as unknown[];
    method.apply(this, [{ ...shortened(details), ...repeated }, ...words] as typeof args);
  };
}

/** Identifies lines with one cause; undefined for a line that is always written. */
function causeOf({ err, id }: Details, text: unknown): string | undefined {
  const outage = outageOf(err);
  if (outage !== undefined) return outage;
  return err instanceof Error && id === undefined ? JSON.stringify([text, err.name, err.message]) : undefined;
}

/** The details of an outage without its stack; all others as they are. */
function shortened(details: Details): Details {
  const { err, ...others } = details;
  return outageOf(err) === undefined ? details : { ...others, outage: reasonOf(err) };
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null;
}

/** The driver's message, without a query and its values. */
function reasonOf(error: unknown): string {
  if (error instanceof AggregateError && error.errors.length > 0) return reasonOf(error.errors[0]);
  if (error instanceof Error && error.cause instanceof Error) return reasonOf(error.cause);
  return error instanceof Error ? error.message : String(error);
}
