import { TRADER } from './exchange.ts';
import type { FakeBackend } from './fakeBackend.ts';
import { renderApp } from './renderApp.tsx';
import { serveTrust, type TrustAnswers } from './trust.ts';

type TrustOptions = TrustAnswers & { readonly backend?: (server: FakeBackend) => void };

/** Opens a trust page for a logged-in user. */
export function openTrust(path: string, { backend, ...answers }: TrustOptions = {}) {
  return renderApp({
    path,
    user: TRADER,
    backend: (server) => {
      serveTrust(server, answers);
      backend?.(server);
    },
  });
}
