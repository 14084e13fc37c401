/** Continues a user's unfinished work on any page, as soon as the first screen has done its own. */
import { selectIsLoggedIn } from '../../domain/session/sessionSlice.ts';
import { afterPaint } from '../../shared/scheduling/nextTask.ts';
import { loadBehind } from '../../shared/scheduling/whenIdle.ts';
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

/** Calls `load` once a user is logged in. */
function whenLoggedIn({ store }: Pick<AppParts, 'store'>, load: () => Promise<void>): void {
  const check = () => {
    if (!selectIsLoggedIn(store.getState())) return;
    stop();
    afterPaint(() => loadBehind(load));
  };
  const stop = store.subscribe(check);
  check();
}
