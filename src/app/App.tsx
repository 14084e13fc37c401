import { Suspense, useSyncExternalStore } from 'react';
import { Provider } from 'react-redux';
import { I18nextProvider } from 'react-i18next';
import { RouterProvider } from 'react-router-dom';
import { isGateShut, onGate } from '../shared/app-lock/lockGate.ts';
import { i18n } from '../shared/i18n/i18n.ts';
import { lazyPart } from '../shared/pwa/lazyPart.tsx';
import { RealtimeProvider } from '../shared/realtime/useRealtime.ts';
import type { CreatedApp } from './createApp.ts';
import { RedirectProvider } from './loginRedirect.ts';

const LockScreen = lazyPart(async () => (await import('../domain/app-lock/LockScreen.tsx')).LockScreen);

/**
 * The whole app. While the app is locked, none of it is mounted; after unlocking it shows the router's current page.
 */
export function App({ store, realtime, router, redirectToLogin }: CreatedApp) {
  const isShut = useSyncExternalStore(onGate, isGateShut);
  return (
    <Provider store={store}>
      <I18nextProvider i18n={i18n}>
        <RealtimeProvider value={realtime}>
          <RedirectProvider value={redirectToLogin}>
            {isShut ? (
              <Suspense fallback={null}>
                <LockScreen />
              </Suspense>
            ) : (
              <RouterProvider router={router} />
            )}
          </RedirectProvider>
        </RealtimeProvider>
      </I18nextProvider>
    </Provider>
  );
}
