import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate, useSearchParams } from 'react-router-dom';
import type { BankCard } from '@halyard/contract/bank/calls';
import { maskAccountNumber } from '@halyard/contract/bank/rules';
import type { Chain } from '@halyard/contract/deposits/calls';
import type { CodedError } from '@halyard/contract/errors';
import type { AddressId } from '@halyard/contract/ids';
import { type Decimal, round, compare, isPositive, parseDecimal, ZERO } from '@halyard/contract/money';
import { checkFundPassword } from '@halyard/contract/security/rules';
import type {
  WithdrawalHold,
  WithdrawalTerms,
  withdraw,
  Withdrawal,
  WithdrawalAddress,
} from '@halyard/contract/withdrawals/calls';
import { ARRIVAL_HOURS, checkAmount, withdrawalMin, withdrawalReceipt } from '@halyard/contract/withdrawals/rules';
import { useGetBankCardQuery } from '../../domain/bank/bankApi.ts';
import { useGetStepUpQuery } from '../../domain/security/stepUpApi.ts';
import type { BaseCoin } from '../../domain/wallet/baseCoins.ts';
import { useListAddressesQuery } from '../../domain/withdrawals/addressesApi.ts';
import { withdrawalMutation } from '../../domain/withdrawals/withdrawalsApi.ts';
import type { AppError } from '../../shared/api/appError.ts';
import { Num } from '../../shared/format/Num.tsx';
import { formatPercent } from '../../shared/format/numbers.ts';
import { useFormat } from '../../shared/format/useFormat.ts';
import { useForm, type Faults } from '../../shared/forms/useForm.ts';
import { errorText } from '../../shared/i18n/errorText.ts';
import type { PendingRequestOf } from '../../shared/money-mutations/moneyMutation.ts';
import { useCheckingText, useMoneyMutation } from '../../shared/money-mutations/useMoneyMutation.ts';
import { paths } from '../../shared/navigation/paths.ts';
import { useIsHere } from '../../shared/navigation/useIsHere.ts';
import { useMoneyBlockedReason } from '../../shared/realtime/useMoneyBlockedReason.ts';
import { AmountField } from '../../shared/ui/AmountField.tsx';
import { ButtonLink } from '../../shared/ui/Button.tsx';
import { PinField } from '../../shared/ui/CodeField.tsx';
import { ConfirmSheet } from '../../shared/ui/ConfirmSheet.tsx';
import { KeyValue } from '../../shared/ui/KeyValue.tsx';
import { ListRow } from '../../shared/ui/ListRow.tsx';
import { MoneyButton } from '../../shared/ui/MoneyButton.tsx';
import { RadioRows } from '../../shared/ui/RadioRows.tsx';
import { TextField } from '../../shared/ui/TextField.tsx';
import { showToast } from '../../shared/ui/toastQueue.ts';
import styles from './Withdraw.module.css';

const PLACES: Readonly<Record<Need, () => string>> = {
  verify: paths.verification,
  fundPassword: paths.changePayPassword,
  address: paths.createAddress,
  card: paths.addBankCard,
  cardName: paths.addBankCard,
};

const TEXTS = {
  password: 'held.password',
  fund_password: 'held.fundPassword',
  address: 'held.address',
  bank_card: 'held.bankCard',
  factor: 'held.factor',
} as const;

type WithdrawFormProps = { coin: BaseCoin; terms: WithdrawalTerms; destinations: readonly Destination[] };

