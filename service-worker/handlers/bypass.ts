/**
 * Requests that the worker leaves to the network, whatever else is registered (product rule: anything with
 * `Authorization` is network only).
 */

import { isArticleCall } from './articles.ts';

/**
 * Whether a request is none of the worker's business: calls but those of articles, the socket, files of users, and
 * whatever carries a token.
 */
export function isPrivate(request: Request, origin: string): boolean {
  const { pathname, origin: target } = new URL(request.url);
  const isServer = target === origin && /^\/(api|socket\.io|upload)\//.test(pathname);
  return request.headers.has('Authorization') || (isServer && !isArticleCall(request, origin));
}

/** Keeps private requests from all handlers that are registered later. */
export function bypassPrivate(worker: ServiceWorkerGlobalScope): void {
  worker.addEventListener('fetch', (event) => {
    // Without an answer of the worker the browser goes to the network, as if there were no worker.
    if (isPrivate(event.request, worker.location.origin)) event.stopImmediatePropagation();
  });
}
