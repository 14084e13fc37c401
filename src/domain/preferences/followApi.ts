/** The settings that follow the user, as the server has them. */
import type { UserId } from '@halyard/contract/ids';
import { listPreferences, savePreference, type Preference } from '@halyard/contract/user/preferenceCalls';
import { toCall } from '../../shared/api/baseQuery.ts';
import { emptyApi } from '../../shared/api/emptyApi.ts';

type Saving = Pick<Preference, 'name' | 'value'> & { readonly userId: UserId };

export const followApi = emptyApi.injectEndpoints({
  endpoints: (build) => ({
    listPreferences: build.query<readonly Preference[], UserId>({
      query: () => toCall(listPreferences, {}),
      providesTags: ['Preference'],
    }),
    savePreference: build.mutation<Preference, Saving>({
      query: ({ name, value }) => toCall(savePreference, { name, value }),
      // What was chosen is so here already, and waits in the outbox until the server has it.
      extraOptions: { errors: 'inline' },
      onQueryStarted: async ({ userId }, { dispatch, queryFulfilled }) => {
        const { data: saved } = await queryFulfilled.catch(() => ({ data: undefined }));
        if (saved === undefined) return;
        const isOther = ({ name }: Preference) => name !== saved.name;
        dispatch(followApi.util.updateQueryData('listPreferences', userId, (list) => [...list.filter(isOther), saved]));
      },
    }),
  }),
});

export const { useListPreferencesQuery } = followApi;
