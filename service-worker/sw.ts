/** The service worker only registers; what it does lies in `handlers/`. */
import { setCacheNameDetails } from 'workbox-core';
import { cleanupOutdatedCaches, precacheAndRoute, type PrecacheEntry } from 'workbox-precaching';
import { bypassPrivate } from './handlers/bypass.ts';
import { activateOnRequest } from './handlers/lifecycle.ts';
import { answerNavigations } from './handlers/navigation.ts';

declare const self: ServiceWorkerGlobalScope & { readonly __WB_MANIFEST: readonly (PrecacheEntry | string)[] };

// Other apps may live on the same origin, as they do on a developer's machine.
setCacheNameDetails({ prefix: 'halyard' });
// First: what must never come from a cache is never looked up in one.
bypassPrivate(self);
cleanupOutdatedCaches();
precacheAndRoute([...self.__WB_MANIFEST]);
answerNavigations();
activateOnRequest(self);
