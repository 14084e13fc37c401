import { ChevronDown, ListFilter } from 'lucide-react';
import { useId, useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from './Button.tsx';
import styles from './FilterBar.module.css';

type FilterBarProps = {
  /** Number of active filters. */
  count: number;
  /** Whether the fields are visible from the start. */
  isOpenAtFirst?: boolean | undefined;
  onClear: () => void;
  /** Small secondary buttons for other actions on the list. */
  tools: ReactNode;
  /** The fields, one per filter. */
  children: ReactNode;
};

/** Collapsible filters of a list. */
export function FilterBar({ count, isOpenAtFirst = false, onClear, tools, children }: FilterBarProps) {
  const { t } = useTranslation('forms');
  const [isOpen, setOpen] = useState(isOpenAtFirst);
  const fieldsId = useId();
  return (
    <div className={styles['filters']}>
      <div className={styles['tools']}>
        <Button
          kind="quiet"
          size="small"
          aria-expanded={isOpen}
          aria-controls={isOpen ? fieldsId : undefined}
          onClick={() => setOpen(!isOpen)}
        >
          <ListFilter aria-hidden />
          {count === 0 ? t('filter.label') : t('filter.set', { count })}
          <ChevronDown aria-hidden className={styles['turn']} />
        </Button>
        {tools}
      </div>
      {isOpen && (
        <div id={fieldsId} role="group" aria-label={t('filter.label')}>
          <div className={styles['fields']}>{children}</div>
          {count > 0 && (
            <Button kind="quiet" size="small" className={styles['clear']} onClick={onClear}>
              {t('filter.clear')}
            </Button>
          )}
        </div>
      )}
    </div>
  );
}
