import { type RefObject, Suspense } from 'react';
import { useWasEver } from '../hooks/useWasEver.ts';
import { lazyPart } from '../pwa/lazyPart.tsx';
import { useMatchMedia } from '../viewport/useMatchMedia.ts';
import type { OverlayProps } from './overlay.ts';
import { Sheet } from './Sheet.tsx';

/** Where a popover has room below its button. */
const DESKTOP = '(width >= 1000px) and (height >= 560px)';

const PopoverPanel = lazyPart(async () => (await import('./PopoverPanel.tsx')).PopoverPanel);

export type PickerSheetProps = Pick<OverlayProps, 'isOpen' | 'onOpenChange' | 'title' | 'children'> & {
  /** The button that opens it. */
  anchor: RefObject<HTMLElement | null>;
};

/** A choice from a button: a popover below it on a desktop, elsewhere a sheet. */
export function PickerSheet({ anchor, ...props }: PickerSheetProps) {
  const isDesktop = useMatchMedia(DESKTOP);
  const wasOpened = useWasEver(props.isOpen);
  if (!isDesktop) return <Sheet {...props} />;
  return <Suspense fallback={null}>{wasOpened && <PopoverPanel {...props} anchor={anchor} />}</Suspense>;
}
