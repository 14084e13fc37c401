/**
 * Keeps the app current: registers the service worker, hears of new builds from it, or from `version.json` where there
 * is none, and is rid of the worker when the operator has switched it off. Loaded after the first screen.
 */
import { WORKER_OFF } from '@halyard/contract/serviceWorker';
import { createPolicy } from '../markup/trustedPolicy.ts';
import { isBusy } from './busy.ts';
import { retainAssets } from './retainAssets.ts';
import { deleteWorkerCaches, leaveWorker } from './leaveWorker.ts';
import { pwa } from './pwa.ts';
import { readServedVersion } from './servedVersion.ts';

// A trader's page stays open for days.
const LOOK_EVERY_MS = 3_600_000;
/** Coming back ten times a minute is not ten looks. */
const LOOK_AGAIN_MS = 60_000;

/** What is done to the page; replaced in tests. */
export type PageActions = { readonly reload: () => void };
const PAGE: PageActions = { reload: () => window.location.reload() };

/**
 * Looks now, whenever the page comes to the front or the network comes back, and once an hour. `base` is the path of
 * the app. Gives back the clean-up.
 */
export async function stayCurrent(base: string, page = PAGE): Promise<() => void> {
  const offer = () => pwa.updateArrived({ activateWaiting: page.reload });
  const goWithoutWorker = switchOff(page, offer);
  const hear = ({ data }: MessageEvent<unknown>) => {
    if (isWorkerOff(data)) void goWithoutWorker();
  };
  const worker = workerOf(base, page);
  let lookedAtMs = Date.now();

  async function look(): Promise<void> {
    lookedAtMs = Date.now();
    // Offline, or the server is being replaced: the next look will tell.
    const served = await readServedVersion().catch(() => undefined);
    if (served?.isWorkerOff === true) await goWithoutWorker();
    // The worker finds a new build by itself, and loading the page anew would only bring the old one from it.
    else if (await worker.start()) return worker.look();
    if (served?.isNew === true) offer();
    return undefined;
  }
  const lookAgain = () => {
    if (document.visibilityState === 'visible' && Date.now() - lookedAtMs > LOOK_AGAIN_MS) void look();
  };

  navigator.serviceWorker?.addEventListener('message', hear);
  document.addEventListener('visibilitychange', lookAgain);
  window.addEventListener('pageshow', lookAgain);
  window.addEventListener('online', lookAgain);
  const timer = setInterval(() => void look(), LOOK_EVERY_MS);
  await look();
  return () => {
    navigator.serviceWorker?.removeEventListener('message', hear);
    document.removeEventListener('visibilitychange', lookAgain);
    window.removeEventListener('pageshow', lookAgain);
    window.removeEventListener('online', lookAgain);
    clearInterval(timer);
  };
}

/** The one script that is not a part of a page. */
const WORKER = createPolicy('worker', {
  createScriptURL: (url: string) => {
    if (!/^\/([\w-]+\/)*sw\.js$/.test(url)) throw new TypeError('this is not the worker of the app');
    return url;
  },
});

/**
 * The worker of this page. `start` registers it, once, and answers whether there is one; the browser may forbid it
 * (private windows do), or its script may not be had just now, so after a failure the next start tries again.
 */
function workerOf(base: string, page: PageActions) {
  let registered: Promise<boolean> | undefined;
  let look = () => undefined as void;
  const register = async (): Promise<boolean> => {
    try {
      const registration = await navigator.serviceWorker.register(WORKER.createScriptURL(`${base}sw.js`), {
        scope: base,
      });
      const follow = watch(registration, page);
      look = () => void registration.update().then(follow, () => undefined);
    } catch {
      registered = undefined;
      return false;
    }
    void retainAssets(base);
    return true;
  };
  return { start: (): Promise<boolean> => (registered ??= register()), look: () => look() };
}

/**
 * Tells of a version that waits, however it came there. Answers a function that looks once more: the browser's events
 * of a new version reach not every page of an app that is open several times.
 */
function watch(registration: ServiceWorkerRegistration, { reload }: PageActions): () => void {
  const { serviceWorker } = navigator;
  const wasControlled = serviceWorker.controller !== null;
  const followed = new WeakSet<ServiceWorker>();
  let isLettingIn = false;
  const letIn = () => {
    isLettingIn = true;
    // Another tab may have let it in meanwhile.
    if (registration.waiting === null) reload();
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a worker is of this origin, and takes no such argument
    else registration.waiting.postMessage({ type: 'SKIP_WAITING' });
  };
  const follow = () => {
    const { waiting, installing } = registration;
    if (waiting !== null && serviceWorker.controller !== null) pwa.updateArrived({ activateWaiting: letIn });
    if (installing === null || followed.has(installing)) return;
    followed.add(installing);
    installing.addEventListener('statechange', follow);
  };
  registration.addEventListener('updatefound', follow);
  serviceWorker.addEventListener('controllerchange', () => {
    if (isLettingIn) reload();
    // Another tab let the new version in; this one goes on with the old files until its user agrees too. Nothing waits
    // any more for that.
    else if (wasControlled) pwa.updateArrived({ activateWaiting: reload });
  });
  follow();
  return follow;
}

/**
 * Once: without worker and without what it kept; then anew from the server, which in the middle of something is only
 * offered.
 */
function switchOff(page: PageActions, offer: () => void): () => Promise<void> {
  let isDone = false;
  return async () => {
    if (isDone) return;
    isDone = true;
    const wasControlled = navigator.serviceWorker?.controller != null;
    await deleteWorkerCaches();
    const wasThere = await leaveWorker();
    // A page that the server gave has nothing to gain by being loaded again.
    if (!wasThere && !wasControlled) return;
    if (isBusy()) offer();
    else page.reload();
  };
}

function isWorkerOff(data: unknown): boolean {
  return typeof data === 'object' && data !== null && 'type' in data && data.type === WORKER_OFF;
}
