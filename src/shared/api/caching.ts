/**
 * The user's own records, readable without a network: queries that say so (`keeps`) have their answers kept on the
 * device, sealed, and are answered from there while the exchange is out of reach. What does it is loaded when it is
 * first needed.
 */
import type { BaseQueryApi, BaseQueryFn } from '@reduxjs/toolkit/query';
import { draftOwner, type DraftOwner } from '../storage/draftOwner.ts';
import type { LegacyMember } from '../storage/vault.ts';
import type { AppError } from './appError.ts';
import { baseQuery, type CallArgs, type CallMeta, type CallOptions } from './baseQuery.ts';
import { noteCachedSince } from './cacheAges.ts';

/**
 * How the answers of an endpoint are kept (`extraOptions.keeps`); `{}` keeps the first page of whatever is asked for.
 */
export type CachingContext = {
  /**
   * Under which name, within the call's path, an answer is kept; `undefined` for one that is not. Each request of a
   * first page its own unless said.
   */
  readonly nameOf?: (request: never) => string | undefined;
  /** For names of which only the newest few stay. */
  readonly legacyClientOf?: (request: never) => LegacyMember;
  /** For an entry that streams: the call's answer from what the entry holds by now, which is kept anew now and then. */
  readonly answerOf?: (data: never) => unknown;
};

/** What an endpoint may say of its calls. */
export type CachedCallOptions = CallOptions & { readonly keeps?: CachingContext };

/** A query whose answers are kept, by whom it was asked and where. */
export type Asked = {
  readonly args: CallArgs;
  readonly api: BaseQueryApi;
  readonly keeps: CachingContext;
  readonly owner: DraftOwner;
};

/** An answer or a failure, as RTK Query knows them. */
export type Outcome = Awaited<ReturnType<BaseQueryFn<CallArgs, unknown, AppError, CachedCallOptions, CallMeta>>>;

/** A call that takes longer may hang on a line that is lost. */
const PATIENCE_MS = 3000;
/** Keeping comes after what the answer was asked for. */
const KEEP_AFTER_MS = 1000;
const UNREACHED: ReadonlySet<string> = new Set(['OFFLINE', 'NETWORK', 'TIMEOUT', 'SERVICE_UNAVAILABLE']);

const load = () => import('./cachedAnswers.ts');

/**
 * The base query of the one API. Errors: as {@link baseQuery}; none where the exchange is out of reach and an answer
 * was kept.
 */
export const cachingQuery: BaseQueryFn<CallArgs, unknown, AppError, CachedCallOptions, CallMeta> = async (
  args,
  api,
  options,
) => {
  const keeps = options?.keeps;
  const owner = draftOwner();
  const running = Promise.resolve(baseQuery(args, api, options ?? {}));
  if (keeps === undefined || owner === undefined || api.type !== 'query') return running;
  const asked: Asked = { args, api, keeps, owner };
  let timer: ReturnType<typeof setTimeout> | undefined;
  const whenLost = new Promise<Outcome>((resolve) => {
    timer = setTimeout(
      () => void load().then((kept) => kept.readWhenLost(asked, running, resolve), nothing),
      PATIENCE_MS,
    );
  });
  const outcome = await Promise.race([running, whenLost]);
  clearTimeout(timer);
  if (outcome.error !== undefined) return (UNREACHED.has(outcome.error.code) && (await read(asked))) || outcome;
  // What the device or the worker kept is not kept anew.
  if (outcome.meta?.fetchedAt !== undefined) return outcome;
  noteCachedSince(api.queryCacheKey, undefined);
  const savedAtMs = Date.now();
  setTimeout(
    () => void load().then((kept) => kept.cacheAnswer(asked, outcome.data, savedAtMs), nothing),
    KEEP_AFTER_MS,
  );
  return outcome;
};

const nothing = () => undefined;

function read(asked: Asked): Promise<Outcome | undefined> {
  return load().then((kept) => kept.readAnswer(asked), nothing);
}
