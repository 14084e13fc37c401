import { ShieldAlert } from 'lucide-react';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { forgetPin, noteFindingSeen, type Finding, type LogPin } from '../../domain/transparency/logPin.ts';
import { useFormat } from '../../shared/format/useFormat.ts';
import { Button } from '../../shared/ui/Button.tsx';
import { ConfirmSheet } from '../../shared/ui/ConfirmSheet.tsx';
import { KeyValue } from '../../shared/ui/KeyValue.tsx';
import styles from './Fairness.module.css';
import { SaveText } from './SaveText.tsx';
import { useCount } from './useCount.ts';

/** The log is not what this device saw of it: what was found, calmly, and the file that shows it. */
export function Alarm({ pin, finding }: { pin: LogPin; finding: Finding }) {
  const { t } = useTranslation('fairness');
  const format = useFormat();
  const count = useCount();
  const [isForgetting, setForgetting] = useState(false);
  useEffect(noteFindingSeen, []);
  const entries = (size: number) => t('alarm.entries', { size: count(size) });
  return (
    <section role="alert" className={styles['alarm']}>
      <h2>
        <ShieldAlert aria-hidden />
        {t('alarm.title')}
      </h2>
      <p>{t(`alarm.${finding.kind}`)}</p>
      <KeyValue
        items={[
          { label: t('alarm.before'), value: entries(pin.size) },
          { label: t('alarm.now'), value: entries(finding.size) },
          { label: t('alarm.found'), value: format.moment(finding.atMs, 'dateMinute') },
        ]}
      />
      <p>{t('alarm.calm')}</p>
      <p>{t(finding.isEvidence ? 'alarm.evidence' : 'alarm.notes')}</p>
      <SaveText {...finding.file} label={t(finding.isEvidence ? 'alarm.save' : 'saveNotes')} kind="primary" />
      <Button kind="quiet" size="small" onClick={() => setForgetting(true)}>
        {t('alarm.forget')}
      </Button>
      <ConfirmSheet
        isOpen={isForgetting}
        onOpenChange={setForgetting}
        title={t('alarm.forget')}
        description={t('alarm.forgetText')}
        confirmLabel={t('alarm.forgetAction')}
        onConfirm={forgetPin}
      />
    </section>
  );
}
