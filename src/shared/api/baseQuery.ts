/**
 * How every call goes over the wire: form-encoded, with `Authorization` and `language-mark`, envelope and codec read on
 * the way back (specification, section 7; `wire-facts` 1.1 and 1.2).
 */
import type { BaseQueryApi, BaseQueryFn } from '@reduxjs/toolkit/query';
import * as z from 'zod/mini';
import type { AnswerOf, Call, RequestOf } from '@halyard/contract/call';
import { readEnvelope, type Reply } from '@halyard/contract/envelope';
import { FETCHED_AT_HEADER } from '@halyard/contract/serviceWorker';
import { REQUEST_TIMEOUT_MS } from '../config/constants.ts';
import { env } from '../config/env.ts';
import { markBusy } from '../pwa/busy.ts';
import type { AppExtra, Identity, RootState } from '../store/rootState.ts';
import { noteServerTime } from '../time/serverClock.ts';
import { beginActivity } from './activity.ts';
import { seemsOnline } from '../realtime/reach.ts';
import { errorCodeOf, type AppError } from './appError.ts';
import { stepUp } from './stepUp.ts';
import { notLoggedIn } from './sessionEvents.ts';
import { renewalSettled } from './tokenRenewal.ts';
import { observeWritesOnce } from './writesOnce.ts';

/** A call with what it asks for, in the domain's terms. */
export type CallArgs = {
  readonly call: Call;
  readonly request: unknown;
  /** Nobody waits for it, so nobody is asked to prove himself for it. */
  readonly isUnattended?: boolean;
};

/** What an endpoint may say about its calls (`extraOptions`). */
export type CallOptions = {
  /** Milliseconds; the specification's 300,000 unless said otherwise. */
  readonly timeoutMs?: number;
  /** Refused at once while offline: money writes are never queued. */
  readonly isMoneyMutation?: boolean;
  /** Failures of mutations are shown as a toast unless their form shows them itself. */
  readonly errors?: 'toast' | 'inline';
  /**
   * The same for everybody, so it is asked without a token. The worker keeps answers of such calls
   * (`service-worker/handlers/articles.ts`) and gives them at once; a query that is asked again though it has data
   * (`refetch`, pull to refresh, `forceRefetch`, a tag that became stale) goes past what is kept, and falls back to it
   * when the network fails.
   */
  readonly isPublic?: boolean;
  /**
   * Of a public call: fetched ahead of being opened. The worker asks for it once an hour at the most, and keeps it
   * apart from what was opened.
   */
  readonly isAhead?: boolean;
  /** It is what the refusals of others wait for, so it waits for none itself. */
  readonly renewsToken?: boolean;
  /**
   * Where the server does not know the call, as others of the family: the answer put together from calls that it knows.
   */
  readonly fromLegacyClient?: (runCall: RunCall) => Promise<Result>;
};

/** What is known of a call beside its answer. */
export type CallMeta = {
  /** For the error listener: its form shows the failure. */
  readonly isInline: boolean;
  /**
   * When the answer came from the exchange (ISO 8601, UTC), where it was kept by the worker since; missing when it came
   * just now.
   */
  readonly fetchedAt?: string;
};

/** What came of a call. */
export type Result =
  | { readonly data: unknown; readonly fetchedAt?: string }
  | { readonly error: AppError; readonly fetchedAt?: string };

/** Makes a further call. */
export type RunCall = (args: CallArgs) => Promise<Result>;

/** Pairs a call with a request of its type. */
export function toCall<C extends Call>(call: C, request: RequestOf<C>): CallArgs {
  return { call, request };
}

/** The base query of the one API. Errors: any of {@link AppError}; type 999 also raises `notLoggedIn`. */
export const baseQuery: BaseQueryFn<CallArgs, unknown, AppError, CallOptions, CallMeta> = async (
  args,
  api,
  options,
) => {
  const end = beginActivity();
  // Nothing reloads the app while money is on its way.
  const release = options?.isMoneyMutation === true ? markBusy() : undefined;
  try {
    const { fetchedAt, ...result } = await performOrAdapt(args, api, options ?? {});
    return {
      ...result,
      meta: { isInline: options?.errors === 'inline', ...(fetchedAt !== undefined && { fetchedAt }) },
    };
  } finally {
    release?.();
    end();
  }
};

