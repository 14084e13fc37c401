import { ChevronDown, Download, ListFilter } from 'lucide-react';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ACCOUNT_KINDS, type Balance } from '@halyard/contract/calls/wallet';
import type { MovementFilter } from '../../../domain/records/recordsApi.ts';
import { Button } from '../../../shared/ui/Button.tsx';
import { CoinIcon } from '../../../shared/ui/CoinIcon.tsx';
import { DateRangeField } from '../../../shared/ui/DateRangeField.tsx';
import { SelectField } from '../../../shared/ui/SelectField.tsx';
import { ExportSheet } from './ExportSheet.tsx';
import { ALL, choiceOf, countFilters, KINDS, type MovementChoice } from './movementFilter.ts';
import styles from './Records.module.css';

type FilterBarProps = {
  choice: MovementChoice;
  onChoose: (choice: MovementChoice) => void;
  /** The currencies of the exchange. */
  currencies: readonly Pick<Balance, 'currency'>[];
  /** The choice as the exchange is asked for it, for the file. */
  filter: MovementFilter;
};

/** What the list is narrowed to, put away until it is wanted, and the way to a file. */
export function FilterBar({ choice, onChoose, currencies, filter }: FilterBarProps) {
  const { t } = useTranslation('records');
  const count = countFilters(choice);
  const [isOpen, setOpen] = useState(count > 0);
  const [isExporting, setExporting] = useState(false);
  const fieldsId = useId();
  return (
    <div className={styles['filters']}>
      <div className={styles['tools']}>
        <Button
          kind="quiet"
          size="small"
          className={styles['tool']}
          aria-expanded={isOpen}
          aria-controls={isOpen ? fieldsId : undefined}
          onClick={() => setOpen(!isOpen)}
        >
          <ListFilter aria-hidden />
          {count === 0 ? t('filter.label') : t('filter.set', { count })}
          <ChevronDown aria-hidden className={styles['turn']} />
        </Button>
        <Button kind="quiet" size="small" className={styles['tool']} onClick={() => setExporting(true)}>
          <Download aria-hidden />
          {t('export.open')}
        </Button>
      </div>
      {isOpen && (
        <div id={fieldsId} role="group" aria-label={t('filter.label')}>
          <Fields choice={choice} onChoose={onChoose} currencies={currencies} />
          {count > 0 && (
            <Button kind="quiet" size="small" className={styles['clear']} onClick={() => onChoose(choiceOf(undefined))}>
              {t('filter.clear')}
            </Button>
          )}
        </div>
      )}
      <ExportSheet isOpen={isExporting} onOpenChange={setExporting} filter={filter} isFiltered={count > 0} />
    </div>
  );
}

function Fields({ choice, onChoose, currencies }: Omit<FilterBarProps, 'filter'>) {
  const { t } = useTranslation(['records', 'assets']);
  return (
    <div className={styles['fields']}>
      <SelectField
        label={t('filter.account')}
        value={choice.account}
        onValueChange={(account) => onChoose({ ...choice, account })}
        options={[
          { value: ALL, label: t('filter.allAccounts') },
          ...ACCOUNT_KINDS.map((kind) => ({ value: kind, label: t(`accounts.${kind}`, { ns: 'assets' }) })),
        ]}
      />
      <SelectField
        label={t('filter.currency')}
        value={choice.currency}
        onValueChange={(currency) => onChoose({ ...choice, currency })}
        options={[
          { value: ALL, label: t('filter.allCurrencies') },
          ...currencies.map(({ currency }) => ({
            value: currency,
            label: currency,
            start: <CoinIcon symbol={currency} size="small" />,
          })),
        ]}
      />
      <SelectField
        label={t('filter.kind')}
        value={choice.kind}
        onValueChange={(kind) => onChoose({ ...choice, kind })}
        hasSearch={false}
        options={[
          { value: ALL, label: t('filter.allKinds') },
          ...KINDS.map((kind) => ({ value: kind, label: t(`kind.${kind}`) })),
        ]}
      />
      <DateRangeField
        label={t('filter.dates')}
        value={choice.days}
        onValueChange={(days) => onChoose({ ...choice, days })}
      />
    </div>
  );
}
