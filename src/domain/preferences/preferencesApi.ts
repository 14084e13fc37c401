/** Language and calling codes (specification, section 7, "Settings" and "Account"). */
import type { AnswerOf } from '@halyard/contract/call';
import { listCallingCodes, setLanguage, type CallingCode } from '@halyard/contract/settings/calls';
import type { Language } from '@halyard/contract/languages';
import { toCall } from '../../shared/api/baseQuery.ts';
import { emptyApi } from '../../shared/api/emptyApi.ts';

export const preferencesApi = emptyApi.injectEndpoints({
  endpoints: (build) => ({
    /** Tells the server the language; answers the mark to send from then on. */
    setLanguage: build.mutation<AnswerOf<typeof setLanguage>, Language>({
      query: (language) => toCall(setLanguage, { language }),
      // The app speaks the new language already; that the server could not be told needs no message.
      extraOptions: { errors: 'inline' },
    }),
    /** Countries with their calling codes, named in a language. */
    listCallingCodes: build.query<readonly CallingCode[], Language>({
      query: (language) => toCall(listCallingCodes, { language }),
      // Calling codes change once in years; a visit of the app needs them once.
      keepUnusedDataFor: 3600,
    }),
  }),
});

export const { useListCallingCodesQuery } = preferencesApi;
