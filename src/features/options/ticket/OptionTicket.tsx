import { ChevronRight, Equal, MoveDown, MoveUp } from 'lucide-react';
import { Suspense, useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useLocation } from 'react-router-dom';
import { compare, type Decimal, isPositive, parseDecimal } from '@halyard/contract/money';
import type { Option } from '@halyard/contract/options/calls';
import { breakEvenPercent, type Direction, houseEdgePercent } from '@halyard/contract/options/rules';
import { usePurchaseBlock } from '../../../domain/limits/tradingBreakApi.ts';
import { selectIsLoggedIn } from '../../../domain/session/sessionSlice.ts';
import type { CodedError } from '@halyard/contract/errors';
import { useFormat } from '../../../shared/format/useFormat.ts';
import { useWasEver } from '../../../shared/hooks/useWasEver.ts';
import { appErrorText, errorText, codedText } from '../../../shared/i18n/errorText.ts';
import { useCheckingText } from '../../../shared/money-mutations/useMoneyMutation.ts';
import { backQueryTo } from '../../../shared/navigation/backPage.ts';
import { paths } from '../../../shared/navigation/paths.ts';
import { lazyPart } from '../../../shared/pwa/lazyPart.tsx';
import { useMoneyBlockedReason } from '../../../shared/realtime/useMoneyBlockedReason.ts';
import { useIsStale } from '../../../shared/realtime/useRealtime.ts';
import { useAppSelector } from '../../../shared/store/hooks.ts';
import { Button, ButtonLink } from '../../../shared/ui/Button.tsx';
import { classNames } from '../../../shared/ui/classNames.ts';
import { ErrorState } from '../../../shared/ui/ErrorState.tsx';
import { Loading, Skeleton } from '../../../shared/ui/Skeleton.tsx';
import { showToast } from '../../../shared/ui/toastQueue.ts';
import { VisuallyHidden } from '../../../shared/ui/VisuallyHidden.tsx';
import {
  useOptionTicket,
  fieldOf,
  termsOf,
  wantsVerification,
  type OptionMarket,
  type OptionTicketControl,
} from './useOptionTicket.ts';
import { RUNNING_ID } from '../running/RunningOptions.tsx';
import { useTimeText } from '../../../shared/format/useTimeText.ts';
import styles from './Ticket.module.css';
import { BalanceLine } from '../../../domain/wallet/BalanceLine.tsx';
import { NumberField } from '../../../shared/ui/NumberField.tsx';
import { PercentButtons, type PercentStep } from '../../../shared/ui/PercentButtons.tsx';
import { Segmented } from '../../../shared/ui/Segmented.tsx';

const BUTTONS = {
  up: { kind: 'buy', Icon: MoveUp },
  down: { kind: 'sell', Icon: MoveDown },
  even: { kind: 'ghost', Icon: Equal },
} as const;

const TermsSheet = lazyPart(async () => (await import('../terms/TermsSheet.tsx')).TermsSheet);

/** Delivery time, stake, a button per direction with its payout, and the terms. */
export function OptionTicket({ market }: { market: OptionMarket }) {
  const { t } = useTranslation('options');
  const ticket = useOptionTicket(market, useBoughtNotice(market));
  const blockedReason = useBlockedReason(market);
  const isLoggedIn = useAppSelector(selectIsLoggedIn);
  const location = useLocation();
  if (ticket.loadError !== undefined) {
    return <ErrorState error={ticket.loadError} onRetry={ticket.retry} />;
  }
  return (
    <section aria-label={t('ticket.label')} className={styles['ticket']}>
      <TimeChips ticket={ticket} />
      <StakeFields ticket={ticket} isLoggedIn={isLoggedIn} />
      <DirectionButtons ticket={ticket} isOff={!isLoggedIn || ticket.isLoading || blockedReason !== undefined} />
      {isLoggedIn ? (
        <TicketReason ticket={ticket} market={market} blockedReason={blockedReason} />
      ) : (
        <>
          {market.fault !== undefined && (
            <p className={styles['reason']} role="status">
              {errorText(market.fault)}
            </p>
          )}
          <ButtonLink to={paths.login(backQueryTo(location))}>{t('ticket.logIn')}</ButtonLink>
        </>
      )}
      <TermsLine ticket={ticket} market={market} />
    </section>
  );
}

/** Why no option of a market can be bought now. */
function useBlockedReason({ fault }: OptionMarket): CodedError | undefined {
  const unreachable = useMoneyBlockedReason();
  const isStale = useIsStale();
  const refused = usePurchaseBlock('options');
  if (unreachable !== undefined) return unreachable;
  if (refused !== undefined) return refused;
  if (fault !== undefined) return { code: fault };
  return isStale ? { code: 'PRICE_STALE' } : undefined;
}

