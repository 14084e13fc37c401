/** Continues a user's unfinished work on any page, as soon as the first screen has done its own. */
import { selectIsLoggedIn } from '../../domain/session/sessionSlice.ts';
import { afterPaint } from '../../shared/scheduling/afterPaint.ts';
import type { AppParts } from './appParts.ts';

/**
 * Settles money mutations whose outcome an earlier page did not live to show, and sends the outbox. Loaded once a user
 * is logged in; both then follow the session by themselves.
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
 * Calls `load` once a user is logged in. Its code may be unreachable (it is cached only after its first use), so
 * loading is retried when the connection returns.
 */
function whenLoggedIn({ store }: Pick<AppParts, 'store'>, load: () => Promise<void>): void {
  const begin = () => void load().catch(() => window.addEventListener('online', begin, { once: true }));
  const check = () => {
    if (!selectIsLoggedIn(store.getState())) return;
    stop();
    afterPaint(begin);
  };
  const stop = store.subscribe(check);
  check();
}
