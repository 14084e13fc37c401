import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router-dom';
import type { WithdrawalHold, WithdrawalTerms } from '@halyard/contract/withdrawals/calls';
import { round } from '@halyard/contract/money';
import type { BaseCoin } from '../../domain/wallet/baseCoins.ts';
import { useFormat } from '../../shared/format/useFormat.ts';
import { useCheckingText } from '../../shared/money-mutations/useCheckingText.ts';
import { paths } from '../../shared/navigation/paths.ts';
import { AmountField } from '../../shared/ui/AmountField.tsx';
import { ButtonLink } from '../../shared/ui/ButtonLink.tsx';
import { MoneyButton } from '../../shared/ui/MoneyButton.tsx';
import { RadioRows } from '../../shared/ui/RadioRows.tsx';
import { TextField } from '../../shared/ui/TextField.tsx';
import { showToast } from '../../shared/ui/toastQueue.ts';
import { ConfirmWithdrawal } from './ConfirmWithdrawal.tsx';
import { holdOf, ownHoldOf, useHoldTexts } from './holds.ts';
import { NeedsList, missingNeeds } from './NeedsList.tsx';
import styles from './Withdraw.module.css';
import { WithdrawFigures } from './WithdrawFigures.tsx';
import type { Destination } from './useDestinations.ts';
import { knownTerms, receiptOf, useWithdraw, type KnownTerms, type WithdrawFormState } from './useWithdraw.ts';

type WithdrawFormProps = { coin: BaseCoin; terms: WithdrawalTerms; destinations: readonly Destination[] };

/** Where to, how much, what it costs and what arrives; the fund password is asked for last. */
export function WithdrawForm({ coin, terms, destinations }: WithdrawFormProps) {
  const { t } = useTranslation('withdraw');
  const navigate = useNavigate();
  const [isConfirming, setConfirming] = useState(false);
  const known = useMemo(() => knownTerms(terms), [terms]);
  const form = useWithdraw(known, destinations, coin.id, {
    review: () => setConfirming(true),
    onDone: (taken) => {
      setConfirming(false);
      if (typeof taken === 'string') {
        showToast({ kind: 'success', text: t('taken') });
        void navigate(paths.assetsRecord({ tab: 'withdrawals' }), { replace: true });
      } else void navigate(paths.withdrawDetail({ id: taken.id }), { replace: true });
    },
  });
  const needs = missingNeeds(terms, coin, destinations.length);
  const hold = holdOf(terms, form.destination);
  const { why } = useHoldTexts();
  const unit = coin.isBank ? 'USDT' : coin.name;

  return (
    <>
      <NeedsList needs={needs} />
      <form {...form.element} className={styles['stack']}>
        {hold !== undefined && (
          <p role="note" className={styles['blocked']}>
            {why(hold)}
          </p>
        )}
        <Destinations coin={coin} terms={terms} destinations={destinations} form={form} />
        <AmountField
          label={t('amount')}
          unit={unit}
          places={known.places}
          available={known.available}
          most={mostOf(known)}
          hint={<MinHint known={known} unit={unit} />}
          {...form.field('amount')}
        />
        <TextField label={t('remark')} maxLength={200} {...form.field('remark')} />
        <WithdrawFigures
          known={known}
          terms={terms}
          receipt={receiptOf(form.amount, known)}
          unit={unit}
          isBank={coin.isBank}
        />
        <Action form={form} known={known} unit={unit} blockedReason={useBlockedReason(terms, hold, needs.length)} />
      </form>
      <ConfirmWithdrawal
        isOpen={isConfirming}
        onOpenChange={setConfirming}
        onConfirm={form.send}
        {...{ form, known, unit }}
      />
    </>
  );
}

function Destinations({ coin, terms, destinations, form }: WithdrawFormProps & { form: WithdrawFormState }) {
  const { t } = useTranslation('withdraw');
  const { whenOf } = useHoldTexts();
  if (destinations.length === 0) return null;
  return (
    <div className={styles['destinations']}>
      <RadioRows
        label={t(coin.isBank ? 'card' : 'address')}
        options={destinations.map(({ key, label, detail, addressId }) => {
          const when = whenOf(ownHoldOf(terms, addressId));
          return {
            value: key,
            label,
            detail: (
              <>
                <span className={styles['mono']}>{detail}</span>
                {when !== undefined && <span className={styles['waits']}>{when}</span>}
              </>
            ),
          };
        })}
        value={form.destination?.key}
        onValueChange={form.choose}
        error={form.texts.destination}
      />
      {terms.isBookClosed === true ? (
        <ButtonLink kind="quiet" size="small" to={paths.addresses()}>
          {t('closed')}
        </ButtonLink>
      ) : (
        <ButtonLink
          kind="quiet"
          size="small"
          to={coin.isBank ? paths.addBankCard() : paths.createAddress({ channel: coin.id })}
        >
          {t(coin.isBank ? 'changeCard' : 'addAddress')}
        </ButtonLink>
      )}
    </div>
  );
}

// A balance may have more decimals than a withdrawal.
const mostOf = ({ available, places }: KnownTerms) => round(available, places, 'down');

function MinHint({ known, unit }: { known: KnownTerms; unit: string }) {
  const { t } = useTranslation('withdraw');
  const format = useFormat();
  return <span>{t('min', { min: format.amount(known.min, known.places), coin: unit })}</span>;
}

/** Why nothing can be withdrawn now, in words: the same conditions that stand above. */
function useBlockedReason(
  { leftToday }: WithdrawalTerms,
  hold: WithdrawalHold | undefined,
  needCount: number,
): string | undefined {
  const { t } = useTranslation('withdraw');
  const { why } = useHoldTexts();
  if (needCount > 0) return t('needs.first');
  if (hold !== undefined) return why(hold);
  return leftToday === 0 ? t('none') : undefined;
}

type ActionProps = { form: WithdrawFormState; known: KnownTerms; unit: string; blockedReason: string | undefined };

function Action({ form, known, unit, blockedReason }: ActionProps) {
  const { t } = useTranslation('withdraw');
  const format = useFormat();
  const { amount, texts, isOpen, isSending, status } = form;
  const checking = useCheckingText(status);
  const isGood = receiptOf(amount, known) !== undefined && amount !== undefined;
  return (
    <MoneyButton
      isSending={isSending}
      blockedReason={blockedReason}
      error={checking ?? (isOpen ? t('again') : texts.form)}
    >
      {isGood ? t('actionAmount', { amount: `${format.amount(amount, known.places)} ${unit}` }) : t('action')}
    </MoneyButton>
  );
}
