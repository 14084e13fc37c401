import { type RefObject, useEffect, useRef } from 'react';
import { useMatchMedia } from '../viewport/useMatchMedia.ts';
import type { OverlayProps } from './overlay.ts';
import styles from './PickerSheet.module.css';
import { Sheet } from './Sheet.tsx';

/** Screens on which a popover has room below its button. */
const DESKTOP = '(width >= 1000px) and (height >= 560px)';

const GAP_PX = 4;

type PickerSheetProps = Pick<OverlayProps, 'isOpen' | 'onOpenChange' | 'children'> & {
  title: string;
  /** The button that opens it. */
  anchor: RefObject<HTMLElement | null>;
};

/** A choice from a button: a popover below it on a desktop whose browser has them, elsewhere a sheet. */
export function PickerSheet({ anchor, ...props }: PickerSheetProps) {
  const isDesktop = useMatchMedia(DESKTOP);
  const hasPopovers = 'showPopover' in HTMLElement.prototype;
  return isDesktop && hasPopovers ? <Popover {...props} anchor={anchor} /> : <Sheet {...props} />;
}

/** The browser closes it on Escape and on a press elsewhere, and gives the focus back. */
function Popover({ anchor, isOpen, onOpenChange, title, children }: PickerSheetProps) {
  const popup = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const element = popup.current;
    if (element === null || element.matches(':popover-open') === isOpen) return;
    if (!isOpen) {
      element.hidePopover();
      return;
    }
    const button = anchor.current;
    const { left = 0, bottom = 0 } = button?.getBoundingClientRect() ?? {};
    element.style.insetInlineStart = `${left}px`;
    element.style.insetBlockStart = `${bottom + GAP_PX}px`;
    element.showPopover(button === null ? undefined : { source: button });
  }, [isOpen, anchor]);
  return (
    <div
      ref={popup}
      popover="auto"
      // Closed, it is no dialog for those who look for one.
      role={isOpen ? 'dialog' : undefined}
      aria-label={isOpen ? title : undefined}
      className={styles['popup']}
      onToggle={(event) => {
        if (event.newState === 'closed') onOpenChange(false);
        else popup.current?.querySelector<HTMLElement>('input, [tabindex="0"]')?.focus();
      }}
    >
      {isOpen && children}
    </div>
  );
}
