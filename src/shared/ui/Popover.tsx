import { useEffect, useRef, useState } from 'react';
import styles from './Popover.module.css';
import type { PickerSheetProps } from './PickerSheet.tsx';

const GAP_PX = 4;

/** Less room than this below the button, and the popover is above it if there is more. */
const ROOM_PX = 320;

/**
 * Options at their button, on a desktop. The browser closes it on Escape and on a press elsewhere, and gives the focus
 * back.
 */
export function Popover({ anchor, isOpen, onOpenChange, title, children, isFitted }: PickerSheetProps) {
  const popup = useRef<HTMLDivElement>(null);
  // The browser gives back a focus that is inside: the content stays until it is closed.
  const [isFilled, setFilled] = useState(isOpen);
  if (isOpen && !isFilled) setFilled(true);
  useEffect(() => {
    const element = popup.current;
    if (element === null || element.matches(':popover-open') === isOpen) return;
    if (!isOpen) {
      element.hidePopover();
      return;
    }
    const button = anchor.current;
    place(element, button, isFitted);
    element.showPopover(button === null ? undefined : { source: button });
  }, [isOpen, anchor, isFitted]);
  useEffect(() => {
    const element = popup.current;
    element?.addEventListener('keydown', keepEscape);
    return () => element?.removeEventListener('keydown', keepEscape);
  }, []);
  return (
    <div
      ref={popup}
      popover="auto"
      // Closed, it is no dialog for those who look for one.
      role={isOpen ? 'dialog' : undefined}
      aria-label={isOpen ? title : undefined}
      className={styles['popup']}
      data-fitted={isFitted}
      onToggle={(event) => {
        if (event.newState === 'closed') {
          setFilled(false);
          onOpenChange(false);
        } else popup.current?.querySelector<HTMLElement>('input, [tabindex="0"]')?.focus();
      }}
    >
      {isFilled && children}
    </div>
  );
}

/** In a dialog, Escape closes the popover alone. */
function keepEscape(event: KeyboardEvent): void {
  if (event.key === 'Escape') event.stopPropagation();
}

/** Puts the popover below its button, or above it where there is more room. */
function place({ style }: HTMLElement, button: HTMLElement | null, isFitted = false): void {
  const { left = 0, top = 0, bottom = 0, width } = button?.getBoundingClientRect() ?? {};
  const below = window.innerHeight - bottom;
  const isAbove = below < ROOM_PX && top > below;
  style.insetInlineStart = `${left}px`;
  style.insetBlockStart = isAbove ? 'auto' : `${bottom + GAP_PX}px`;
  style.insetBlockEnd = isAbove ? `${window.innerHeight - top + GAP_PX}px` : 'auto';
  style.maxBlockSize = `${(isAbove ? top : below) - 3 * GAP_PX}px`;
  if (isFitted) style.inlineSize = `${width}px`;
}
