/**
 * What a user left unfinished is gone on with whatever page is open, as soon as the first screen is through with its
 * own work.
 */
import { selectIsLoggedIn } from '../../domain/session/sessionSlice.ts';
import { afterPaint } from '../../shared/scheduling/afterPaint.ts';
import type { AppParts } from './appParts.ts';

/**
 * Settles and tells the money writes whose outcome a page did not live to tell, and sends what waits in the outbox.
 * Loaded once somebody is logged in; both then follow the session by themselves.
 */
export function startUnfinishedWork(parts: Pick<AppParts, 'store' | 'realtime'>): void {
  whenLoggedIn(parts, async () => {
    const { startMoneyMutations } = await import('../startMoneyMutations.ts');
    startMoneyMutations(parts);
  });
  whenLoggedIn(parts, async () => {
    const { startOutbox } = await import('../startOutbox.ts');
    startOutbox(parts);
  });
}

/**
 * Calls `load` once, when somebody is logged in. Its code may be out of reach, since it is kept on the device only once
 * it was used; it is then asked for again with the connection.
 */
function whenLoggedIn({ store }: Pick<AppParts, 'store'>, load: () => Promise<void>): void {
  const begin = () => void load().catch(() => window.addEventListener('online', begin, { once: true }));
  const look = () => {
    if (!selectIsLoggedIn(store.getState())) return;
    stop();
    afterPaint(begin);
  };
  const stop = store.subscribe(look);
  look();
}
