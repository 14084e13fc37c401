import { useTranslation } from 'react-i18next';
import { Sheet } from '../../shared/ui/Sheet.tsx';
import { Switch } from '../../shared/ui/Switch.tsx';
import styles from './DesktopLayout.module.css';
import { KEYS, SHORTCUTS, type ShortcutControl } from './useShortcuts.ts';

/** The list of shortcuts; each can be turned off, and all at once. */
export function ShortcutsSheet({ control }: { control: ShortcutControl }) {
  const { t } = useTranslation('desktop');
  const { isOpen, setOpen, off, turn, turnAll } = control;
  return (
    <Sheet isOpen={isOpen} onOpenChange={setOpen} title={t('shortcuts.title')}>
      <div className={styles['shortcuts']}>
        <Switch label={<b>{t('shortcuts.all')}</b>} isOn={off.length < SHORTCUTS.length} onChange={turnAll} />
        {SHORTCUTS.map((shortcut) => (
          <Switch
            key={shortcut}
            label={
              <span className={styles['shortcut']}>
                <kbd className={styles['key']}>{KEYS[shortcut]}</kbd>
                {t(`shortcuts.${shortcut}`)}
              </span>
            }
            isOn={!off.includes(shortcut)}
            onChange={(isOn) => turn(shortcut, isOn)}
          />
        ))}
      </div>
    </Sheet>
  );
}
