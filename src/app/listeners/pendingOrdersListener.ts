/** Orders whose answer never came are looked for when the app starts, and what became of them is told. */
import { selectIsLoggedIn } from '../../domain/session/sessionSlice.ts';
import { i18n } from '../../shared/i18n/i18n.ts';
import { showToast } from '../../shared/ui/toastQueue.ts';
import type { AppParts } from './appParts.ts';

/** Looks once, now. */
export async function tellPendingOrders({ store }: Pick<AppParts, 'store'>): Promise<void> {
  if (!selectIsLoggedIn(store.getState())) return;
  // Without a network nothing can be looked for; the next start does it.
  const part = await import('../../domain/orders/settlePendingOrders.ts').catch(() => undefined);
  if (part === undefined) return;
  const outcomes = await store.dispatch(part.settlePendingOrders()).unwrap();
  for (const { order } of outcomes) {
    const text =
      order === undefined
        ? i18n.t('pending.notPlaced', { ns: 'shell' })
        : i18n.t('pending.placed', { ns: 'shell', symbol: order.symbol });
    showToast({ kind: order === undefined ? 'warning' : 'success', text });
  }
}