/** Who makes a call: what is used here of what RTK Query tells. */
type Caller = Pick<BaseQueryApi, 'dispatch' | 'getState' | 'extra' | 'signal' | 'forced'>;

/**
 * Makes a call that is the same for everybody apart from the store, and without a sign that something loads: for what
 * is fetched ahead or searched. What the worker kept within the last hour is good enough for that.
 */
export async function callPublic<C extends Call>(
  args: { readonly call: C; readonly request: RequestOf<C> },
  caller: Caller,
): Promise<{ readonly data: AnswerOf<C> } | { readonly error: AppError }> {
  const result = await perform(args, caller, { isPublic: true, isAhead: true });
  return 'data' in result ? { data: result.data as AnswerOf<C> } : { error: result.error };
}

async function performOrAdapt(args: CallArgs, api: Caller, options: CallOptions): Promise<Result> {
  const result = await performSteppedUp(args, api, options);
  const isUnknown = 'error' in result && result.error.code === 'CALL_NOT_FOUND';
  if (!isUnknown || options.fromLegacyClient === undefined) return result;
  return options.fromLegacyClient((other) => perform(other, api, {}));
}

/** Where the exchange wants to know that it is the owner he is asked, and the same call is made once more. */
async function performSteppedUp(args: CallArgs, api: Caller, options: CallOptions): Promise<Result> {
  const result = await performAsKnown(args, api, options);
  const isAsked = 'error' in result && result.error.code === 'PROOF_REQUIRED' && args.isUnattended !== true;
  return isAsked && (await stepUp()) ? performAsKnown(args, api, options) : result;
}

/** What was refused for its token alone, which was replaced meanwhile, is said again under the new one. */
async function performAsKnown(args: CallArgs, api: Caller, options: CallOptions): Promise<Result> {
  const { token } = identityOf(api);
  const result = await perform(args, api, options);
  const isRefused = 'error' in result && result.error.code === 'NOT_LOGGED_IN';
  const now = identityOf(api).token;
  return isRefused && token !== undefined && now !== undefined && now !== token ? perform(args, api, options) : result;
}

function identityOf({ extra, getState }: Caller): Identity {
  return (extra as AppExtra).readIdentity(getState() as RootState);
}

async function perform({ call, request }: CallArgs, api: Caller, options: CallOptions): Promise<Result> {
  if (options.isMoneyMutation === true && !seemsOnline()) return { error: { code: 'OFFLINE' } };
  const encoded = z.safeEncode(call.request, request);
  if (!encoded.success) return { error: { code: 'PARAMETER_INVALID', params: { field: fieldOf(encoded.error) } } };
  const { languageMark, token } = identityOf(api);
  const identity = { languageMark, token: options.isPublic === true ? undefined : token };
  const timeout = withTimeout(api.signal, options.timeoutMs ?? REQUEST_TIMEOUT_MS);
  try {
    const { signal } = timeout;
    const response = await fetch(requestOf(call, encoded.data, identity, { signal, cache: cacheModeOf(api, options) }));
    const fetchedAt = response.headers.get(FETCHED_AT_HEADER) ?? undefined;
    // What an answer that was kept says of the server is of another day.
    if (fetchedAt === undefined) noteServer(response.headers);
    const text = await response.text();
    const reply = readBody(text, response.status);
    if ('isLoggedOut' in reply && reply.isLoggedOut) {
      await renewalOf(options);
      api.dispatch(notLoggedIn({ token: identity.token, message: reply.message }));
    }
    const result = readAnswer(call, reply);
    return fetchedAt === undefined ? result : { ...result, fetchedAt };
  } catch {
    return { error: { code: transportError(timeout.hasTimedOut(), options) } };
  } finally {
    timeout.clear();
  }
}

