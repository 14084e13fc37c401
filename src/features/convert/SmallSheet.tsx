import { CircleCheck } from 'lucide-react';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import type { ConvertRow, Converted } from '@halyard/contract/convert/calls';
import { SMALL_VALUE, QUOTE_VALID_MS } from '@halyard/contract/convert/rules';
import { receivedIn, useQuoteSmallBalancesMutation } from '../../domain/convert/convertApi.ts';
import type { AppError } from '../../shared/api/appError.ts';
import { Num } from '../../shared/format/Num.tsx';
import { useFormat } from '../../shared/format/useFormat.ts';
import { appErrorText } from '../../shared/i18n/errorText.ts';
import { paths } from '../../shared/navigation/paths.ts';
import { ButtonLink } from '../../shared/ui/Button.tsx';
import { CoinIcon } from '../../shared/ui/CoinIcon.tsx';
import { EmptyState } from '../../shared/ui/EmptyState.tsx';
import { ErrorState } from '../../shared/ui/ErrorState.tsx';
import { KeyValue } from '../../shared/ui/KeyValue.tsx';
import { Loading, Skeleton } from '../../shared/ui/Skeleton.tsx';
import { MoneyButton } from '../../shared/ui/MoneyButton.tsx';
import { Sheet } from '../../shared/ui/Sheet.tsx';
import { showToast } from '../../shared/ui/toastQueue.ts';
import styles from './Convert.module.css';
import { ratePlaces } from './convertForm.ts';
import { useAcceptance } from './useConvert.ts';

type SmallSheetProps = { isOpen: boolean; onClose: () => void };

/** Small balances with what each of them gives in USDT, converted together. */
export function SmallSheet({ isOpen, onClose }: SmallSheetProps) {
  const { t } = useTranslation('convert');
  return (
    <Sheet
      isOpen={isOpen}
      onOpenChange={(open) => {
        if (!open) onClose();
      }}
      title={t('small.title')}
    >
      {isOpen && <SmallBalances onClose={onClose} />}
    </Sheet>
  );
}

function SmallBalances({ onClose }: Pick<SmallSheetProps, 'onClose'>) {
  const { t } = useTranslation('convert');
  const format = useFormat();
  const [ask, { data: quote, error, isLoading }] = useQuoteSmallBalancesMutation();
  const renew = () => void ask();
  const accepting = useAcceptance(quote, renew);
  useEffect(() => void ask(), [ask]);
  const failure = error as AppError | undefined;
  if (failure?.code === 'NO_SMALL_BALANCES') {
    return <EmptyState drawing="coins" text={t('small.none', { value: format.amount(SMALL_VALUE, 0) })} />;
  }
  if (failure !== undefined) return <ErrorState what={appErrorText(failure)} onRetry={renew} />;
  if (quote === undefined) return <RowsLoading />;
  const total = receivedIn(quote.rows);
  const coin = quote.rows[0]?.to ?? '';
  const amount = { amount: format.amountOf(total, coin), coin };
  const submit = async () => {
    if ((await accepting.accept()) === undefined) return;
    showToast({ kind: 'success', text: t('done.toast', amount) });
    onClose();
  };
  return (
    <div className={styles['stack']}>
      <p className={styles['soft']}>{t('small.text', { value: format.amount(SMALL_VALUE, 0) })}</p>
      <ul className={styles['rows']} aria-label={t('small.title')}>
        {quote.rows.map((row) => (
          <SmallRow key={row.from} row={row} />
        ))}
      </ul>
      {accepting.note !== undefined && <p role="status">{accepting.note}</p>}
      <Countdown secondsLeft={accepting.secondsLeft} />
      {accepting.isOver ? (
        <MoneyButton isSending={isLoading} error={accepting.error} onPress={renew}>
          {t('quote.again')}
        </MoneyButton>
      ) : (
        <MoneyButton isSending={accepting.isSending} error={accepting.error} onPress={() => void submit()}>
          {t('small.action', amount)}
        </MoneyButton>
      )}
    </div>
  );
}

function SmallRow({ row: { from, to, amount, received } }: { row: ConvertRow }) {
  return (
    <li className={styles['row']}>
      <CoinIcon symbol={from} size="small" />
      <Num kind="amount" value={amount} unit={from} />
      <span className={styles['end']}>
        <Num kind="amount" value={received} unit={to} />
      </span>
    </li>
  );
}

function RowsLoading() {
  return (
    <Loading>
      <div className={styles['stack']}>
        <Skeleton shape="block" height={120} />
        <Skeleton shape="block" height={48} />
      </div>
    </Loading>
  );
}

type QuoteFiguresProps = {
  row: ConvertRow;
  secondsLeft: number;
  /** Why this quote replaced the last one. */
  note: string | undefined;
};

/** Rate and spread of a quote, and how long it holds. */
export function QuoteFigures({ row, secondsLeft, note }: QuoteFiguresProps) {
  const { t } = useTranslation('convert');
  const format = useFormat();
  const { from, to, rate, spread } = row;
  return (
    <section className={styles['card']} aria-label={t('quote.label')}>
      {note !== undefined && <p role="status">{note}</p>}
      <KeyValue
        items={[
          {
            label: t('quote.rate'),
            value: (
              <span translate="no">{t('quote.rateOf', { from, to, rate: format.price(rate, ratePlaces(rate)) })}</span>
            ),
          },
          { label: t('quote.spread'), value: format.percent(spread) },
        ]}
      />
      <Countdown secondsLeft={secondsLeft} />
    </section>
  );
}

const RADIUS = 9;
const LENGTH = 2 * Math.PI * RADIUS;

/** A ring that empties, and the seconds in words. */
function Countdown({ secondsLeft }: { secondsLeft: number }) {
  const { t } = useTranslation('convert');
  const share = (secondsLeft * 1000) / QUOTE_VALID_MS;
  return (
    <p className={styles['countdown']}>
      <svg viewBox="0 0 24 24" className={styles['ring']} aria-hidden>
        <circle cx="12" cy="12" r={RADIUS} className={styles['track']} />
        <circle
          cx="12"
          cy="12"
          r={RADIUS}
          className={styles['left']}
          strokeDasharray={LENGTH}
          strokeDashoffset={LENGTH * (1 - share)}
        />
      </svg>
      {secondsLeft === 0 ? t('quote.expired') : t('quote.valid', { seconds: secondsLeft })}
    </p>
  );
}

/** Amounts of a convert, with a link to its records. */
export function Result({ converted: { rows } }: { converted: Converted }) {
  const { t } = useTranslation('convert');
  const [row] = rows;
  if (row === undefined) return null;
  return (
    <section className={styles['card']} aria-label={t('done.title')}>
      <p className={styles['done']} role="status">
        <CircleCheck aria-hidden />
        {t('done.title')}
      </p>
      <KeyValue
        items={[
          { label: t('done.paid'), value: <Num kind="amount" value={row.amount} unit={row.from} /> },
          { label: t('done.received'), value: <Num kind="amount" value={receivedIn(rows)} unit={row.to} /> },
        ]}
      />
      <ButtonLink kind="ghost" size="small" to={paths.assetsRecord({ account: 'spot' })}>
        {t('records')}
      </ButtonLink>
    </section>
  );
}
