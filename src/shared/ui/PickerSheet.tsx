import { type RefObject, Suspense } from 'react';
import { lazyPart } from '../pwa/lazyPart.tsx';
import { useMatchMedia } from '../viewport/useMatchMedia.ts';
import type { OverlayProps } from './overlay.ts';
import { Sheet } from './Sheet.tsx';

/** Screens on which a popover has room beside its button. */
const DESKTOP = '(width >= 1000px) and (height >= 560px)';

const Popover = lazyPart(async () => (await import('./Popover.tsx')).Popover);

export type PickerSheetProps = Pick<OverlayProps, 'isOpen' | 'onOpenChange' | 'children'> & {
  title: string;
  /** The button that opens it. */
  anchor: RefObject<HTMLElement | null>;
  /** As wide as its button, as the options of a field are. */
  isFitted?: boolean;
};

/** A choice from a button: a popover beside it on a desktop whose browser has them, elsewhere a sheet. */
export function PickerSheet(props: PickerSheetProps) {
  const isDesktop = useMatchMedia(DESKTOP);
  if (!isDesktop || !('showPopover' in HTMLElement.prototype)) return <Sheet {...props} />;
  return (
    <Suspense fallback={null}>
      <Popover {...props} />
    </Suspense>
  );
}
