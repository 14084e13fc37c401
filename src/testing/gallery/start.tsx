// The app over a fake server, in the state that the query names, for pictures of every screen: `npm run gallery`. Not
// part of the build.
import { startTransition, StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import * as z from 'zod/mini';
import { CACHE_PREFIX } from '@halyard/contract/serviceWorker';
import { getUser } from '@halyard/contract/user/calls';
import { languageOf } from '@halyard/contract/languages';
import '../../shared/ui/tokens.css';
import '../../shared/ui/base.css';
import '../../shared/ui/coinMarks.css';
import { App } from '../../app/App.tsx';
import { createApp } from '../../app/createApp.ts';
import { PAGES } from '../../app/features.ts';
import { ownerKeyOf, themeChosen } from '../../domain/preferences/preferencesSlice.ts';
import { languageChosen } from '../../domain/preferences/languageSlice.ts';
import { noteWritesOnce } from '../../shared/api/writesOnce.ts';
import { TRADER } from '../exchange.ts';
import { createFakeRealtime } from '../fakeRealtime.ts';
import { createFakeServer } from '../fakeBackend.ts';
import { isState, serveState, type Onlooker } from './answers.ts';

const query = new URLSearchParams(location.search);
const state = query.get('state') ?? 'full';
if (!isState(state)) throw new Error(`no state ${state}`);
const onlooker: Onlooker = query.get('as') === 'newcomer' ? 'newcomer' : 'user';

const { answer, backend } = createFakeServer();
serveState(backend, state, onlooker);
const realtime = createFakeRealtime();
noteWritesOnce();

let isCut = false;
const ofBrowser = window.fetch;
window.fetch = (input, init) => {
  const request = new Request(input, init);
  // The script that takes the pictures answers for uploaded ones.
  if (!/^\/(api\/(?!upload\/)|log\/)/.test(new URL(request.url).pathname)) return ofBrowser(request);
  return isCut ? Promise.reject(new TypeError('Failed to fetch')) : answer(request);
};

// The script that takes the pictures ends the connection with this event.
window.addEventListener('cut-line', () => {
  isCut = true;
  Object.defineProperty(navigator, 'onLine', { get: () => false });
  window.dispatchEvent(new Event('offline'));
  realtime.setState('offline');
});

if (query.get('as') !== 'visitor') {
  const reviewStatus = onlooker === 'user' && state !== 'empty' ? 'verified' : 'none';
  const user = z.encode(getUser.answer, { ...TRADER, reviewStatus });
  localStorage.setItem(
    'lifeData',
    JSON.stringify({ token: 'token', user, _persist: { version: 1, rehydrated: true } }),
  );
  localStorage.setItem('contract-risk', ownerKeyOf(TRADER.id));
}

// The settings measure what a service worker stores; pictures have none, and few show the settings.
const namesOfCaches = caches.keys.bind(caches);
caches.keys = async () => {
  for (const [name, bytes] of [
    ['precache', 1_104_000],
    ['articles', 96_000],
  ] as const) {
    const cache = await caches.open(`${CACHE_PREFIX}-${name}`);
    await cache.put('/stored', new Response(new Uint8Array(bytes)));
  }
  return namesOfCaches();
};
navigator.storage.estimate = () => Promise.resolve({ usage: 1_290_000 });

const app = await createApp({
  createRealtime: () => realtime.client,
  pages: { start: {}, findAll: async () => PAGES },
});
app.store.dispatch(themeChosen('system'));
app.store.dispatch(languageChosen(languageOf(query.get('language') ?? undefined)));

const root = document.querySelector('#root');
if (root === null) throw new Error('the page has no #root');
startTransition(() =>
  createRoot(root).render(
    <StrictMode>
      <App {...app} />
    </StrictMode>,
  ),
);