type TermsLineProps = { ticket: OptionTicketControl; market: OptionMarket };

/** House edge and settlement price rule in one line, which opens the full terms. */
function TermsLine({ ticket, market }: TermsLineProps) {
  const { t } = useTranslation('options');
  const format = useFormat();
  const [isOpen, setOpen] = useState(false);
  const wasOpen = useWasEver(isOpen);
  const { time, times } = ticket;
  const rates = ratesOf(ticket);
  if (rates.length === 0) return null;
  return (
    <>
      <button type="button" className={styles['terms']} aria-haspopup="dialog" onClick={() => setOpen(true)}>
        <span>
          {t('ticket.terms', {
            breakEven: rangeText(rates.map(breakEvenPercent), format.percent),
            edge: rangeText(rates.map(houseEdgePercent), format.percent),
          })}
        </span>
        <ChevronRight aria-hidden />
      </button>
      <Suspense fallback={null}>
        {wasOpen && (
          <TermsSheet isOpen={isOpen} onOpenChange={setOpen} time={time} times={times ?? []} symbol={market.symbol} />
        )}
      </Suspense>
    </>
  );
}

/** Terms of the chosen time, or of all while none is chosen. */
function ratesOf({ time, times = [] }: OptionTicketControl) {
  return (time === undefined ? times : [time]).flatMap(({ terms }) => terms ?? []);
}

/** From the lowest to the highest. */
function rangeText(values: readonly Decimal[], write: (value: Decimal) => string): string {
  const sorted = [...values].sort(compare);
  const [least, most] = [sorted[0], sorted.at(-1)];
  if (least === undefined || most === undefined) return '';
  const [from, to] = [write(least), write(most)];
  return from === to ? from : `${from}–${to}`;
}

/** The delivery times with the payout of up and down; none is chosen at first. */
function TimeChips({ ticket }: { ticket: OptionTicketControl }) {
  const { t } = useTranslation('options');
  const format = useFormat();
  const timeText = useTimeText();
  const name = useId();
  const errorId = useId();
  const { times, time: chosen, error } = ticket;
  const wrong = error !== undefined && fieldOf(error) === 'time' ? errorText(error.code, error.params) : undefined;
  if (times === undefined) {
    return (
      <Loading>
        <Skeleton shape="block" height={44} />
      </Loading>
    );
  }
  return (
    <div>
      <div
        role="radiogroup"
        aria-label={t('ticket.time')}
        aria-invalid={wrong !== undefined || undefined}
        aria-describedby={wrong === undefined ? undefined : errorId}
        className={styles['times']}
      >
        {times.map(({ seconds, profitRatio }) => (
          <label key={seconds} className={styles['time']}>
            <input
              type="radio"
              name={name}
              checked={seconds === chosen?.seconds}
              onChange={() => ticket.chooseTime(seconds)}
            />
            <span className={styles['seconds']}>{timeText(seconds)}</span>
            <span className={styles['ratio']}>{`+${format.percent(profitRatio)}`}</span>
          </label>
        ))}
      </div>
      {wrong !== undefined && (
        <p id={errorId} role="alert" className={styles['error']}>
          {wrong}
        </p>
      )}
    </div>
  );
}

type DirectionButtonsProps = { ticket: OptionTicketControl; isOff: boolean };

/** Up, down and even, each with the payout of a winner. */
function DirectionButtons({ ticket, isOff }: DirectionButtonsProps) {
  return (
    <div className={styles['directions']}>
      {(['up', 'down', 'even'] as const).map((direction) => (
        <DirectionButton key={direction} direction={direction} ticket={ticket} isOff={isOff} />
      ))}
    </div>
  );
}

function DirectionButton({ direction, ticket, isOff }: DirectionButtonsProps & { direction: Direction }) {
  const { t } = useTranslation('options');
  const format = useFormat();
  const paysId = useId();
  const { kind, Icon } = BUTTONS[direction];
  const { time, buying, unit } = ticket;
  const payout = ticket.payoutOf(direction);
  const terms = termsOf(time, direction);
  const isNotOffered = time !== undefined && terms === undefined;
  const pays = payout === undefined ? terms && `+${format.percent(terms.profitRatio)}` : format.pnl(payout, 2);
  const exact = payout === undefined ? undefined : format.amount(payout, 8);
  return (
    <Button
      kind={kind}
      className={styles['direction'] ?? ''}
      aria-describedby={paysId}
      data-direction={direction}
      disabled={isOff || isNotOffered}
      isLoading={buying.isSending || ticket.isHeld}
      isUnready={payout === undefined}
      onClick={() => void ticket.buy(direction)}
    >
      <span className={styles['word']}>
        <Icon aria-hidden />
        {t(`direction.${direction}`)}
      </span>
      <span id={paysId} className={styles['pays']}>
        {isNotOffered && t('ticket.evenOff')}
        {!isNotOffered && <span aria-hidden="true">{pays}</span>}
        {exact !== undefined && <VisuallyHidden>{t('ticket.pays', { amount: exact, currency: unit })}</VisuallyHidden>}
      </span>
    </Button>
  );
}

