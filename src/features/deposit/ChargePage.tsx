import { Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { useSearchParams, useNavigate } from 'react-router-dom';
import * as z from 'zod/mini';
import type { Deposit, DepositChain, DepositChannel } from '@halyard/contract/deposits/calls';
import type { DepositId } from '@halyard/contract/ids';
import { type Decimal, isPositive, isZero, parseDecimal } from '@halyard/contract/money';
import { checkAmount } from '@halyard/contract/withdrawals/rules';
import { useGetDepositTermsQuery, depositDeclaration, depositDrafts } from '../../domain/deposits/depositsApi.ts';
import { useDraftedUpload } from '../../domain/uploads/useDraftedUpload.ts';
import type { AppError } from '../../shared/api/appError.ts';
import { useFormat } from '../../shared/format/useFormat.ts';
import { type Faults, useForm } from '../../shared/forms/useForm.ts';
import { errorText } from '../../shared/i18n/errorText.ts';
import { useCheckingText, useMoneyMutation } from '../../shared/money-mutations/useMoneyMutation.ts';
import { paths } from '../../shared/navigation/paths.ts';
import { useIsHere } from '../../shared/navigation/useIsHere.ts';
import { lazyPart } from '../../shared/pwa/lazyPart.tsx';
import { useSharedFile } from '../../shared/pwa/sharedFile.ts';
import { readAs, useDraft } from '../../shared/storage/useDraft.ts';
import { CopyRow } from '../../shared/ui/CopyRow.tsx';
import { EmptyState } from '../../shared/ui/EmptyState.tsx';
import { ErrorState } from '../../shared/ui/ErrorState.tsx';
import { KeyValue } from '../../shared/ui/KeyValue.tsx';
import { MoneyButton } from '../../shared/ui/MoneyButton.tsx';
import { NumberField } from '../../shared/ui/NumberField.tsx';
import { NavBar, Page } from '../../shared/ui/Page.tsx';
import { PasteButton } from '../../shared/ui/PasteButton.tsx';
import { PhotoField } from '../../shared/ui/PhotoField.tsx';
import { SidesLoading } from '../../shared/ui/SidesLoading.tsx';
import { TextField } from '../../shared/ui/TextField.tsx';
import { showToast } from '../../shared/ui/toastQueue.ts';
import styles from './Deposit.module.css';
import { chainOf, channelOf, DepositMissing, StatusLoading, useIsTest, useShownAddress } from './DepositParts.tsx';

// A declared deposit has no form.
const DepositStatus = lazyPart(async () => (await import('./DepositStatus.tsx')).DepositStatus);

/** Declaring a deposit; with `?id=` the status of one. */
export function ChargePage() {
  const { t } = useTranslation('deposit');
  const [query] = useSearchParams();
  const id = query.get('id');
  const isKnownId = id !== null && /^\d{1,9}$/.test(id);
  return (
    <Page header={<NavBar title={t(id === null ? 'charge.title' : 'status.title')} />}>
      {id === null && <Declare query={query} />}
      {isKnownId && (
        <Suspense fallback={<StatusLoading />}>
          <DepositStatus id={Number.parseInt(id, 10) as DepositId} />
        </Suspense>
      )}
      {id !== null && !isKnownId && <DepositMissing />}
    </Page>
  );
}

function Declare({ query }: { query: URLSearchParams }) {
  const { t } = useTranslation('deposit');
  const { data: channels, error, refetch } = useGetDepositTermsQuery();
  const channel = channelOf(channels, query);
  if (channels === undefined) {
    if (error === undefined) return <SidesLoading start={[60, 68, 160]} end={[84, 84, 46]} />;
    return <ErrorState error={error} onRetry={refetch} />;
  }
  if (channel === undefined) return <EmptyState text={t('none')} />;
  const chain = chainOf(channel, query);
  // Another channel is another form: typed values must not carry over.
  return <ChargeForm key={`${channel.id} ${chain?.chain}`} channel={channel} chain={chain} />;
}

const draftSchema = z.object({ payment: z._default(z.string(), ''), amount: z.string(), payer: z.string() });

const PAYMENT_LENGTH_MAX = 200;

const EMPTY = { payment: '', amount: '', payer: '' };

// A legacy server's minimum: it sends none.
const SMALLEST = '0.00000001' as Decimal;

type ChargeFormProps = { channel: DepositChannel; chain: DepositChain | undefined };

/** The amount; beside or below it a picture as proof and what is optional. */
function ChargeForm({ channel, chain }: ChargeFormProps) {
  const { t } = useTranslation('deposit');
  const address = useShownAddress(chain?.address ?? '', useIsTest(channel) ?? true);
  const navigate = useNavigate();
  const isHere = useIsHere();
  const charge = useCharge({ channel, chain }, (taken) => {
    const isUnnamed = typeof taken === 'string';
    if (isUnnamed || !isHere.current) showToast({ kind: 'success', text: t('charge.taken') });
    if (!isHere.current) return;
    const next = isUnnamed ? paths.assetsRecord({ tab: 'deposits' }) : paths.depositCharge({ id: taken.id });
    void navigate(next, { replace: true });
  });
  const { field, texts, isSending, proof } = charge;
  const unit = channel.isBank ? 'USD' : channel.name;
  return (
    <form {...charge.element} className={styles['stack']}>
      <div data-side="start">
        <PaidWay channel={channel} chain={chain} />
        {chain !== undefined && (
          <CopyRow label={t('address', { coin: channel.name })} value={address} variant="whole" />
        )}
        <NumberField
          label={t(channel.isBank ? 'charge.bankAmount' : 'charge.amount')}
          unit={unit}
          hint={<AmountHint channel={channel} unit={unit} />}
          {...field('amount')}
        />
      </div>
      <div data-side="end">
        <PhotoField
          label={t(channel.isBank ? 'charge.voucher' : 'charge.proof')}
          hint={t(channel.isBank ? 'charge.voucherHint' : 'charge.proofHint')}
          error={texts.proof}
          value={proof.value}
          onChoose={proof.choose}
          onRetry={proof.retry}
          onRemove={proof.remove}
          isPdfAllowed={channel.isBank}
          isDisabled={isSending}
        />
        {!proof.isPersisted && <p className={styles['note']}>{errorText('DRAFT_NOT_KEPT')}</p>}
        <TextField
          label={t(channel.isBank ? 'charge.reference' : 'charge.transaction')}
          hint={t(channel.isBank ? 'charge.referenceHint' : 'charge.transactionHint')}
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          maxLength={PAYMENT_LENGTH_MAX}
          end={<PasteButton maxLength={PAYMENT_LENGTH_MAX} onPaste={(text) => charge.set('payment', text)} />}
          {...field('payment')}
        />
        {channel.isBank && (
          <TextField label={t('charge.payer')} hint={t('charge.payerHint')} maxLength={200} {...field('payer')} />
        )}
      </div>
      <Submit charge={charge} unit={unit} places={channel.places} />
    </form>
  );
}

/** The network of the payment, or the account at the bank and the user's reference; and what is credited. */
function PaidWay({ channel, chain }: ChargeFormProps) {
  const { t } = useTranslation('deposit');
  const { bank } = channel;
  const bankFacts = [
    ...(bank === null ? [] : [{ label: t('charge.paidTo'), value: `${bank.bankName} · ${bank.accountNumber}` }]),
    { label: t('reference'), value: bank?.reference ?? '—' },
    { label: t('rate'), value: t('rateValue') },
  ];
  const chainFacts = [{ label: t('charge.way'), value: `${channel.name} · ${chain?.chain}` }];
  const facts = chain === undefined ? bankFacts : chainFacts;
  return <KeyValue items={[...facts, { label: t('credited'), value: t('spot') }]} />;
}

function AmountHint({ channel, unit }: { channel: DepositChannel; unit: string }) {
  const { t } = useTranslation('deposit');
  const format = useFormat();
  if (isZero(channel.min)) return null;
  return t('charge.amountHint', { min: format.amount(channel.min, channel.places), coin: unit });
}

type SubmitProps = { charge: ReturnType<typeof useCharge>; unit: string; places: number };

function Submit({ charge, unit, places }: SubmitProps) {
  const { t } = useTranslation('deposit');
  const format = useFormat();
  const { amount, proof, texts, isOpen, isSending, status } = charge;
  const checking = useCheckingText(status);
  const words =
    amount !== undefined && isPositive(amount)
      ? t('charge.submitAmount', { amount: `${format.amount(amount, places)} ${unit}` })
      : t('charge.submit');
  return (
    <MoneyButton
      isSending={isSending}
      blockedReason={proof.value.status === 'uploading' ? t('charge.waiting') : undefined}
      error={checking ?? (isOpen ? t('charge.again') : texts.form)}
    >
      {words}
    </MoneyButton>
  );
}

/** State of the deposit form: typed values and picture are persisted until submission. */
type Way = { readonly channel: DepositChannel; readonly chain: DepositChain | undefined };

type Field = 'payment' | 'amount' | 'payer' | 'proof';

/** `onDone` receives the deposit, or the text of a server that sends no more. */
function useCharge({ channel, chain }: Way, onDone: (taken: Deposit | string) => void) {
  const names = depositDrafts({ channelId: channel.id, chain: chain?.chain });
  const draft = useDraft({ name: names.typed, initial: EMPTY, read: readAs(draftSchema) });
  const amount = parseDecimal(draft.value.amount);
  const upload = useDraftedUpload(names.proof, { allowPdf: channel.isBank });
  useSharedFile('deposit', upload.choose);
  const { send, status } = useMoneyMutation(depositDeclaration);

  const form = useForm({
    initial: {},
    draft,
    isForgiving: true,
    check: () => faultsOf(amount, upload.path, channel),
    fieldOf,
    send: async ({ payment, payer }) => {
      if (amount === undefined || upload.path === undefined) return undefined;
      return send({
        channelId: channel.id,
        amount,
        proof: upload.path,
        ...(chain && { chain: chain.chain }),
        ...(payment.trim() !== '' && { sentPaymentId: payment.trim() }),
        ...(payer.trim() !== '' && { payer: payer.trim() }),
      });
    },
    onDone: (taken) => {
      upload.forget();
      onDone(taken);
    },
  });

  const proof = {
    ...upload,
    choose: (file: File) => {
      form.setFault('proof', undefined);
      upload.choose(file);
    },
  };
  return { ...form, proof, amount, status } as const;
}

function faultsOf(amount: Decimal | undefined, proof: string | undefined, { min, places }: DepositChannel) {
  return {
    amount: checkAmount(amount, { min: isZero(min) ? SMALLEST : min, places }),
    proof: proof === undefined ? { code: 'DEPOSIT_PROOF_REQUIRED' } : undefined,
  } as Faults<Field>;
}

function fieldOf({ code }: AppError): Field | undefined {
  if (code.startsWith('AMOUNT_')) return 'amount';
  return code === 'DEPOSIT_PROOF_REQUIRED' || code === 'FILE_NOT_FOUND' ? 'proof' : undefined;
}
