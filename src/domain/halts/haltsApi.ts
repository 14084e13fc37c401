/** Halts in force; the last known ones are cached on the device, for when the exchange cannot be reached. */
import { useEffect } from 'react';
import * as z from 'zod/mini';
import {
  listHalts,
  listPastHalts,
  HALT_SUBJECTS,
  haltReasonOf,
  type Halt,
  type PastHalt,
} from '@halyard/contract/halts/calls';
import type { AppError } from '../../shared/api/appError.ts';
import { toCall } from '../../shared/api/baseQuery.ts';
import { emptyApi } from '../../shared/api/emptyApi.ts';
import { i18n } from '../../shared/i18n/i18n.ts';
import { joinSentences } from '../../shared/i18n/joinSentences.ts';
import { HALTS_KEY } from './cachedHalts.ts';
import { readJson, removeKey, writeJson } from '../../shared/storage/localStore.ts';

const POLL_MS = 20_000;

const haltsApi = emptyApi.injectEndpoints({
  endpoints: (build) => ({
    /** A legacy server answers CALL_NOT_FOUND. */
    listHalts: build.query<readonly Halt[], void>({
      query: () => toCall(listHalts, {}),
      providesTags: ['Halt'],
      extraOptions: { errors: 'inline' },
    }),
    listPastHalts: build.query<readonly PastHalt[], void>({
      query: () => toCall(listPastHalts, {}),
      providesTags: ['Halt'],
      extraOptions: { errors: 'inline' },
    }),
  }),
});
export const { useListPastHaltsQuery } = haltsApi;

/** Halts as the app knows them. */
type KnownHalts = {
  readonly halts: readonly Halt[];
  /** When they were read, if the exchange did not answer since (Unix milliseconds). */
  readonly asOfMs: number | undefined;
};

type HaltsQuery = {
  /** Undefined while unknown. */
  readonly known: KnownHalts | undefined;
  readonly error: AppError | undefined;
  readonly refetch: () => Promise<unknown>;
  readonly isFetching: boolean;
  /** When the exchange last answered (Unix milliseconds); undefined for cached halts. */
  readonly updatedAtMs: number | undefined;
};

/** The halts in force, renewed while the app is in use. */
export function useHalts(): HaltsQuery {
  const { data, error, refetch, isFetching, fulfilledTimeStamp } = haltsApi.useListHaltsQuery(undefined, {
    pollingInterval: POLL_MS,
    skipPollingIfUnfocused: true,
    refetchOnFocus: true,
  });
  useEffect(() => {
    if (data !== undefined && error === undefined) cacheHalts(data);
  }, [data, error]);
  const isFresh = data !== undefined && error === undefined;
  return {
    known: isFresh ? { halts: data, asOfMs: undefined } : readCached(),
    error: error as AppError | undefined,
    refetch,
    isFetching,
    updatedAtMs: isFresh ? fulfilledTimeStamp : undefined,
  };
}

function cacheHalts(halts: readonly Halt[]): void {
  if (halts.length === 0) removeKey(HALTS_KEY);
  else writeJson(HALTS_KEY, { atMs: Date.now(), wire: z.encode(listHalts.answer, [...halts]) });
}

const cachedHalts = z.object({ atMs: z.number(), wire: z.array(z.unknown()) });

function readCached(): KnownHalts | undefined {
  const found = z.safeParse(cachedHalts, readJson(HALTS_KEY));
  if (!found.success) return undefined;
  const halts = z.safeDecode(listHalts.answer, found.data.wire as z.input<typeof listHalts.answer>);
  return halts.success ? { halts: halts.data, asOfMs: found.data.atMs } : undefined;
}

// Texts of halts; pages that show one load the namespace `status`.

/** Name of the halted subject, e.g. `BTC/USDT` or `Withdrawals`. */
export function subjectText({ subject, market }: Halt): string {
  if (market !== null) return market;
  const known = HALT_SUBJECTS.find((one) => one === subject);
  return known === undefined || known === 'market' ? subject : i18n.t(`subjects.${known}`, { ns: 'status' });
}

/**
 * The reason: a coded one in the user's language, for a halt that is over as a noun, since nothing goes on any more; an
 * operator's text as it is.
 */
export function haltReasonText({ reason }: Halt, texts: 'reasons' | 'pastReasons' = 'reasons'): string {
  const code = haltReasonOf(reason);
  return code === undefined ? reason : i18n.t(`${texts}.${code}`, { ns: 'status' });
}

/** Actions that stay possible, given all halts; `undefined` for a subject that this version does not know. */
export function staysText({ subject, reason }: Halt, halts: readonly Halt[]): string | undefined {
  const known = HALT_SUBJECTS.find((one) => one === subject);
  if (known === undefined) return undefined;
  const text = (key: 'exchange' | 'markets' | 'market' | 'withdrawals' | 'function' | 'withdrawing') =>
    i18n.t(`stays.${key}`, { ns: 'status' });
  const isWide = known === 'exchange' || known === 'markets';
  const canWithdraw = reason !== 'log-money' && !halts.some((halt) => halt.subject === 'withdrawals');
  if (isWide) return joinSentences(canWithdraw ? [text(known), text('withdrawing')] : [text(known)]);
  return text(known === 'market' || known === 'withdrawals' ? known : 'function');
}
