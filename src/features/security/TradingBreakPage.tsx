import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { BREAK_DAYS, breakEndMs, stopsOnBreak } from '@halyard/contract/limits/breakCalls';
import { LIMITED_PRODUCTS } from '@halyard/contract/limits/calls';
import { DAY_MS } from '@halyard/contract/time';
import { breakStart } from '../../domain/limits/product.ts';
import { useTradingBreak } from '../../domain/limits/tradingBreakApi.ts';
import { useFormat } from '../../shared/format/useFormat.ts';
import { appErrorText, codedText } from '../../shared/i18n/errorText.ts';
import { answerOf, useCheckingText, useMoneyMutation } from '../../shared/money-mutations/useMoneyMutation.ts';
import { useMoneyBlockedReason } from '../../shared/realtime/useMoneyBlockedReason.ts';
import { serverTimeMs } from '../../shared/time/serverClock.ts';
import { useEachSecond } from '../../shared/time/useEachSecond.ts';
import { Button } from '../../shared/ui/Button.tsx';
import { ConfirmSheet } from '../../shared/ui/ConfirmSheet.tsx';
import { ErrorState } from '../../shared/ui/ErrorState.tsx';
import { FormEnd } from '../../shared/ui/MoneyButton.tsx';
import { NavBar, Page } from '../../shared/ui/Page.tsx';
import { RadioRows } from '../../shared/ui/RadioRows.tsx';
import { Loading, Skeleton } from '../../shared/ui/Skeleton.tsx';
import { showToast } from '../../shared/ui/toastQueue.ts';
import styles from './Security.module.css';

type Days = (typeof BREAK_DAYS)[number];

/** A break from trading products: what it stops, what goes on, and its length. It can only be lengthened. */
export function TradingBreakPage() {
  const { t } = useTranslation('accountSafety');
  const { endMs, error, retry } = useTradingBreak();
  return (
    <Page header={<NavBar title={t('tradingBreak.title')} />}>
      <div className={styles['stack']}>
        {endMs !== undefined && <Break endMs={endMs} />}
        {endMs === undefined && error !== undefined && <ErrorState error={error} onRetry={retry} />}
        {endMs === undefined && error === undefined && (
          <Loading>
            <Skeleton height={320} />
          </Loading>
        )}
      </div>
    </Page>
  );
}

function Break({ endMs }: { endMs: number | null }) {
  const { t } = useTranslation('accountSafety');
  const format = useFormat();
  const [nowMs] = useState(() => serverTimeMs(Date.now()));
  const longer = BREAK_DAYS.filter((days) => endMs === null || breakEndMs(nowMs, days) >= endMs + DAY_MS);
  return (
    <>
      {endMs !== null && <p role="status">{t('tradingBreak.since', { time: format.moment(endMs, 'dateMinute') })}</p>}
      <p>{t('tradingBreak.explain')}</p>
      <ul className={styles['list']}>
        {LIMITED_PRODUCTS.filter(stopsOnBreak).map((product) => (
          <li key={product}>{t(`tradingBreak.stops.${product}`)}</li>
        ))}
      </ul>
      <p>{t('tradingBreak.orders')}</p>
      <p>{t('tradingBreak.goesOn')}</p>
      <p>
        <b>{t('tradingBreak.fixed')}</b>
      </p>
      {longer.length > 0 ? <Form longer={longer} isOn={endMs !== null} /> : <p>{t('tradingBreak.longest')}</p>}
    </>
  );
}

/** Chooses a length, and begins only after a confirmation with the end. */
function Form({ longer, isOn }: { longer: readonly Days[]; isOn: boolean }) {
  const { t } = useTranslation('accountSafety');
  const format = useFormat();
  const [days, setDays] = useState<Days>();
  const [isAsking, setAsking] = useState(false);
  const starting = useMoneyMutation(breakStart);
  const checking = useCheckingText(starting.status);
  const unreachable = useMoneyBlockedReason();
  const moment = (ms: number) => format.moment(ms, 'dateMinute');
  const begin = async (chosen: Days) => {
    const started = await answerOf(starting.send({ days: chosen }), ({ until }) => {
      if (until === null) return;
      showToast({ kind: 'success', text: t('tradingBreak.done', { time: moment(Date.parse(until)) }) });
    });
    if (started === undefined) return;
    setAsking(false);
    setDays(undefined);
  };
  return (
    <>
      <form
        className={styles['form']}
        onSubmit={(event) => {
          event.preventDefault();
          setAsking(true);
        }}
      >
        {isOn && <p>{t('tradingBreak.longer')}</p>}
        <RadioRows
          label={t('tradingBreak.length')}
          options={longer.map((value) => ({ value: String(value), label: t(`tradingBreak.days.${value}`) }))}
          value={days && String(days)}
          onValueChange={(value) => setDays(longer.find((one) => String(one) === value))}
        />
        <FormEnd>
          <Button type="submit" disabled={days === undefined}>
            {t('tradingBreak.action')}
          </Button>
        </FormEnd>
      </form>
      {days !== undefined && (
        <ConfirmSheet
          isOpen={isAsking}
          onOpenChange={setAsking}
          title={t('tradingBreak.confirm')}
          description={t('tradingBreak.fixed')}
          figures={[
            { label: t('tradingBreak.length'), value: t(`tradingBreak.days.${days}`) },
            { label: t('tradingBreak.end'), value: <EndOf days={days} /> },
          ]}
          confirmLabel={t('tradingBreak.begin')}
          isConfirming={starting.isSending}
          isDisabled={unreachable !== undefined}
          error={codedText(unreachable) ?? checking ?? (starting.error && appErrorText(starting.error))}
          onConfirm={() => void begin(days)}
        />
      )}
    </>
  );
}

function EndOf({ days }: { days: Days }) {
  const format = useFormat();
  const endMs = useEachSecond((deviceMs) => breakEndMs(serverTimeMs(deviceMs), days));
  return format.moment(endMs, 'dateMinute');
}