/** Destination, amount, fee and net amount; the fund password comes last. */
export function WithdrawForm({ coin, terms, destinations }: WithdrawFormProps) {
  const { t } = useTranslation('withdraw');
  const navigate = useNavigate();
  const isHere = useIsHere();
  const [isConfirming, setConfirming] = useState(false);
  const known = useMemo(() => knownTerms(terms), [terms]);
  const form = useWithdraw(known, destinations, coin.id, {
    review: () => setConfirming(true),
    onDone: (taken) => {
      setConfirming(false);
      const isUnnamed = typeof taken === 'string';
      if (isUnnamed || !isHere.current) showToast({ kind: 'success', text: t('taken') });
      if (!isHere.current) return;
      const next = isUnnamed ? paths.assetsRecord({ tab: 'withdrawals' }) : paths.withdrawDetail({ id: taken.id });
      void navigate(next, { replace: true });
    },
  });
  const needs = missingNeeds(terms, coin, destinations.length);
  const hold = holdOf(terms, form.destination);
  const { why } = useHoldTexts();
  const unit = coin.isBank ? 'USDT' : coin.name;
  // The bank pays out US dollars, at a fixed rate of one.
  const payout = coin.isBank ? 'USD' : unit;

  return (
    <>
      <NeedsList needs={needs} />
      <form {...form.element} className={styles['stack']}>
        <div data-side="start">
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
            placeholder="0"
            hint={<TermsHint known={known} unit={unit} />}
            {...form.field('amount')}
          />
        </div>
        <div data-side="end">
          <WithdrawFigures
            amount={form.amount}
            known={known}
            terms={terms}
            receipt={receiptOf(form.amount, known)}
            {...{ unit, payout }}
          />
          <TextField label={t('remark')} maxLength={200} {...form.field('remark')} />
        </div>
        <Action form={form} known={known} unit={unit} blockedReason={useBlockedReason(terms, hold, needs.length)} />
      </form>
      <ConfirmWithdrawal
        isOpen={isConfirming}
        onOpenChange={setConfirming}
        onConfirm={form.send}
        {...{ form, known, unit, payout }}
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
        options={destinations.map(({ key, label, detail, address, addressId }) => {
          const when = whenOf(ownHoldOf(terms, addressId));
          return {
            value: key,
            label,
            isDimmed: when !== undefined,
            detail: (
              <>
                <span className={styles[address === undefined ? 'detail' : 'mono']}>{detail}</span>
                {when !== undefined && <span className={styles['waits']}>{when}</span>}
              </>
            ),
          };
        })}
        value={form.destination?.key}
        onValueChange={form.choose}
        error={form.texts.destination && form.destination === undefined ? t('choose') : form.texts.destination}
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

/** The minimum and the fee's rule, before the amount is typed. */
function TermsHint({ known: { min, feePercent, feeMin, places }, unit }: { known: KnownTerms; unit: string }) {
  const { t } = useTranslation('withdraw');
  const format = useFormat();
  const percent = formatPercent(feePercent, format.locale, { places: 4 });
  return (
    <span>
      {t('min', { min: format.amount(min, places), coin: unit })}
      {' · '}
      {t('feeRule', { percent, min: format.amount(feeMin, places), coin: unit })}
    </span>
  );
}

/** Why nothing can be withdrawn now, as text: the conditions listed above. */
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

/**
 * Holds that delay a withdrawal, longest first, shown before the amount is typed. An older server sends only the hold
 * of the login password.
 */
function holdsOf({ holds, blockedUntil }: WithdrawalTerms): readonly WithdrawalHold[] {
  return holds ?? (blockedUntil == null ? [] : [{ cause: 'password', until: blockedUntil }]);
}

/** The longest hold for the chosen destination; without one, for any destination. */
function holdOf(terms: WithdrawalTerms, chosen: Destination | undefined): WithdrawalHold | undefined {
  return holdsOf(terms).find(({ addressId }) => addressId === undefined || addressId === chosen?.addressId);
}

/** The hold of a new address. */
function ownHoldOf(terms: WithdrawalTerms, address: AddressId | undefined): WithdrawalHold | undefined {
  return holdsOf(terms).find(({ addressId }) => addressId !== undefined && addressId === address);
}

/** Formats holds. */
function useHoldTexts() {
  const { t } = useTranslation('withdraw');
  const format = useFormat();
  const timeOf = ({ until }: WithdrawalHold) => format.moment(Date.parse(until), 'dayMinute');
  return {
    why: (hold: WithdrawalHold) => t(TEXTS[hold.cause], { time: timeOf(hold) }),
    whenOf: (hold: WithdrawalHold | undefined) => hold && t('held.when', { time: timeOf(hold) }),
  };
}

type WithdrawFiguresProps = {
  /** Fee included. */
  amount: Decimal | undefined;
  known: KnownTerms;
  terms: WithdrawalTerms;
  receipt: { readonly fee: Decimal; readonly receipt: Decimal } | undefined;
  unit: string;
  /** Unit of the net amount: USD for the bank. */
  payout: string;
};

/** Fee, net amount, expected time, and remaining requests, live before sending. */
function WithdrawFigures({ amount, known, terms, receipt, unit, payout }: WithdrawFiguresProps) {
  const { t } = useTranslation('withdraw');
  const { leftToday, dailyLimit, arrivalHours = ARRIVAL_HOURS } = terms;
  const amountOf = (value: Decimal | undefined, coin = unit) => (
    <Num kind="amount" value={value} places={known.places} unit={coin} />
  );
  return (
    <KeyValue
      items={[
        { label: t('fee'), value: amountOf(receipt?.fee) },
        { label: t('receipt'), value: amountOf(receipt?.receipt, payout) },
        { label: t('total'), value: amountOf(receipt && amount) },
        ...(payout === unit ? [] : [{ label: t('rate'), value: t('rateValue') }]),
        { label: t('arrival'), value: t('arrivalWithin', { hours: arrivalHours }) },
        ...(leftToday === undefined || dailyLimit === undefined
          ? []
          : [{ label: t('leftToday'), value: t('leftOf', { left: leftToday, limit: dailyLimit }) }]),
      ]}
    />
  );
}

type ConfirmWithdrawalProps = {
  isOpen: boolean;
  onOpenChange: (isOpen: boolean) => void;
  onConfirm: () => void;
  form: WithdrawFormState;
  known: KnownTerms;
  unit: string;
  payout: string;
};

/** Confirmation before the money is held: destination, fee, and the fund password. */
function ConfirmWithdrawal({ isOpen, onOpenChange, onConfirm, form, known, unit, payout }: ConfirmWithdrawalProps) {
  const { t } = useTranslation('withdraw');
  const format = useFormat();
  const unreachable = useMoneyBlockedReason();
  // A recent confirmation is still good.
  const isTwoSteps = useGetStepUpQuery(undefined, { skip: !isOpen }).data?.until === null;
  const { amount, destination, texts, isSending, status, isOpen: isUnknown } = form;
  const checking = useCheckingText(status);
  const receipt = receiptOf(amount, known);
  if (amount === undefined || destination === undefined || receipt === undefined) return null;
  const refusal = texts.form ?? texts.amount ?? texts.destination;
  const failure = checking ?? (isUnknown ? t('again') : refusal);
  return (
    <ConfirmSheet
      isOpen={isOpen}
      onOpenChange={onOpenChange}
      title={t('confirm.title', { amount: `${format.amount(amount, known.places)} ${unit}` })}
      description={t('confirm.explain')}
      figures={[
        {
          label: t('confirm.to'),
          value: (
            <>
              {destination.label}
              <span className={styles[destination.address === undefined ? 'detail' : 'mono']}>
                {destination.detail}
              </span>
            </>
          ),
        },
        destination.chain === undefined
          ? { label: t('rate'), value: t('rateValue') }
          : { label: t('confirm.chain'), value: destination.chain },
        { label: t('fee'), value: <Num kind="amount" value={receipt.fee} places={known.places} unit={unit} /> },
        {
          label: t('receipt'),
          value: <Num kind="amount" value={receipt.receipt} places={known.places} unit={payout} />,
        },
        { label: t('total'), value: <Num kind="amount" value={amount} places={known.places} unit={unit} /> },
      ]}
      error={unreachable === undefined ? failure : errorText(unreachable.code, unreachable.params)}
      confirmLabel={t(isTwoSteps ? 'confirm.next' : 'confirm.action')}
      onConfirm={onConfirm}
      isConfirming={isSending}
      isDisabled={unreachable !== undefined}
    >
      {isTwoSteps && <p className={styles['note']}>{t('confirm.steps')}</p>}
      <PinField label={t('confirm.password')} {...form.field('password')} />
    </ConfirmSheet>
  );
}

/**
 * Conditions before a withdrawal in the order to meet them, all shown at once. A legacy server does not send them, and
 * refuses later.
 */
type Need = 'verify' | 'fundPassword' | 'address' | 'card' | 'cardName';

/** The unmet conditions. */
function missingNeeds(
  { isVerified, hasFundPassword, isCardOfOther }: WithdrawalTerms,
  { isBank }: BaseCoin,
  destinationCount: number,
): readonly Need[] {
  const needs: readonly (readonly [Need, boolean])[] = [
    ['verify', isVerified === false],
    ['fundPassword', hasFundPassword === false],
    [isBank ? 'card' : 'address', destinationCount === 0],
    ['cardName', isCardOfOther === true],
  ];
  return needs.flatMap(([need, isMissing]) => (isMissing ? [need] : []));
}

/** The unmet conditions, each with a link. */
function NeedsList({ needs }: { needs: readonly Need[] }) {
  const { t } = useTranslation('withdraw');
  if (needs.length === 0) return null;
  return (
    <section aria-label={t('needs.title')}>
      <h2 className={styles['heading']}>{t('needs.title')}</h2>
      <ul className={styles['rows']}>
        {needs.map((need) => (
          <li key={need}>
            <ListRow title={t(`needs.${need}`)} detail={t(`needs.${need}Detail`)} hasChevron to={PLACES[need]()} />
          </li>
        ))}
      </ul>
      <p className={styles['note']}>{t('needs.all')}</p>
    </section>
  );
}

// State of the withdrawal form: figures while typing, checks before the fund password, one request however often it is
// sent.

const EMPTY = { amount: '', remark: '', password: '' };
type Field = keyof typeof EMPTY | 'destination';
type Request = PendingRequestOf<typeof withdraw>;

/** Terms, with defaults for what a legacy server does not send. */
type KnownTerms = ReturnType<typeof knownTerms>;

// A legacy server takes eight decimals, and sends a percentage without a minimum.
const LEGACY_PLACES = 8;

/** The figures that the form computes with. */
function knownTerms({ feePercent, feeMin = ZERO, min, places = LEGACY_PLACES, available }: WithdrawalTerms) {
  return { feePercent, feeMin, places, available, min: withdrawalMin({ min, feePercent, feeMin, places }) };
}

/** Amount taken and amount received; undefined without a valid amount. */
function receiptOf(amount: Decimal | undefined, terms: KnownTerms) {
  return amount !== undefined && checkAmount(amount, terms) === undefined
    ? withdrawalReceipt(amount, terms)
    : undefined;
}

/** `onDone` receives the withdrawal, or the text of a server that sends no more. */
function useWithdraw(
  terms: KnownTerms,
  destinations: readonly Destination[],
  channelId: Request['channelId'],
  { review, onDone }: { readonly review: () => void; readonly onDone: (taken: Withdrawal | string) => void },
) {
  const [query] = useSearchParams();
  const [chosenKey, setChosenKey] = useState(query.get('address'));
  const { send, status } = useMoneyMutation(withdrawalMutation);
  const only = destinations.length === 1 ? destinations[0] : undefined;
  const destination = chosenKey === null ? only : destinations.find(({ key }) => key === chosenKey);

  const form = useForm({
    initial: EMPTY,
    secret: 'password',
    isForgiving: true,
    check: ({ amount }): Faults<Field> => ({
      amount: faultIn(parseDecimal(amount), terms),
      destination: destination === undefined ? { code: 'WITHDRAW_ADDRESS_REQUIRED' } : undefined,
    }),
    review: () => {
      // Confirmed as shown: not the address that is left when this one is removed meanwhile.
      setChosenKey(destination?.key ?? null);
      review();
    },
    checkReview: ({ password }) => ({ password: checkFundPassword(password) }),
    fieldOf,
    send: async (typed) => {
      const amount = parseDecimal(typed.amount);
      if (amount === undefined || destination === undefined) return undefined;
      const fee = receiptOf(amount, terms)?.fee;
      return send({ ...requestTo(destination, typed), channelId, amount, ...(fee !== undefined && { fee }) });
    },
    onDone,
  });

  const choose = (key: string) => {
    setChosenKey(key);
    form.setFault('destination', undefined);
  };
  const amount = parseDecimal(form.typed.amount);
  return { ...form, destination, choose, amount, status } as const;
}

type WithdrawFormState = ReturnType<typeof useWithdraw>;

function requestTo(
  { addressId, address = '--', chain }: Destination,
  typed: typeof EMPTY,
): Omit<Request, 'channelId' | 'amount'> {
  const remark = typed.remark.trim();
  return {
    address,
    ...(addressId !== undefined && { addressId }),
    ...(chain !== undefined && { chain }),
    ...(remark !== '' && { remark }),
    fundPassword: typed.password,
  };
}

function faultIn(amount: Decimal | undefined, terms: KnownTerms): CodedError | undefined {
  const wrong = checkAmount(amount, terms);
  if (wrong !== undefined) return wrong;
  const isTooMuch = amount !== undefined && isPositive(amount) && compare(amount, terms.available) > 0;
  return isTooMuch ? { code: 'INSUFFICIENT_BALANCE' } : undefined;
}

function fieldOf({ code }: AppError): Field | undefined {
  if (code.startsWith('FUND_PASSWORD_')) return 'password';
  if (code.startsWith('AMOUNT_') || code === 'INSUFFICIENT_BALANCE') return 'amount';
  return code === 'WITHDRAW_ADDRESS_REQUIRED' || code === 'ADDRESS_NOT_FOUND' ? 'destination' : undefined;
}

/** A withdrawal destination: an address for the coin, or the bank card. Only addresses have an id and a chain. */
type Destination = {
  readonly key: string;
  readonly label: string;
  readonly detail: string;
  readonly addressId?: AddressId;
  readonly address?: string;
  readonly chain?: Chain;
};

/** `list` is undefined until known. */
export function useDestinations(coin: BaseCoin) {
  const book = useListAddressesQuery(undefined, { skip: coin.isBank });
  const bank = useGetBankCardQuery(undefined, { skip: !coin.isBank });
  const used = coin.isBank ? bank : book;
  return {
    list: coin.isBank ? cardOf(bank.data) : addressesOf(book.data, coin),
    error: used.data === undefined ? (used.error as AppError | undefined) : undefined,
    retry: () => void used.refetch(),
  };
}

function addressesOf(
  book: readonly WithdrawalAddress[] | undefined,
  coin: BaseCoin,
): readonly Destination[] | undefined {
  return book
    ?.filter(({ channelId }) => channelId === coin.id)
    .map(({ id, label, address, chain }) => ({
      key: String(id),
      label: label === '' ? chain : `${label} · ${chain}`,
      detail: address,
      addressId: id,
      address,
      chain,
    }));
}

function cardOf(card: BankCard | null | undefined): readonly Destination[] | undefined {
  if (card === undefined || card === null) return card === null ? [] : undefined;
  return [
    {
      key: 'card',
      label: card.bankName ?? '',
      detail: `${card.holder ?? ''} · ${maskAccountNumber(card.accountNumber ?? '')}`,
    },
  ];
}
