import { ChevronDown, ListFilter } from 'lucide-react';
import { useId, useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from './Button.tsx';
import styles from './FilterBar.module.css';

type FilterBarProps = {
  /** How many filters are set. */
  count: number;
  /** Whether the fields are to be seen from the start. */
  isOpenAtFirst?: boolean | undefined;
  onClear: () => void;
  /** Quiet small buttons for other things that are done with the list. */
  tools: ReactNode;
  /** The fields, one a filter. */
  children: ReactNode;
};

/** What a list is narrowed to, put away until it is wanted. */
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
