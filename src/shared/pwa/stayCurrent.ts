/**
 * Keeps the app current: registers the service worker, detects new builds through it, or through `version.json` without
 * one, and removes the worker when the operator has disabled it. Loaded after the first screen.
 */
import {
  ACTIVATE_NEXT,
  WORKER_OFF,
  KEEP_ASSETS,
  LATER_FILE,
  type RetainAssets,
  type Later,
} from '@halyard/contract/serviceWorker';
import { createPolicy } from '../markup/trustedPolicy.ts';
import { isBusy } from './busy.ts';
import { deleteWorkerCaches, leaveWorker, readServedVersion } from './chunkRecovery.ts';
import { pwa } from './pwa.ts';
import { i18n, languageOfLocale } from '../i18n/i18n.ts';
import { whenIdle } from '../scheduling/whenIdle.ts';

// Trading pages stay open for days.
const CHECK_EVERY_MS = 3_600_000;
/** Returning to the page ten times a minute is one check. */
const CHECK_PAUSE_MS = 60_000;

/** Actions on the page; replaced in tests. */
export type PageActions = { readonly reload: () => void };
const PAGE: PageActions = { reload: () => window.location.reload() };

/**
 * Checks now, when the page becomes visible, when the network returns, and once an hour. `base` is the path of the app.
 * Returns the clean-up.
 */
export async function stayCurrent(base: string, page = PAGE): Promise<() => void> {
  const offer = () => pwa.updateArrived({ activateWaiting: page.reload });
  const goWithoutWorker = switchOff(page, offer);
  const onMessage = ({ data }: MessageEvent<unknown>) => {
    if (isWorkerOff(data)) void goWithoutWorker();
  };
  const worker = workerOf(base, page);
  let checkedAtMs = Date.now();

  async function check(): Promise<void> {
    checkedAtMs = Date.now();
    // Offline, or the server is being replaced: the next check decides.
    const served = await readServedVersion().catch(() => undefined);
    if (served?.isWorkerOff === true) await goWithoutWorker();
    // The worker detects a new build by itself, and a reload would only bring the old one from it.
    else if (await worker.start()) return worker.check();
    if (served?.isNew === true) offer();
    return undefined;
  }
  const checkIfDue = () => {
    if (document.visibilityState === 'visible' && Date.now() - checkedAtMs > CHECK_PAUSE_MS) void check();
  };

  navigator.serviceWorker?.addEventListener('message', onMessage);
  document.addEventListener('visibilitychange', checkIfDue);
  window.addEventListener('pageshow', checkIfDue);
  window.addEventListener('online', checkIfDue);
  const timer = setInterval(() => void check(), CHECK_EVERY_MS);
  await check();
  return () => {
    navigator.serviceWorker?.removeEventListener('message', onMessage);
    document.removeEventListener('visibilitychange', checkIfDue);
    window.removeEventListener('pageshow', checkIfDue);
    window.removeEventListener('online', checkIfDue);
    clearInterval(timer);
  };
}

/** The one script that is not part of a page. */
const WORKER = createPolicy('worker', {
  createScriptURL: (url: string) => {
    if (!/^\/([\w-]+\/)*sw\.js$/.test(url)) throw new TypeError('this is not the worker of the app');
    return url;
  },
});

/**
 * The worker of this page. `start` registers it once and returns whether there is one. The browser may forbid it
 * (private windows do), or its script may be unavailable, so after a failure the next start tries again.
 */
function workerOf(base: string, page: PageActions) {
  let registered: Promise<boolean> | undefined;
  let check = () => undefined as void;
  const register = async (): Promise<boolean> => {
    try {
      const registration = await navigator.serviceWorker.register(WORKER.createScriptURL(`${base}sw.js`), {
        scope: base,
      });
      const follow = watch(registration, page);
      check = () => void registration.update().then(follow, () => undefined);
    } catch {
      registered = undefined;
      return false;
    }
    void retainAssets(base);
    return true;
  };
  return { start: (): Promise<boolean> => (registered ??= register()), check: () => check() };
}

/**
 * Reports a waiting version of any origin. Returns a function that checks again: with several open pages, the
 * browser's events of a new version do not reach each of them.
 */
function watch(registration: ServiceWorkerRegistration, { reload }: PageActions): () => void {
  const { serviceWorker } = navigator;
  const wasControlled = serviceWorker.controller !== null;
  const followed = new WeakSet<ServiceWorker>();
  let isLettingIn = false;
  const letIn = () => {
    isLettingIn = true;
    // Another tab may have activated it meanwhile.
    if (registration.waiting === null) return reload();
    registration.active?.postMessage({ type: ACTIVATE_NEXT });
    return undefined;
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
    // Another tab activated the new version; this one continues with the old files until its user agrees too. No
    // version is waiting then.
    else if (wasControlled) pwa.updateArrived({ activateWaiting: reload });
  });
  follow();
  return follow;
}

/**
 * Runs once: removes the worker and its caches, then reloads from the server; during an activity the reload is only
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
    // A page that came from the server gains nothing by a reload.
    if (!wasThere && !wasControlled) return;
    if (isBusy()) offer();
    else page.reload();
  };
}

function isWorkerOff(data: unknown): boolean {
  return typeof data === 'object' && data !== null && 'type' in data && data.type === WORKER_OFF;
}

/** Supported by some browsers only; missing from the standard types. */
type Connection = { readonly saveData?: boolean; readonly type?: string };

/**
 * Makes the worker cache the files that it did not cache at installation: those that this page has loaded so far, and,
 * when idle, the rest of the app. Resolves when all files are requested; never rejects.
 */
async function retainAssets(base: string): Promise<void> {
  const { active } = await navigator.serviceWorker.ready;
  const retain = (urls: readonly string[]) => {
    const message: RetainAssets = { type: KEEP_ASSETS, urls };
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a worker is of this origin, and takes no such argument
    active?.postMessage(message);
  };
  // The first page was loaded before there was a worker to see it.
  retain(loadedAssets(base));
  if (isMetered()) return;
  await new Promise<void>((resolve) => void whenIdle(resolve));
  try {
    const response = await fetch(base + LATER_FILE);
    const { files, texts } = (await response.json()) as Later;
    const retainAll = (names: readonly string[]) => retain(names.map((file) => base + file));
    const retainTexts = () => retainAll(texts[languageOfLocale(i18n.language)] ?? []);
    retainTexts();
    retainAll(files);
    // Another language must be available offline like the first one.
    i18n.on('languageChanged', retainTexts);
  } catch {
    // Offline, or the server is being replaced: the next start repeats it.
  }
}

function loadedAssets(base: string): string[] {
  const paths = performance.getEntriesByType('resource').map(({ name }) => new URL(name).pathname);
  return paths.filter((path) => path.startsWith(`${base}assets/`));
}

function isMetered(): boolean {
  const { connection } = navigator as { connection?: Connection };
  return connection?.saveData === true || connection?.type === 'cellular';
}