async function renewalOf({ renewsToken }: CallOptions): Promise<void> {
  if (renewsToken !== true) await renewalSettled();
}

function noteServer(headers: Headers): void {
  noteServerTime(headers.get('Date'));
  observeWritesOnce(headers);
}

/** Tells the worker what of that which it keeps is wanted; the browser's own cache keeps no call, whatever is said. */
function cacheModeOf({ forced }: Caller, { isPublic, isAhead }: CallOptions): RequestCache {
  if (isPublic !== true) return 'no-store';
  if (isAhead === true) return 'force-cache';
  return forced === true ? 'reload' : 'no-store';
}

type Sending = { readonly signal: AbortSignal; readonly cache: RequestCache };

function requestOf(call: Call, wire: unknown, identity: Identity, { signal, cache }: Sending): Request {
  const form = formOf(wire);
  const hasBody = call.method !== 'GET';
  const query = hasBody || form.size === 0 ? '' : `?${form.toString()}`;
  const headers = new Headers({ 'language-mark': identity.languageMark });
  if (identity.token !== undefined) headers.set('Authorization', identity.token);
  if (hasBody) headers.set('Content-Type', 'application/x-www-form-urlencoded; charset=UTF-8');
  const url = new URL(`${env.apiBase}/${call.path}${query}`, window.location.origin);
  return new Request(url, {
    method: call.method,
    headers,
    signal,
    cache,
    body: hasBody ? form.toString() : null,
  });
}

function formOf(wire: unknown): URLSearchParams {
  // Requests are flat: words, numbers and decimals (`wire-facts` 1.1).
  const entries = Object.entries(wire as Readonly<Record<string, string | number | undefined>>);
  return new URLSearchParams(entries.flatMap(([name, value]) => (value === undefined ? [] : [[name, String(value)]])));
}

/**
 * What a body says. A server that cannot answer at all (a proxy's error page) is told from one that answers nonsense.
 */
function readBody(text: string, status: number): Reply | AppError {
  const unreadable: AppError = { code: status >= 500 ? 'SERVICE_UNAVAILABLE' : 'ANSWER_UNREADABLE' };
  try {
    return readEnvelope(JSON.parse(text)) ?? unreadable;
  } catch {
    return unreadable;
  }
}

function readAnswer(call: Call, reply: Reply | AppError): Result {
  if (!('ok' in reply)) return { error: reply };
  if (!reply.ok) {
    const code = reply.isLoggedOut ? 'NOT_LOGGED_IN' : errorCodeOf(reply.code);
    return { error: { code, params: reply.params, message: reply.message } };
  }
  const decoded = z.safeDecode(call.answer, reply.payload);
  // Frozen at its top, Immer need not look through the hundreds of rows below it for drafts, which takes as long as
  // reading them.
  return decoded.success ? { data: Object.freeze(decoded.data) } : { error: { code: 'ANSWER_UNREADABLE' } };
}

function fieldOf(error: z.core.$ZodError): string {
  return error.issues[0]?.path.map(String).join('.') ?? '';
}

function transportError(hasTimedOut: boolean, { isMoneyMutation }: CallOptions): AppError['code'] {
  if (hasTimedOut) return 'TIMEOUT';
  // `OFFLINE` says that nothing was sent, which is not known of a money write that was under way when the connection
  // went.
  return seemsOnline() || isMoneyMutation === true ? 'NETWORK' : 'OFFLINE';
}

// AbortSignal.any and AbortSignal.timeout are younger than the phones this runs on.
function withTimeout(outer: AbortSignal, timeoutMs: number) {
  const controller = new AbortController();
  let hasTimedOut = false;
  const abort = () => controller.abort();
  const timer = setTimeout(() => {
    hasTimedOut = true;
    abort();
  }, timeoutMs);
  outer.addEventListener('abort', abort);
  return {
    signal: controller.signal,
    hasTimedOut: () => hasTimedOut,
    clear: () => {
      clearTimeout(timer);
      outer.removeEventListener('abort', abort);
    },
  };
}
