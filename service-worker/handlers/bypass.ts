/**
 * Requests that the worker leaves to the network, regardless of other routes. Rule: anything with `Authorization` is
 * network only.
 */

import { isArticleCall } from './articles.ts';

/**
 * Whether the worker must not handle a request: calls other than articles, the socket, user files, and every request
 * with a token.
 */
export function isPrivate(request: Request, origin: string): boolean {
  const { pathname, origin: target } = new URL(request.url);
  const isServer = target === origin && /^\/(api|socket\.io|upload)\//.test(pathname);
  return request.headers.has('Authorization') || (isServer && !isArticleCall(request, origin));
}

/** Stops private requests before any handler registered later. */
export function bypassPrivate(worker: ServiceWorkerGlobalScope): void {
  worker.addEventListener('fetch', (event) => {
    // Without a response from the worker, the browser goes to the network.
    if (isPrivate(event.request, worker.location.origin)) event.stopImmediatePropagation();
  });
}
