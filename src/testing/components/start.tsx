// The components on screens like those of the app, for looking at while they are worked on: `npm run dev`, then
// /h5/src/testing/components/index.html?screen=trade&theme=light&lang=esp. No part of the build.
import { languageOf } from '@halyard/contract/languages';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { I18nextProvider } from 'react-i18next';
import { MemoryRouter } from 'react-router-dom';
import { i18n, loadNamespace, startI18n } from '../../shared/i18n/i18n.ts';
import '../../shared/ui/tokens.css';
import '../../shared/ui/base.css';
import { Gallery } from './Gallery.tsx';

const query = new URLSearchParams(location.search);
const language = languageOf(query.get('lang') ?? undefined);
const root = document.documentElement;
root.dataset['theme'] = query.get('theme') ?? 'dark';
root.dataset['colours'] = query.get('colours') ?? '';

await startI18n(language);
await loadNamespace('forms');

const place = document.querySelector('#root');
if (place !== null) {
  createRoot(place).render(
    <StrictMode>
      <I18nextProvider i18n={i18n}>
        <MemoryRouter>
          <Gallery screen={query.get('screen') ?? 'home'} />
        </MemoryRouter>
      </I18nextProvider>
    </StrictMode>,
  );
}
