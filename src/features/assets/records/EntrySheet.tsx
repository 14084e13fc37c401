import { useTranslation } from 'react-i18next';
import type { UserEntry } from '@halyard/contract/calls/records';
import { useFormat } from '../../../shared/format/useFormat.ts';
import { useLastKnown } from '../../../shared/hooks/useLastKnown.ts';
import { CopyRow } from '../../../shared/ui/CopyRow.tsx';
import { KeyValue } from '../../../shared/ui/KeyValue.tsx';
import { Sheet } from '../../../shared/ui/Sheet.tsx';
import { Amount } from '../EquityFigure.tsx';
import { Signed, useKindText } from './EntryRow.tsx';
import styles from './Records.module.css';
import { momentOf } from './momentOf.ts';

type EntrySheetProps = {
  /** Shown while there is one. */
  entry: UserEntry | undefined;
  onClose: () => void;
};

/** All that is known of one ledger entry: what it changed, before and after, and what it belongs to. */
export function EntrySheet({ entry, onClose }: EntrySheetProps) {
  const { t } = useTranslation('records');
  const kindText = useKindText();
  const shown = useLastKnown(entry);
  return (
    <Sheet
      isOpen={entry !== undefined}
      onOpenChange={(isOpen) => {
        if (!isOpen) onClose();
      }}
      title={shown === undefined ? t('detail.movement') : kindText(shown)}
    >
      {shown !== undefined && <Details entry={shown} />}
    </Sheet>
  );
}

function Details({ entry }: { entry: UserEntry }) {
  const { t } = useTranslation(['records', 'assets']);
  const format = useFormat();
  const { id, value, currency, account, availableChange, heldChange, before, after, reference } = entry;
  const rows = [
    { label: t('detail.amount'), value: <Signed value={value} unit={currency} /> },
    ...(account === undefined
      ? []
      : [{ label: t('detail.account'), value: t(`account.${account}`, { ns: 'assets' }) }]),
    { label: t('detail.time'), value: format.moment(momentOf(entry), 'dateSecond') },
    ...(availableChange === undefined
      ? []
      : [{ label: t('detail.available'), value: <Signed value={availableChange} unit={currency} /> }]),
    ...(heldChange === undefined
      ? []
      : [{ label: t('detail.held'), value: <Signed value={heldChange} unit={currency} /> }]),
    { label: t('detail.before'), value: <Amount value={before} unit={currency} /> },
    { label: t('detail.after'), value: <Amount value={after} unit={currency} /> },
    { label: t('detail.id'), value: id },
  ];
  return (
    <div className={styles['details']}>
      <KeyValue items={rows} />
      {reference !== undefined && reference !== '' && <CopyRow label={t('detail.reference')} value={reference} />}
    </div>
  );
}
