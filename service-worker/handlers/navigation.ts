/** Opening the app: any page of it is the shell, since routes lie behind the hash. */
import { createHandlerBoundToURL } from 'workbox-precaching';
import { NavigationRoute, registerRoute } from 'workbox-routing';

const SHELL = '/h5/index.html';

/**
 * Paths that are the app: its folder, without files, so that a missing asset stays a 404 and is never answered with
 * HTML.
 */
export const APP_PATHS = /^\/h5(\/|\/index\.html|\/(?!.*\.)[^?]*)?(\?.*)?$/;

/** Answers navigations within the app with the precached shell. */
export function answerNavigations(): void {
  registerRoute(new NavigationRoute(createHandlerBoundToURL(SHELL), { allowlist: [APP_PATHS] }));
}
