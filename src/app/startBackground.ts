/** Background work that no screen waits for; loaded last. */
import { watchLog } from '../domain/transparency/watchLog.ts';
import { prefetchNews } from '../domain/news/prefetchNews.ts';
import { restorePlace } from '../shared/navigation/restorePlace.ts';
import type { CreatedApp } from './createApp.ts';
import { startOwnRecords } from './startOwnRecords.ts';

/** Restores list positions, prefetches news, checks the public log, and caches the user's records on the device. */
export function startBackground(app: CreatedApp): void {
  restorePlace();
  prefetchNews(app);
  watchLog((path) => void app.router.navigate(path));
  startOwnRecords(app);
}