type TicketReasonProps = {
  ticket: OptionTicketControl;
  market: OptionMarket;
  blockedReason: CodedError | undefined;
};

/**
 * Below the buttons: why they are disabled, or why nothing was bought; otherwise what to choose first, which price
 * opens the option on live prices, or an explanation of `even`.
 */
function TicketReason({ ticket, market, blockedReason }: TicketReasonProps) {
  const { t } = useTranslation('options');
  const { error, buying } = ticket;
  const checking = useCheckingText(buying.status);
  const note = useTicketNote(ticket, market);
  const ofForm = error !== undefined && fieldOf(error) === 'form' ? error : undefined;
  const reason = codedText(blockedReason) ?? (ofForm && appErrorText(ofForm));
  const isNote = reason === undefined && checking === undefined;
  return (
    <p className={classNames(styles['reason'], isNote && styles['note'])} role="status">
      {reason ?? checking ?? (
        <>
          {ticket.time === undefined && <span>{t('ticket.start')}</span>}
          {note !== undefined && <span>{note}</span>}
        </>
      )}
      {blockedReason === undefined && ofForm !== undefined && wantsVerification(ofForm) && (
        <Link className={styles['link']} to={paths.verification()}>
          {t('ticket.verify')}
        </Link>
      )}
    </p>
  );
}

/**
 * On live prices, which price opens the option; otherwise how close the settlement price must be for `even`, or why it
 * is off, once a time is chosen.
 */
function useTicketNote({ time, times }: OptionTicketControl, { pricePrecision }: OptionMarket): string | undefined {
  const { t } = useTranslation('options');
  const format = useFormat();
  const timeText = useTimeText();
  const { entryDelayMs = 0 } = (time ?? times?.[0])?.terms ?? {};
  if (entryDelayMs > 0) return t('ticket.entry', { delay: timeText(entryDelayMs / 1000) });
  if (time === undefined) return undefined;
  const band = time.evenTerms?.evenBand;
  return band === undefined
    ? errorText('EVEN_NOT_OFFERED')
    : t('ticket.evenBand', { band: format.price(band, pricePrecision) });
}

/** Shows the bought option and its price; "View" leads to its card. */
function useBoughtNotice({ pricePrecision }: OptionMarket): (option: Option) => void {
  const { t } = useTranslation(['options', 'forms']);
  const format = useFormat();
  return ({ direction, stake, currency, openPrice }) =>
    showToast({
      kind: 'success',
      text: t('ticket.bought', {
        direction: t(`direction.${direction}`),
        stake: format.amount(stake, 8, 0),
        currency,
        price: format.price(openPrice, pricePrecision),
      }),
      action: {
        label: t('forms:toast.view'),
        onAction: () => document.getElementById(RUNNING_ID)?.scrollIntoView({ block: 'center' }),
      },
    });
}

/** The largest first: several shares may equal the largest stake. */
const STEPS = [100, 75, 50, 25] as const satisfies readonly PercentStep[];

type StakeFieldsProps = { ticket: OptionTicketControl; isLoggedIn: boolean };

/** The stake: typed, a common amount, or a share of the options balance. */
function StakeFields({ ticket, isLoggedIn }: StakeFieldsProps) {
  const { t } = useTranslation('options');
  const format = useFormat();
  const { error, unit, stakeText, setStake } = ticket;
  const wrong = error !== undefined && fieldOf(error) === 'stake' ? error : undefined;
  const stakes = ratesOf(ticket).flatMap(({ minStake, maxStake }) => [minStake, maxStake]);
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
          placeholder={rangeText(stakes, (value) => format.amount(value, 8, 0))}
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

/** The share button that matches the stake exactly, if any; the first one without a stake. */
function shareStep({ stakeText, shareOf }: OptionTicketControl): PercentStep | undefined {
  return stakeText === '' ? 0 : STEPS.find((percent) => shareOf(percent) === stakeText);
}
