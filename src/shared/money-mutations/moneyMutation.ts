/**
 * Declares a money mutation: its call, its effects on the cache, the texts of its outcome. `useMoneyMutation` sends it;
 * it is performed once even if the page or its answer is lost, and its outcome is shown after a reload
 * (`settleWrites.ts`, docs/adr/0015-money-writes.md).
 */
import type { TagDescription } from '@reduxjs/toolkit/query/react';
import type * as z from 'zod/mini';
import type { AnswerOf, Call, RequestOf } from '@halyard/contract/call';
import type { ErrorCode } from '@halyard/contract/errors';
import type { AppError } from '../api/appError.ts';
import { emptyApi, type Tag } from '../api/emptyApi.ts';
import type { Formats } from '../format/useFormat.ts';
import { markBusy } from '../pwa/busy.ts';
import type { AppDispatch, RootState } from '../store/rootState.ts';
import { answerLost, outcomeSettled } from './moneyMutationsSlice.ts';
import type { RunCall } from './sendUntilClear.ts';
import { fingerprintOf, sendAgain, sendRequest } from './sendRequest.ts';
import type { WriteSubject } from './outcomeText.ts';

/** A call that carries a request id. */
export type MoneyCall = Call<z.core.$ZodType<{ readonly clientRequestId?: string | undefined }>>;

/** The user's request, without the id. */
export type PendingRequestOf<C extends MoneyCall> = Omit<RequestOf<C>, 'clientRequestId'>;

/**
 * `attempt`: id under which it is sent, unless the same request is still open under another one: `openId`, if its form
 * knows it. `isAgain`: it is that open one.
 */
type MutationArgs<C extends MoneyCall> = {
  readonly request: PendingRequestOf<C>;
  readonly attempt: string;
  readonly openId?: string | undefined;
  readonly isAgain?: boolean;
};

type Started<A> = {
  readonly dispatch: AppDispatch;
  readonly getState: () => unknown;
  readonly queryFulfilled: PromiseLike<{ data: A }>;
};

type Tags = readonly TagDescription<Tag>[];

type Declared<C extends MoneyCall> = {
  readonly call: C;
  /** Cache tags to invalidate after success and failure: an error means that the cached state was wrong. */
  readonly invalidates: Tags | ((answer: AnswerOf<C> | undefined) => Tags);
  /** Puts the answer into the cache before anything is fetched again. */
  readonly onDone?: (answer: AnswerOf<C>, dispatch: AppDispatch, state: RootState) => void;
  /** Fields that do not distinguish requests: the same request with another password is the same. */
  readonly secrets?: readonly (keyof PendingRequestOf<C> & string)[];
  /**
   * Secrets that are never stored on the device, with the error codes of requests that lack them. Without them a
   * mutation that an earlier page left open is only asked about, not performed.
   */
  readonly neverPersisted?: { readonly [Name in OptionalOf<PendingRequestOf<C>>]?: ErrorCode };
  /** It sets a state: of the requests about one `id`, the last one counts. */
  readonly setsState?: boolean;
  /** Failures are shown by the form, unless it has no place for them. */
  readonly errors?: 'toast' | 'inline';
  /** Kind of the mutation for the toast after a reload, and its detail there. */
  readonly subject: WriteSubject;
  readonly detailOf?: DetailOf<C>;
  /** Drafts of its form, which are deleted on success even if the form is gone. */
  readonly draftsOf?: DraftsOf<C>;
};

type OptionalOf<W> = { [Name in keyof W]-?: undefined extends W[Name] ? Name : never }[keyof W];

/** Never called with a text, which is all that legacy servers answer. */
type DetailOf<C extends MoneyCall> = (answer: Exclude<AnswerOf<C>, string>, format: Formats) => string | undefined;

type DraftsOf<C extends MoneyCall> = (request: PendingRequestOf<C>) => readonly string[];

/** A declared money mutation. */
export type MoneyMutation<C extends MoneyCall = MoneyCall> = Pick<Declared<C>, 'call' | 'subject' | 'setsState'> & {
  readonly detailOf: DetailOf<C>;
  readonly draftsOf: DraftsOf<C>;
  /** Identifies equal requests; their secrets may differ. */
  readonly fingerprint: (request: PendingRequestOf<C>) => string;
  readonly isPersistedWhole: boolean;
  readonly endpoint: ReturnType<typeof injectEndpoint<C>>;
};

/** Time after which an answer counts as lost. An abandoned request may still arrive; its id makes it idempotent. */
const ANSWER_WITHIN_MS = 15_000;

/** Declares a money mutation. */
export function moneyMutation<C extends MoneyCall>(declared: Declared<C>): MoneyMutation<C> {
  const {
    call,
    subject,
    secrets = [],
    neverPersisted = {},
    detailOf = () => undefined,
    draftsOf = () => [],
  } = declared;
  const isPersistedWhole = declared.neverPersisted === undefined;
  const fingerprint = (request: object) => fingerprintOf({ call, secrets, neverPersisted }, request);
  const endpoint = injectEndpoint(declared);
  const setsState = declared.setsState === true;
  return { call, subject, setsState, detailOf, draftsOf, fingerprint, isPersistedWhole, endpoint };
}

function injectEndpoint<C extends MoneyCall>({
  call,
  invalidates,
  onDone,
  secrets = [],
  neverPersisted = {},
  setsState = false,
  errors = 'inline',
}: Declared<C>) {
  const { endpoints } = emptyApi.injectEndpoints({
    endpoints: (build) => ({
      [call.name]: build.mutation<AnswerOf<C>, MutationArgs<C>>({
        queryFn: async ({ request, attempt, openId, isAgain }, { dispatch }, _options, runCall) => {
          // Nothing reloads the app while money is in transit, including between two tries.
          const release = markBusy();
          const onLost = () => dispatch(answerLost(attempt));
          const how = { secrets, neverPersisted, setsState, runCall: runCall as RunCall, onLost };
          const sent = { call, request, id: attempt, openId, ...how };
          const sending = isAgain === true ? sendAgain(sent) : sendRequest(sent);
          const outcome = await sending.finally(() => {
            dispatch(outcomeSettled(attempt));
            release();
          });
          if ('data' in outcome) return { data: outcome.data as AnswerOf<C> };
          return { error: outcome.error, meta: { isInline: errors === 'inline' || isAgain === true } };
        },
        extraOptions: { isMoneyMutation: true, timeoutMs: ANSWER_WITHIN_MS },
        onQueryStarted: async (_args, started: Started<AnswerOf<C>>) => {
          // The mutation itself reports its failure.
          const answer = await started.queryFulfilled.then(
            ({ data }) => data,
            () => undefined,
          );
          if (answer !== undefined) onDone?.(answer, started.dispatch, started.getState() as RootState);
        },
        invalidatesTags: invalidates,
      }),
    }),
  });
  const endpoint = endpoints[call.name];
  if (endpoint === undefined) throw new Error(`no endpoint for ${call.name}`);
  return endpoint;
}

/**
 * Result of a request, for its form. `settled`: the result that the app determines later by itself, unless the form is
 * left or sends the request again first.
 */
export type WriteResult<C extends MoneyCall> =
  | { readonly data: AnswerOf<C>; readonly error?: undefined; readonly settled?: undefined }
  | { readonly data?: undefined; readonly error: AppError; readonly settled?: Promise<WriteResult<C>> };
