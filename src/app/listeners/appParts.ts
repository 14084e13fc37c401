/** Parts of the app that listeners use. */
import type { RealtimeClient } from '../../shared/realtime/realtimeTypes.ts';
import type { LoginRedirect } from '../loginRedirect.ts';
import type { AppStore } from '../store.ts';

export type AppParts = Pick<AppStore, 'store' | 'persistor' | 'startListening'> & {
  readonly realtime: RealtimeClient;
  readonly redirectToLogin: LoginRedirect;
};
