import { Drawer } from '@base-ui/react/drawer';
import { X } from 'lucide-react';
import { useRef, type CSSProperties } from 'react';
import { useTranslation } from 'react-i18next';
import { useKeyboardInset } from '../viewport/useKeyboardInset.ts';
import { classNames } from './classNames.ts';
import { IconButton } from './IconButton.tsx';
import styles from './OverlayPanel.module.css';
import type { OverlayProps } from './overlay.ts';

/** Panel of sheets and the side menu, loaded when the first of them opens. */
export function OverlayPanel(props: OverlayProps & { side: 'bottom' | 'start' }) {
  const { isOpen, onOpenChange, title, description, children, footer, returnsTo, side } = props;
  const { t } = useTranslation('common');
  const popup = useRef<HTMLDivElement>(null);
  const keyboardPx = useKeyboardInset();
  // A list of options takes the keys at once; other content begins at its top.
  const firstFocus = () => popup.current?.querySelector<HTMLElement>('[role="listbox"][tabindex="0"]') ?? true;
  return (
    <Drawer.Root
      open={isOpen}
      onOpenChange={(willOpen) => onOpenChange(willOpen)}
      swipeDirection={side === 'bottom' ? 'down' : 'left'}
    >
      <Drawer.Portal>
        <Drawer.Backdrop className={styles['backdrop']} />
        <Drawer.Viewport
          className={classNames(styles['viewport'], styles[`${side}Viewport`])}
          style={{ '--keyboard': `${keyboardPx}px` } as CSSProperties}
        >
          <Drawer.Popup
            ref={popup}
            initialFocus={firstFocus}
            finalFocus={() => returnsTo?.() ?? true}
            className={classNames(styles['popup'], styles[side])}
          >
            {side === 'bottom' && <div className={styles['handle']} aria-hidden="true" />}
            <div className={styles['head']}>
              <Drawer.Title className={styles['title']}>{title}</Drawer.Title>
              <Drawer.Close
                render={<IconButton icon={<X aria-hidden />} label={t('ui.close')} className={styles['close']} />}
              />
            </div>
            <Drawer.Content className={styles['content']}>
              {description !== undefined && (
                <Drawer.Description className={styles['description']}>{description}</Drawer.Description>
              )}
              {children}
            </Drawer.Content>
            {footer !== undefined && <div className={styles['footer']}>{footer}</div>}
          </Drawer.Popup>
        </Drawer.Viewport>
      </Drawer.Portal>
    </Drawer.Root>
  );
}
