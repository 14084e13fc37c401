import { type ComponentProps, Suspense } from 'react';
import { useWasEver } from '../../../shared/hooks/useWasEver.ts';
import { lazyPart } from '../../../shared/pwa/lazyPart.tsx';

const OrderSheets = lazyPart(async () => (await import('./OrderSheets.tsx')).OrderSheets);

/** The sheets of one order beside a list; their code loads on first open. */
export function LazyOrderSheets(props: ComponentProps<typeof OrderSheets>) {
  const wasOpened = useWasEver(props.control.shown !== undefined);
  return <Suspense fallback={null}>{wasOpened && <OrderSheets {...props} />}</Suspense>;
}
