import type { Language } from '@halyard/contract/languages';
import { render } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { ReactNode } from 'react';
import { I18nextProvider } from 'react-i18next';
import { MemoryRouter } from 'react-router-dom';
import { i18n, loadNamespace, startI18n } from '../shared/i18n/i18n.ts';

/** Renders a component of src/shared alone, with the common texts of a language and a router: no store, no backend. */
export async function renderUi(ui: ReactNode, language: Language = 'en') {
  await startI18n(language);
  await Promise.all(['forms', 'chart'].map(loadNamespace));
  const wrapper = ({ children }: { children: ReactNode }) => (
    <I18nextProvider i18n={i18n}>
      <MemoryRouter>{children}</MemoryRouter>
    </I18nextProvider>
  );
  return { ...render(ui, { wrapper }), user: userEvent.setup() };
}
