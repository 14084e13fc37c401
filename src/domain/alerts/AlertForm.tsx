import { useTranslation } from 'react-i18next';
import type { Market } from '@halyard/contract/market/calls';
import { ALERT_KINDS, ALERT_MINUTES, isPercentKind } from '@halyard/contract/price-alerts/rules';
import { Num } from '../../shared/format/Num.tsx';
import { errorText } from '../../shared/i18n/errorText.ts';
import { useMoneyBlockedReason } from '../../shared/realtime/useMoneyBlockedReason.ts';
import { Button } from '../../shared/ui/Button.tsx';
import { NumberField } from '../../shared/ui/NumberField.tsx';
import { Segmented } from '../../shared/ui/Segmented.tsx';
import { Switch } from '../../shared/ui/Switch.tsx';
import { showToast } from '../../shared/ui/toastQueue.ts';
import styles from './Alerts.module.css';
import { useAlertForm } from './useAlertForm.ts';

/** What to be told of, and how often. */
export function AlertForm({ market, onDone }: { market: Market; onDone: () => void }) {
  const { t } = useTranslation('alerts');
  const form = useAlertForm(market, () => {
    showToast({ kind: 'success', text: t('saved') });
    onDone();
  });
  const blocked = useMoneyBlockedReason();
  const { kind, isRepeating } = form.typed;
  const wrong = blocked === undefined ? form.texts.form : errorText(blocked.code, blocked.params);
  return (
    <form {...form.element} className={styles['form']}>
      <Segmented
        label={t('kind')}
        value={kind}
        onValueChange={(chosen) => form.set('kind', chosen)}
        options={ALERT_KINDS.map((value) => ({ value, label: t(`kinds.${value}`) }))}
      />
      {isPercentKind(kind) ? (
        <Percent form={form} />
      ) : (
        <NumberField
          label={t('price')}
          {...form.field('price')}
          unit={market.quote}
          hint={
            <>
              {t('last')} <Num kind="price" value={market.lastPrice} places={market.pricePrecision} />
            </>
          }
        />
      )}
      <div>
        <Switch label={t('repeat')} isOn={isRepeating} onChange={(isOn) => form.set('isRepeating', isOn)} />
        <p className={styles['note']}>{t(isRepeating ? 'repeatNote' : 'onceNote')}</p>
      </div>
      {wrong !== undefined && (
        <p role="alert" className={styles['wrong']}>
          {wrong}
        </p>
      )}
      <Button type="submit" isLoading={form.isSending} disabled={blocked !== undefined}>
        {t('set')}
      </Button>
    </form>
  );
}

function Percent({ form }: { form: ReturnType<typeof useAlertForm> }) {
  const { t } = useTranslation('alerts');
  const { minutes } = form.typed;
  return (
    <>
      <NumberField
        label={t('percent')}
        {...form.field('percent')}
        unit="%"
        hint={t(`percentNote.${form.typed.kind === 'rise' ? 'rise' : 'fall'}`)}
      />
      <Segmented
        label={t('within')}
        value={String(minutes)}
        onValueChange={(chosen) =>
          form.set('minutes', ALERT_MINUTES.find((known) => String(known) === chosen) ?? minutes)
        }
        options={ALERT_MINUTES.map((value) => ({ value: String(value), label: t(`times.${value}`) }))}
      />
    </>
  );
}
