/** The language of the app. Persisted under the keys `lang` and `language-mark` (specification, section 3). */
import { createSlice, type PayloadAction } from '@reduxjs/toolkit';
import { LOCALES, type Language } from '@halyard/contract/languages';

export type LanguageState = {
  readonly language: Language;
  /** What the server called the language when it was chosen; goes out with every request as `language-mark`. */
  readonly mark: string;
};

const initialState: LanguageState = { language: 'en', mark: 'en' };

export const languageSlice = createSlice({
  name: 'language',
  initialState,
  reducers: {
    languageChosen: (_state, { payload }: PayloadAction<Language>): LanguageState => ({
      language: payload,
      // Ours and most servers of the family echo the code, so it holds until the server has said otherwise.
      mark: payload,
    }),
    languageMarked: (state, { payload }: PayloadAction<LanguageState>) =>
      state.language === payload.language ? payload : state,
  },
  selectors: {
    selectLanguage: (state) => state.language,
    /** For `Intl`. */
    selectLocale: (state) => LOCALES[state.language],
    selectLanguageMark: (state) => state.mark,
  },
});

export const { languageChosen, languageMarked } = languageSlice.actions;
export const { selectLanguage, selectLocale, selectLanguageMark } = languageSlice.selectors;

declare global {
  interface HalyardState {
    language: LanguageState;
  }
}
