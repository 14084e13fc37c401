import { useTranslation } from 'react-i18next';
import type { UserEntry } from '@halyard/contract/wallet/entryCalls';
import { useZonedFormat } from '../../../shared/time/zone.ts';
import { useLastKnown } from '../../../shared/hooks/useLastKnown.ts';
import { paths } from '../../../shared/navigation/paths.ts';
import { ButtonLink } from '../../../shared/ui/ButtonLink.tsx';
import { CopyRow } from '../../../shared/ui/CopyRow.tsx';
import { KeyValue } from '../../../shared/ui/KeyValue.tsx';
import { Sheet } from '../../../shared/ui/Sheet.tsx';
import { Amount } from '../EquityFigure.tsx';
import { momentOf, NothingPaid, Signed } from './EntryRow.tsx';
import { useKindText, useOrderText, usePriceText } from './entryTexts.ts';
import styles from './Records.module.css';

type EntrySheetProps = {
  /** The sheet is open while this is set. */
  entry: UserEntry | undefined;
  onClose: () => void;
};

/** All details of one ledger entry: its change, the balance before and after, and its subject. */
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
  const items = useItems(entry);
  const { reference = '' } = entry;
  const withdrawalId = /^withdrawal:(\d+)$/.exec(reference)?.[1];
  return (
    <div className={styles['details']}>
      <NothingPaid entry={entry} />
      <KeyValue items={items} />
      {reference !== '' && <CopyRow label={t('detail.reference')} value={reference} />}
      {withdrawalId !== undefined && (
        <ButtonLink kind="ghost" to={paths.withdrawDetail({ id: Number.parseInt(withdrawalId, 10) })}>
          {t('detail.withdrawal')}
        </ButtonLink>
      )}
      {entry.trade?.plan !== undefined && (
        <ButtonLink kind="ghost" to={paths.plan({ id: entry.trade.plan })}>
          {t('detail.plan')}
        </ButtonLink>
      )}
    </div>
  );
}

/** Details as label and value. */
function useItems(entry: UserEntry) {
  const { t } = useTranslation(['records', 'assets']);
  const format = useZonedFormat();
  const order = useOrderText()(entry);
  const price = usePriceText()(entry);
  const { id, value, currency, account, kind, availableChange, heldChange, before, after, outcome, outcomeAt } = entry;
  const signed = (change: typeof value | undefined) => change && <Signed value={change} unit={currency} />;
  const ended = outcomeAt && format.moment(Date.parse(outcomeAt), 'dateSecond') + format.zoneName;
  return [
    { label: t('detail.amount'), value: signed(value) },
    { label: t('detail.account'), value: account && t(`account.${account}`, { ns: 'assets' }) },
    { label: t('detail.time'), value: format.moment(momentOf(entry), 'dateSecond') + format.zoneName },
    { label: outcome ? t(`kind.${outcome}`) : '', value: outcome && ended },
    // The title of an execution has it already.
    { label: t('detail.order'), value: kind === 'spot_fill' ? undefined : order },
    { label: t('detail.price'), value: price },
    { label: t('detail.available'), value: signed(availableChange) },
    { label: t('detail.held'), value: signed(heldChange) },
    { label: t('detail.before'), value: <Amount value={before} unit={currency} /> },
    { label: t('detail.after'), value: <Amount value={after} unit={currency} /> },
    { label: t('detail.id'), value: id },
  ].filter((item) => item.value !== undefined);
}
