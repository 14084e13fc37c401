import { Suspense, useState } from 'react';
import { loadNamespace } from '../../shared/i18n/i18n.ts';
import { lazyPart } from '../../shared/pwa/lazyPart.tsx';
import type { AlertSheetProps } from './AlertSheet.tsx';

const AlertSheet = lazyPart(async () => {
  const [{ AlertSheet: Sheet }] = await Promise.all([import('./AlertSheet.tsx'), loadNamespace('alerts')]);
  return Sheet;
});

/** The price alerts of a market, whose code and texts come when it is first opened. */
export function LazyAlertSheet(props: AlertSheetProps) {
  // Once opened it stays, so that closing is animated.
  const [wasOpened, setWasOpened] = useState(props.isOpen);
  if (props.isOpen && !wasOpened) setWasOpened(true);
  return <Suspense fallback={null}>{wasOpened && <AlertSheet {...props} />}</Suspense>;
}
