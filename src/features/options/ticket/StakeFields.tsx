import { useTranslation } from 'react-i18next';
import { isPositive, parseDecimal } from '@halyard/contract/money';
import { BalanceLine } from '../../../domain/wallet/BalanceLine.tsx';
import { useFormat } from '../../../shared/format/useFormat.ts';
import { codedText } from '../../../shared/i18n/errorText.ts';
import { paths } from '../../../shared/navigation/paths.ts';
import { Link } from 'react-router-dom';
import { Button } from '../../../shared/ui/Button.tsx';
import { NumberField } from '../../../shared/ui/NumberField.tsx';
import { PercentButtons, type PercentStep } from '../../../shared/ui/PercentButtons.tsx';
import { Segmented } from '../../../shared/ui/Segmented.tsx';
import { fieldOf } from './optionErrors.ts';
import styles from './Ticket.module.css';
import type { OptionTicketControl } from './useOptionTicket.ts';

/** The largest first: several shares may equal the largest stake. */
const STEPS = [100, 75, 50, 25] as const satisfies readonly PercentStep[];

type StakeFieldsProps = { ticket: OptionTicketControl; isLoggedIn: boolean };

/** The stake: typed, a common amount, or a share of the options balance. */
export function StakeFields({ ticket, isLoggedIn }: StakeFieldsProps) {
  const { t } = useTranslation('options');
  const { error, unit, stakeText, setStake } = ticket;
  const wrong = error !== undefined && fieldOf(error) === 'stake' ? error : undefined;
  return (
    <>
      {ticket.currencies.length > 1 && <CurrencyChoice ticket={ticket} />}
      <div className={styles['stake']}>
        <NumberField
          layout="inline"
          label={t('ticket.stake')}
          unit={unit}
          value={stakeText}
          onValueChange={setStake}
          places={8}
          error={codedText(wrong, unit)}
        />
        {wrong !== undefined && <WayOut ticket={ticket} />}
      </div>
      {isLoggedIn && <Shares ticket={ticket} />}
    </>
  );
}

function CurrencyChoice({ ticket }: { ticket: OptionTicketControl }) {
  const { t } = useTranslation('options');
  const { currencies, unit, chooseCurrency } = ticket;
  return (
    <Segmented
      label={t('ticket.currency')}
      value={unit ?? ''}
      onValueChange={(name) => {
        const chosen = currencies.find((known) => known.name === name);
        if (chosen !== undefined) chooseCurrency(chosen.id);
      }}
      options={currencies.map(({ name }) => ({ value: name, label: name }))}
    />
  );
}

/** One tap to the largest allowed stake, or a link to get funds. */
function WayOut({ ticket }: { ticket: OptionTicketControl }) {
  const { t } = useTranslation('options');
  const format = useFormat();
  const { error, unit, setStake } = ticket;
  if (error?.code === 'INSUFFICIENT_BALANCE') {
    return (
      <Link className={styles['link']} to={paths.transfer({ to: 'option', currency: unit })}>
        {t('ticket.transfer')}
      </Link>
    );
  }
  const { max } = error?.params ?? {};
  const most = error?.code === 'AMOUNT_TOO_SMALL' || max === undefined ? undefined : parseDecimal(String(max));
  if (most === undefined || !isPositive(most)) return null;
  return (
    <Button kind="quiet" size="small" onClick={() => setStake(most)}>
      {t('ticket.useMost', { amount: format.amount(most, 8, 0), currency: unit })}
    </Button>
  );
}

function Shares({ ticket }: { ticket: OptionTicketControl }) {
  const { t } = useTranslation('options');
  const format = useFormat();
  const { available, currency, unit, stakeText, setStake, takeShare, isLoading } = ticket;
  const step = shareStep(ticket);
  const quick = currency?.quickStakes ?? [];
  return (
    <>
      {/* Its room is there before its amounts, so that the buttons below do not move. */}
      {(isLoading || quick.length > 0) && (
        <div role="group" aria-label={t('ticket.quick')} className={styles['quick']}>
          {quick.map(({ id, stake }) => (
            <button key={id} type="button" aria-pressed={stakeText === stake} onClick={() => setStake(stake)}>
              {format.amount(stake, 8, 0)}
            </button>
          ))}
        </div>
      )}
      <PercentButtons
        label={t('ticket.share')}
        value={step}
        isDisabled={available === undefined || !isPositive(available)}
        onChoose={takeShare}
      />
      <BalanceLine
        label={t('ticket.available')}
        available={available}
        places={8}
        currency={unit}
        account="option"
        transfer={t('ticket.transfer')}
      />
    </>
  );
}

/** The share button that matches the stake exactly, if any. */
function shareStep({ stakeText, shareOf }: OptionTicketControl): PercentStep | undefined {
  return stakeText === '' ? undefined : STEPS.find((percent) => shareOf(percent) === stakeText);
}
