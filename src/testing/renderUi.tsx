import { LOCALES, type Language } from '@halyard/contract/languages';
import { render } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { createInstance } from 'i18next';
import type { ReactNode } from 'react';
import { I18nextProvider, initReactI18next } from 'react-i18next';
import { MemoryRouter } from 'react-router-dom';
import { loadTexts } from '../../locales/registry.ts';

/** Renders a component of src/shared alone, with the common texts of a language and a router: no store, no backend. */
export async function renderUi(ui: ReactNode, language: Language = 'en') {
  const i18n = createInstance().use(initReactI18next);
  const locale = LOCALES[language];
  await i18n.init({
    lng: locale,
    fallbackLng: false,
    defaultNS: 'common',
    resources: {
      [locale]: {
        common: await loadTexts(language, 'common'),
        forms: await loadTexts(language, 'forms'),
        chart: await loadTexts(language, 'chart'),
      },
    },
    interpolation: { escapeValue: false },
  });
  const wrapper = ({ children }: { children: ReactNode }) => (
    <I18nextProvider i18n={i18n}>
      <MemoryRouter>{children}</MemoryRouter>
    </I18nextProvider>
  );
  return { ...render(ui, { wrapper }), user: userEvent.setup() };
}
