/** The app's language. Persisted under the keys `lang` and `language-mark`. */
import { createSlice, type PayloadAction } from '@reduxjs/toolkit';
import { languageOf, LOCALES, type Language } from '@halyard/contract/languages';

export type LanguageState = {
  readonly language: Language;
  /** The server's name for the language; missing until the server was asked for it. */
  readonly mark?: string;
};

/** A first visit is in the device's language, which `public/theme.js` has read. */
function initialState(): LanguageState {
  return { language: languageOf(document.documentElement.dataset['language']) };
}

export const languageSlice = createSlice({
  name: 'language',
  initialState,
  reducers: {
    languageChosen: (_state, { payload }: PayloadAction<Language>): LanguageState => ({ language: payload }),
    languageMarked: (state, { payload }: PayloadAction<Required<LanguageState>>) =>
      state.language === payload.language ? payload : state,
  },
  selectors: {
    selectLanguage: (state) => state.language,
    selectLocale: (state) => LOCALES[state.language],
    selectMarked: (state) => state.mark !== undefined,
    /** Sent as `language-mark`. Most servers use the code itself, so it applies until they answer. */
    selectLanguageMark: (state) => state.mark ?? state.language,
  },
});

export const { languageChosen, languageMarked } = languageSlice.actions;
export const { selectLanguage, selectLocale, selectMarked, selectLanguageMark } = languageSlice.selectors;

declare global {
  interface HalyardState {
    language: LanguageState;
  }
}
