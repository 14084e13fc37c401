import { Provider } from 'react-redux';
import { I18nextProvider } from 'react-i18next';
import { RouterProvider } from 'react-router-dom';
import { i18n } from '../shared/i18n/i18n.ts';
import { RealtimeProvider } from '../shared/realtime/useRealtime.ts';
import type { CreatedApp } from './createApp.ts';
import { RedirectProvider } from './redirectContext.ts';

/** The whole app. */
export function App({ store, realtime, router, redirectToLogin }: CreatedApp) {
  return (
    <Provider store={store}>
      <I18nextProvider i18n={i18n}>
        <RealtimeProvider value={realtime}>
          <RedirectProvider value={redirectToLogin}>
            <RouterProvider router={router} />
          </RedirectProvider>
        </RealtimeProvider>
      </I18nextProvider>
    </Provider>
  );
}
