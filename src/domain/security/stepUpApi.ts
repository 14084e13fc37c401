/** Step-up: how the account confirms that its owner is present, and doing so. */
import type { AnswerOf, RequestOf } from '@halyard/contract/call';
import { getStepUp, stepUp, type Proof } from '@halyard/contract/security/stepUpCalls';
import { toCall, type CallMeta } from '../../shared/api/baseQuery.ts';
import { emptyApi } from '../../shared/api/emptyApi.ts';
import { beginRenewal, endRenewal } from '../../shared/api/tokenRenewal.ts';
import type { AppExtra, RootState } from '../../shared/store/rootState.ts';
import { tokenRenewed } from '../session/sessionSlice.ts';

const INLINE_META: CallMeta = { isInline: true };

const stepUpApi = emptyApi.injectEndpoints({
  endpoints: (build) => ({
    /** Available step-up methods, and until when the last step-up is valid. */
    getStepUp: build.query<Proof, void>({ query: () => toCall(getStepUp, {}), providesTags: ['Security'] }),
    /** Performs the step-up; the session continues under the token of the answer. */
    stepUp: build.mutation<null, RequestOf<typeof stepUp>>({
      queryFn: async (request, { dispatch, getState, extra }, _options, runCall) => {
        const { token: from } = (extra as AppExtra).readIdentity(getState() as RootState);
        beginRenewal();
        const { data, error } = await runCall(toCall(stepUp, request));
        if (error !== undefined || from === undefined) {
          endRenewal();
          return { error: error ?? { code: 'NOT_LOGGED_IN' }, meta: INLINE_META };
        }
        const { token: to } = data as AnswerOf<typeof stepUp>;
        dispatch(tokenRenewed({ from, to }));
        return { data: null };
      },
      extraOptions: { errors: 'inline', renewsToken: true },
    }),
  }),
});

export const { useGetStepUpQuery, useStepUpMutation } = stepUpApi;
