/** The service worker registers the handlers in `handlers/`. */
import { setCacheNameDetails } from 'workbox-core';
import { cleanupOutdatedCaches, precacheAndRoute, type PrecacheEntry } from 'workbox-precaching';
import { answerArticles } from './handlers/articles.ts';
import { answerAssets, answerNavigations, answerPictures } from './handlers/assets.ts';
import { bypassPrivate } from './handlers/bypass.ts';
import { activateOnRequest, claimFirstPage, notifyOutboxes } from './handlers/lifecycle.ts';
import { showPushes } from './handlers/push.ts';
import { receiveShares } from './handlers/share.ts';

declare const self: ServiceWorkerGlobalScope & { readonly __WB_MANIFEST: readonly (PrecacheEntry | string)[] };

// Other apps may share the origin, as on a developer's machine.
setCacheNameDetails({ prefix: 'halyard' });
// First, so that requests which must never come from a cache are never looked up in one.
bypassPrivate(self);
receiveShares();
cleanupOutdatedCaches();
precacheAndRoute([...self.__WB_MANIFEST]);
answerNavigations();
answerAssets();
answerArticles();
answerPictures();
activateOnRequest(self);
claimFirstPage(self);
notifyOutboxes(self);
showPushes(self);
