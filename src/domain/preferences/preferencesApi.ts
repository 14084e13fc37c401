/** Language and calling codes. */
import type { AnswerOf } from '@halyard/contract/call';
import { listCallingCodes, setLanguage, type CallingCode } from '@halyard/contract/settings/calls';
import type { Language } from '@halyard/contract/languages';
import { toCall } from '../../shared/api/baseQuery.ts';
import { emptyApi } from '../../shared/api/emptyApi.ts';
import type { AppDispatch } from '../../shared/store/rootState.ts';
import { languageMarked } from './languageSlice.ts';

export const preferencesApi = emptyApi.injectEndpoints({
  endpoints: (build) => ({
    /** Sends the language to the server; returns the mark for later requests. */
    setLanguage: build.mutation<AnswerOf<typeof setLanguage>, Language>({
      query: (language) => toCall(setLanguage, { language }),
      // The app already uses the new language; a failed call needs no message.
      extraOptions: { errors: 'inline' },
    }),
    /** Countries with calling codes, named in a language. */
    listCallingCodes: build.query<readonly CallingCode[], Language>({
      query: (language) => toCall(listCallingCodes, { language }),
      // Calling codes rarely change; one read per visit is enough.
      keepUnusedDataFor: 3600,
    }),
  }),
});

/** Asks the server for its mark of the language, and sends it with later requests. */
export async function markLanguage(language: Language, dispatch: AppDispatch): Promise<void> {
  const { data: mark = '' } = await dispatch(preferencesApi.endpoints.setLanguage.initiate(language, { track: false }));
  if (mark !== '') dispatch(languageMarked({ language, mark }));
}

export const { useListCallingCodesQuery } = preferencesApi;
