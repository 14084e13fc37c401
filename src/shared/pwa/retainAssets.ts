/**
 * Makes the worker cache the files that it did not cache at installation: those that this page has loaded so far, and,
 * when idle, the rest of the app.
 */
import { KEEP_ASSETS, LATER_FILE, type RetainAssets, type Later } from '@halyard/contract/serviceWorker';
import { i18n, languageOfLocale } from '../i18n/i18n.ts';
import { whenIdle } from '../scheduling/whenIdle.ts';

/** Supported by some browsers only; missing from the standard types. */
type Connection = { readonly saveData?: boolean; readonly type?: string };

/** `base` is the path of the app. Resolves when all files are requested; never rejects. */
export async function retainAssets(base: string): Promise<void> {
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
