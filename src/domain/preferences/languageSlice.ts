/** The app's language. Persisted under the keys `lang` and `language-mark`. */
import { createSlice, type PayloadAction } from '@reduxjs/toolkit';
import { languageOf, LOCALES, type Language } from '@halyard/contract/languages';

export type LanguageState = {
  readonly language: Language;
  /** The server's name for the language when it was chosen; sent with every request as `language-mark`. */
  readonly mark: string;
};

/** A first visit is in the device's language, which `public/theme.js` has read. */
function initialState(): LanguageState {
  const language = languageOf(document.documentElement.dataset['language']);
  return { language, mark: language };
}

export const languageSlice = createSlice({
  name: 'language',
  initialState,
  reducers: {
    languageChosen: (_state, { payload }: PayloadAction<Language>): LanguageState => ({
      language: payload,
      // Most servers use the code itself, so it applies until the server answers.
      mark: payload,
    }),
    languageMarked: (state, { payload }: PayloadAction<LanguageState>) =>
      state.language === payload.language ? payload : state,
  },
  selectors: {
    selectLanguage: (state) => state.language,
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
