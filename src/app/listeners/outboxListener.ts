/** What waits in the outbox is sent whatever page is open, as soon as the first screen is through with its own work. */
import { selectIsLoggedIn } from '../../domain/session/sessionSlice.ts';
import { afterPaint } from '../../shared/ui/afterPaint.ts';
import type { AppParts } from './appParts.ts';

/** Loads the outbox and its senders once somebody is logged in; it then follows the session by itself. */
export function startOutboxListener(parts: Pick<AppParts, 'store' | 'realtime'>): void {
  const { store } = parts;
  const load = async () => {
    const { startOutbox } = await import('../startOutbox.ts');
    startOutbox(parts);
  };
  const look = () => {
    if (!selectIsLoggedIn(store.getState())) return;
    stop();
    // Without its code nothing is sent; the next start tries again.
    afterPaint(() => void load().catch(() => undefined));
  };
  const stop = store.subscribe(look);
  look();
}
