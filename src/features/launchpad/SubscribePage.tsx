import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router-dom';
import type { Offering } from '@halyard/contract/launchpad/calls';
import type { ErrorCode } from '@halyard/contract/errors';
import { parseDecimal, MONEY_PLACES } from '@halyard/contract/money';
import { checkSubscription } from '@halyard/contract/launchpad/terms';
import { UnverifiedNote } from '../../domain/exposure/UnverifiedNote.tsx';
import { checkUnverifiedLimit, useUnverifiedLimit, withinLimit } from '../../domain/exposure/useExposure.ts';
import { subscribing } from '../../domain/launchpad/offeringWrites.ts';
import { useOffering, useOfferingState } from '../../domain/launchpad/useOfferings.ts';
import { useBalance } from '../../domain/wallet/useWallet.ts';
import type { AppError } from '../../shared/api/appError.ts';
import { type Faults, useForm } from '../../shared/forms/useForm.ts';
import { useCheckingText } from '../../shared/money-mutations/useCheckingText.ts';
import { useMoneyMutation } from '../../shared/money-mutations/useMoneyMutation.ts';
import { paths } from '../../shared/navigation/paths.ts';
import { useBack } from '../../shared/navigation/useBack.ts';
import { useBusyWhile } from '../../shared/pwa/busy.ts';
import { AmountField } from '../../shared/ui/AmountField.tsx';
import { Loading } from '../../shared/ui/Loading.tsx';
import { MoneyButton } from '../../shared/ui/MoneyButton.tsx';
import { NavBar } from '../../shared/ui/NavBar.tsx';
import { Page } from '../../shared/ui/Page.tsx';
import { Skeleton } from '../../shared/ui/Skeleton.tsx';
import { showToast } from '../../shared/ui/toastQueue.ts';
import { Estimate } from './Estimate.tsx';
import { OfferingAbsent } from './OfferingAbsent.tsx';
import { OfferingHead } from './OfferingFacts.tsx';
import styles from './Launchpad.module.css';
import { useOfferingId } from './useOfferingId.ts';

/** Subscribing to the offer that the `id` of the query names. */
export function SubscribePage() {
  const { t } = useTranslation('publication');
  const back = useBack();
  const id = useOfferingId();
  const { offer, error, retry } = useOffering(id);
  if (offer !== undefined) return <Subscribing offer={offer} />;
  return (
    <Page header={<NavBar title={t('subscribe')} onBack={back} />}>
      <OfferingAbsent isNamed={id !== undefined} error={error} onRetry={() => void retry()} loading={<FormLoading />} />
    </Page>
  );
}

function FormLoading() {
  return (
    <Loading>
      <div className={styles['page']}>
        <Skeleton shape="block" height={112} />
        <Skeleton shape="block" height={46} />
      </div>
    </Loading>
  );
}

const EMPTY = { amount: '' };
const AMOUNT_CODES: readonly ErrorCode[] = ['INSUFFICIENT_BALANCE', 'UNVERIFIED_LIMIT'];

function useSubscribing(offer: Offering) {
  const limit = useUnverifiedLimit(offer.currency);
  const { t } = useTranslation('publication');
  const navigate = useNavigate();
  const write = useMoneyMutation(subscribing);
  const form = useForm({
    initial: EMPTY,
    isForgiving: true,
    check: ({ amount: text }): Faults<'amount'> => {
      const amount = parseDecimal(text);
      return { amount: checkSubscription(amount, offer.terms) ?? checkUnverifiedLimit(amount, limit) };
    },
    send: ({ amount }) => write.send({ offerId: offer.id, amount: parseDecimal(amount), termsHash: offer.termsHash }),
    fieldOf: ({ code }: AppError) => (code.startsWith('AMOUNT_') || AMOUNT_CODES.includes(code) ? 'amount' : undefined),
    onDone: () => {
      showToast({ kind: 'success', text: t('done') });
      void navigate(paths.publication({ id: offer.id }), { replace: true });
    },
  });
  useBusyWhile(form.typed.amount !== '' || write.isSending);
  return { form, write, limit };
}

function Subscribing({ offer }: { offer: Offering }) {
  const { t } = useTranslation('publication');
  const back = useBack();
  const state = useOfferingState(offer);
  const available = useBalance('spot', offer.currency)?.available;
  const { form, write, limit } = useSubscribing(offer);
  const checking = useCheckingText(write.status);
  const blocked = state === 'open' ? undefined : t(`why.${state}`);
  return (
    <Page header={<NavBar title={t('subscribeTo', { coin: offer.coin })} onBack={back} />}>
      <form className={styles['page']} aria-label={t('subscribe')} {...form.element}>
        <OfferingHead offer={offer} state={state} />
        <UnverifiedNote limit={limit} />
        <AmountField
          label={t('amount')}
          unit={offer.currency}
          places={MONEY_PLACES}
          available={available}
          most={withinLimit(available, limit)}
          hint={t('heldHint')}
          enterKeyHint="go"
          {...form.field('amount')}
        />
        <Estimate offer={offer} amount={parseDecimal(form.typed.amount)} />
        <MoneyButton isSending={form.isSending} blockedReason={blocked} error={checking ?? form.texts.form}>
          {t('subscribe')}
        </MoneyButton>
      </form>
    </Page>
  );
}
