/** What works beside the screens and no screen waits for; loaded when nothing else is loaded any more. */
import { watchLog } from '../domain/transparency/watchLog.ts';
import { prefetchNews } from '../domain/news/prefetchNews.ts';
import { restorePlace } from '../shared/navigation/restorePlace.ts';
import type { CreatedApp } from './createApp.ts';
import { startOwnRecords } from './startOwnRecords.ts';

/**
 * Finds the place in a list again, fetches news ahead, looks at the public log, keeps the user's own records on the
 * device.
 */
export function startBackground(app: CreatedApp): void {
  restorePlace();
  prefetchNews(app);
  watchLog((path) => void app.router.navigate(path));
  startOwnRecords(app);
}
