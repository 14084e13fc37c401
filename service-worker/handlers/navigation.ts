/** Navigation: every page of the app is the shell, because routes are behind the hash. */
import { createHandlerBoundToURL } from 'workbox-precaching';
import { NavigationRoute, registerRoute } from 'workbox-routing';

const SHELL = '/h5/index.html';

/** Paths of the app: its folder, without files, so that a missing asset is a 404 and never HTML. */
export const APP_PATHS = /^\/h5(\/|\/index\.html|\/(?!.*\.)[^?]*)?(\?.*)?$/;

/** Answers navigations within the app with the precached shell. */
export function answerNavigations(): void {
  registerRoute(new NavigationRoute(createHandlerBoundToURL(SHELL), { allowlist: [APP_PATHS] }));
}
