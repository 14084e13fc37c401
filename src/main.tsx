import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { App } from './app/App.tsx';
import { createApp } from './app/createApp.ts';
import { tellPendingOrders } from './app/listeners/pendingOrdersListener.ts';
import { START_PAGES } from './app/startPages.ts';
import { env } from './shared/config/env.ts';
import { watchChunkErrors } from './shared/pwa/chunkRecovery.ts';
import { registerWorker } from './shared/pwa/registerWorker.ts';
import { createLazyRealtime } from './shared/realtime/lazyRealtime.ts';
import './shared/ui/tokens.css';
import './shared/ui/base.css';

watchChunkErrors();
const created = await createApp({
  createRealtime: (getToken) =>
    createLazyRealtime(async () => {
      const { createRealtimeClient } = await import('./shared/realtime/realtimeClient.ts');
      return createRealtimeClient({ url: env.socketUrl || window.location.origin, getToken });
    }),
  pages: START_PAGES,
});
const root = document.querySelector('#root');
if (root === null) throw new Error('index.html has no #root');
createRoot(root).render(
  <StrictMode>
    <App {...created} />
  </StrictMode>,
);
void tellPendingOrders(created);
void registerWorker(import.meta.env.BASE_URL);
