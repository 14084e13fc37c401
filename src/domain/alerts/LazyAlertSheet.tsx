import { Suspense, useState } from 'react';
import { loadNamespace } from '../../shared/i18n/i18n.ts';
import { lazyPart } from '../../shared/pwa/lazyPart.tsx';
import type { AlertSheetProps } from './AlertSheet.tsx';

const AlertSheet = lazyPart(async () => {
  const [{ AlertSheet: Sheet }] = await Promise.all([import('./AlertSheet.tsx'), loadNamespace('alerts')]);
  return Sheet;
});

/** Price alerts of a market; code and texts load on first open. */
export function LazyAlertSheet(props: AlertSheetProps) {
  // Stays mounted after the first open, so that closing is animated.
  const [wasOpened, setWasOpened] = useState(props.isOpen);
  if (props.isOpen && !wasOpened) setWasOpened(true);
  return <Suspense fallback={null}>{wasOpened && <AlertSheet {...props} />}</Suspense>;
}
