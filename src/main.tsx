import './app/runReact.ts';
import { startTransition, StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { App } from './app/App.tsx';
import { createApp } from './app/createApp.ts';
import { startUnfinishedWork } from './app/listeners/unfinishedWork.ts';
import { PAGE_SOURCE } from './app/startPages.ts';
import { env } from './shared/config/env.ts';
import { watchChunkErrors } from './shared/pwa/chunkRecovery.ts';
import { watchLostStyles } from './shared/pwa/lostStyles.ts';
import { registerWorker } from './shared/pwa/registerWorker.ts';
import { createLazyRealtime } from './shared/realtime/lazyRealtime.ts';
import { loadBehind, SOON_MS, whenQuiet } from './shared/scheduling/whenIdle.ts';
import { nextTask } from './shared/scheduling/nextTask.ts';

async function start(): Promise<void> {
  watchChunkErrors();
  watchLostStyles();
  // The imports of this file have just run, in the same task.
  await nextTask();
  const created = await createApp({
    createRealtime: (getToken) =>
      createLazyRealtime(async () => {
        const { createRealtimeClient } = await import('./shared/realtime/realtimeClient.ts');
        return createRealtimeClient({ url: env.socketUrl || window.location.origin, getToken });
      }),
    pages: PAGE_SOURCE,
  });
  const root = document.querySelector('#root');
  if (root === null) throw new Error('index.html has no #root');
  // Rendered in slices, between which the browser can paint and respond to touch.
  startTransition(() =>
    createRoot(root).render(
      <StrictMode>
        <App {...created} />
      </StrictMode>,
    ),
  );
  startUnfinishedWork(created);
  registerWorker(import.meta.env.BASE_URL);
  // Until then coins are discs.
  whenQuiet(() => void import('./shared/ui/coinMarks.css').catch(() => undefined), SOON_MS);
  whenQuiet(() =>
    loadBehind(async () => {
      const { startBackground } = await import('./app/startBackground.ts');
      startBackground(created);
    }),
  );
}

// Not awaited: chunks loaded meanwhile import the chunk of this file and would wait for it to finish.
void start();
