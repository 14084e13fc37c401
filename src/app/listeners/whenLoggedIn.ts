/** What a user left unfinished is gone on with whatever page is open, as soon as the first screen is through with its own work. */
import { selectIsLoggedIn } from '../../domain/session/sessionSlice.ts';
import { afterPaint } from '../../shared/ui/afterPaint.ts';
import type { AppParts } from './appParts.ts';

/** Calls `load` once, when somebody is logged in; without its code nothing is done, and the next start tries again. */
export function whenLoggedIn({ store }: Pick<AppParts, 'store'>, load: () => Promise<void>): void {
  const look = () => {
    if (!selectIsLoggedIn(store.getState())) return;
    stop();
    afterPaint(() => void load().catch(() => undefined));
  };
  const stop = store.subscribe(look);
  look();
}
