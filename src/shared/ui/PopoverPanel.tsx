import { Popover } from '@base-ui/react/popover';
import type { PickerSheetProps } from './PickerSheet.tsx';
import styles from './PopoverPanel.module.css';

/** Panel below its button; Escape and a press elsewhere close it. */
export function PopoverPanel({ anchor, isOpen, onOpenChange, title, children }: PickerSheetProps) {
  return (
    <Popover.Root open={isOpen} onOpenChange={(willOpen) => onOpenChange(willOpen)}>
      <Popover.Portal>
        <Popover.Positioner anchor={anchor} align="start" sideOffset={4} className={styles['place']}>
          <Popover.Popup className={styles['popup']} finalFocus={anchor}>
            <Popover.Title className={styles['title']}>{title}</Popover.Title>
            {children}
          </Popover.Popup>
        </Popover.Positioner>
      </Popover.Portal>
    </Popover.Root>
  );
}
