/**
 * Sends calls: form-encoded, with `Authorization` and `language-mark`; decodes envelope and answer (docs/protocol.md).
 */
import type { BaseQueryApi, BaseQueryFn } from '@reduxjs/toolkit/query';
import * as z from 'zod/mini';
import type { AnswerOf, Call, RequestOf } from '@halyard/contract/call';
import { readEnvelope, type Reply } from '@halyard/contract/envelope';
import { FETCHED_AT_HEADER } from '@halyard/contract/serviceWorker';
import { REQUEST_TIMEOUT_MS } from '../config/constants.ts';
import { env } from '../config/env.ts';
import { markBusy } from '../pwa/busy.ts';
import { draftOwner } from '../storage/draftOwner.ts';
import type { AppExtra, Identity, RootState } from '../store/rootState.ts';
import { noteServerTime } from '../time/serverClock.ts';
import { beginActivity } from './activity.ts';
import { seemsOnline } from '../realtime/reach.ts';
import { errorCodeOf, type AppError } from './appError.ts';
import { stepUp } from './stepUp.ts';
import { notLoggedIn } from './sessionEvents.ts';
import { renewalSettled } from './tokenRenewal.ts';
import { observeWritesOnce } from './writesOnce.ts';

/** A call with its request, in the domain's terms. */
export type CallArgs = {
  readonly call: Call;
  readonly request: unknown;
  /** No user is waiting for the call, so it never prompts for a step-up. */
  readonly isUnattended?: boolean;
};

/** Options of an endpoint's calls (`extraOptions`). */
export type CallOptions = {
  /** Milliseconds; default 300,000. */
  readonly timeoutMs?: number;
  /** Fails at once while offline: money mutations are never queued. */
  readonly isMoneyMutation?: boolean;
  /** Failed mutations show a toast, unless their form shows the failure itself. */
  readonly errors?: 'toast' | 'inline';
  /**
   * The answer is the same for every user, so the call carries no token. The worker caches such answers
   * (`service-worker/handlers/articles.ts`) and returns them at once. A query repeated although it has data (`refetch`,
   * pull to refresh, `forceRefetch`, an invalidated tag) bypasses that cache, and falls back to it when the network
   * fails.
   */
  readonly isPublic?: boolean;
  /**
   * Of a public call: prefetched. The worker requests it at most once an hour, and stores it apart from opened
   * articles.
   */
  readonly isAhead?: boolean;
  /** Refused calls wait for this one, so it waits for none itself. */
  readonly renewsToken?: boolean;
  /** Builds the answer from other calls if the server (a legacy one) does not know this call. */
  readonly fromLegacyClient?: (runCall: RunCall) => Promise<Result>;
};

/** Facts about a call beside its answer. */
export type CallMeta = {
  /** For the error listener: the form shows the failure. */
  readonly isInline: boolean;
  /** Time at which the worker received a cached answer from the server (ISO 8601, UTC); missing for a fresh answer. */
  readonly fetchedAt?: string;
};

/** Result of a call. */
export type Result =
  | { readonly data: unknown; readonly fetchedAt?: string }
  | { readonly error: AppError; readonly fetchedAt?: string };

/** Makes a further call. */
export type RunCall = (args: CallArgs) => Promise<Result>;

/** Pairs a call with a request of its type. */
export function toCall<C extends Call>(call: C, request: RequestOf<C>): CallArgs {
  return { call, request };
}

/** Base query of the API. Errors: any {@link AppError}; type 999 also dispatches `notLoggedIn`. */
export const baseQuery: BaseQueryFn<CallArgs, unknown, AppError, CallOptions, CallMeta> = async (
  args,
  api,
  options,
) => {
  const end = beginActivity();
  // Nothing reloads the app while money is in transit.
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

/** The parts of RTK Query's base query API that are used here. */
type Caller = Pick<BaseQueryApi, 'dispatch' | 'getState' | 'extra' | 'signal' | 'forced'>;

/**
 * Makes a public call outside the store and without the loading bar, for prefetching and searching. An answer that the
 * worker cached within the last hour is accepted.
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

/** Prompts for a step-up if the server requires one, then repeats the same call. */
async function performSteppedUp(args: CallArgs, api: Caller, options: CallOptions): Promise<Result> {
  const result = await performAsKnown(args, api, options);
  const isAsked = 'error' in result && result.error.code === 'PROOF_REQUIRED' && args.isUnattended !== true;
  return isAsked && (await stepUp()) ? performAsKnown(args, api, options) : result;
}

/** Repeats a call that was refused only because its user's token has been replaced meanwhile, under the new token. */
async function performAsKnown(args: CallArgs, api: Caller, options: CallOptions): Promise<Result> {
  const { token } = identityOf(api);
  const owner = draftOwner();
  const result = await perform(args, api, options);
  const isRefused = 'error' in result && result.error.code === 'NOT_LOGGED_IN';
  const isRenewed = owner !== undefined && draftOwner() === owner && identityOf(api).token !== token;
  return isRefused && isRenewed ? perform(args, api, options) : result;
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
    // Headers of a cached answer do not describe the server as it is now.
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

/** Selects the worker's cache strategy. The browser's own cache stores no calls in any mode. */
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
  // Requests are flat: strings, numbers and decimals.
  const entries = Object.entries(wire as Readonly<Record<string, string | number | undefined>>);
  return new URLSearchParams(entries.flatMap(([name, value]) => (value === undefined ? [] : [[name, String(value)]])));
}

/**
 * Parses a body. A server that cannot answer at all (a proxy's error page) is distinguished from one that answers with
 * an unreadable body.
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
  // The frozen top level spares Immer the search for drafts in hundreds of rows, which takes as long as parsing them.
  return decoded.success ? { data: Object.freeze(decoded.data) } : { error: { code: 'ANSWER_UNREADABLE' } };
}

function fieldOf(error: z.core.$ZodError): string {
  return error.issues[0]?.path.map(String).join('.') ?? '';
}

function transportError(hasTimedOut: boolean, { isMoneyMutation }: CallOptions): AppError['code'] {
  if (hasTimedOut) return 'TIMEOUT';
  // `OFFLINE` means that nothing was sent, which is unknown for a money mutation under way when the connection was
  // lost.
  return seemsOnline() || isMoneyMutation === true ? 'NETWORK' : 'OFFLINE';
}

// The oldest supported phones lack AbortSignal.any and AbortSignal.timeout.
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
