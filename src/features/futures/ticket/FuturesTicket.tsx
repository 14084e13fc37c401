import { ChevronDown } from 'lucide-react';
import { memo, Suspense, useCallback, useDeferredValue, useEffect, useState, type ComponentType } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation } from 'react-router-dom';
import type { CodedError } from '@halyard/contract/errors';
import type { PositionSide } from '@halyard/contract/futures/position';
import type { Decimal } from '@halyard/contract/money';
import { UnverifiedNote } from '../../../domain/exposure/UnverifiedNote.tsx';
import { usePurchaseBlock } from '../../../domain/limits/tradingBreakApi.ts';
import { useMarketRow } from '../../../domain/markets/useMarkets.ts';
import { ownerKeyOf } from '../../../domain/preferences/preferencesSlice.ts';
import { selectIsLoggedIn, selectUser } from '../../../domain/session/sessionSlice.ts';
import { Num } from '../../../shared/format/Num.tsx';
import { useFormat } from '../../../shared/format/useFormat.ts';
import { useWasEver } from '../../../shared/hooks/useWasEver.ts';
import { appErrorText, codedText } from '../../../shared/i18n/errorText.ts';
import { useCheckingText } from '../../../shared/money-mutations/useMoneyMutation.ts';
import { backQueryTo } from '../../../shared/navigation/backPage.ts';
import { paths } from '../../../shared/navigation/paths.ts';
import { lazyPart } from '../../../shared/pwa/lazyPart.tsx';
import { SOON_MS, whenQuiet } from '../../../shared/scheduling/whenIdle.ts';
import { readText, writeText } from '../../../shared/storage/localStore.ts';
import { useAppSelector } from '../../../shared/store/hooks.ts';
import { Button, ButtonLink } from '../../../shared/ui/Button.tsx';
import { ErrorState } from '../../../shared/ui/ErrorState.tsx';
import { KeyValue } from '../../../shared/ui/KeyValue.tsx';
import { Segmented } from '../../../shared/ui/Segmented.tsx';
import { showToast } from '../../../shared/ui/toastQueue.ts';
import { LiquidationPrice } from '../BeforeAfter.tsx';
import { type FuturesMarket, POSITIONS_ID } from '../futuresTypes.ts';
import { useFuturesBlock } from '../useFuturesBlock.ts';
import { fieldOf, isOfStop } from './futuresErrors.ts';
import { ShareFields, SizeFields } from './SizeFields.tsx';
import { StopFields, type StopTexts } from './StopFields.tsx';
import styles from './Ticket.module.css';
import { TicketLoading } from './TicketLoading.tsx';
import {
  type FuturesTicketControl,
  type FuturesTicketTerms,
  type OpenedAnswer,
  useFuturesTicket,
  useTicketTerms,
} from './useFuturesTicket.ts';

const LeverageSheet = lazyPart(async () => (await import('./LeverageSheet.tsx')).LeverageSheet);

const ModeSheet = lazyPart(async () => (await import('./ModeSheet.tsx')).ModeSheet);

const OpenConfirmation = lazyPart(async () => (await import('./OpenConfirmation.tsx')).OpenConfirmation);

const StopsExplanation = lazyPart(async () => (await import('./StopsExplanation.tsx')).StopsExplanation);

const RiskSheet = lazyPart(async () => (await import('../risk/RiskSheet.tsx')).RiskSheet);

/** Side, margin, leverage, size, stops, figures, and one button. */
export function FuturesTicket({ market }: { market: FuturesMarket }) {
  const isLoggedIn = useAppSelector(selectIsLoggedIn);
  return isLoggedIn ? <OwnTicket market={market} /> : <GuestTicket market={market} />;
}

function GuestTicket({ market }: { market: FuturesMarket }) {
  const { t } = useTranslation('futures');
  const location = useLocation();
  return (
    <section className={styles['ticket']} aria-label={t('ticket.label')}>
      <GuestTerms market={market} />
      <ButtonLink to={paths.login(backQueryTo(location))}>{t('ticket.logIn')}</ButtonLink>
    </section>
  );
}

function OwnTicket({ market }: { market: FuturesMarket }) {
  const { known, error, retry } = useTicketTerms(market);
  const block = useFuturesBlock(market.status);
  const refused = usePurchaseBlock('futures');
  const blockedReason = refused ?? block ?? (market.fault && { code: market.fault });
  if (known !== undefined) return <TicketForm known={known} market={market} blockedReason={blockedReason} />;
  if (error !== undefined) return <ErrorState error={error} onRetry={retry} />;
  return <TicketLoading />;
}

type TicketFormProps = { known: FuturesTicketTerms; market: FuturesMarket; blockedReason: CodedError | undefined };

/** Holds the typed values below the queries, so that typing runs no query again. */
function TicketForm({ known, market, blockedReason }: TicketFormProps) {
  const { t } = useTranslation('futures');
  const ticket = useFuturesTicket(known, useOpenedNotice(market));
  const risk = useRiskKnown();
  const [isReading, setReading] = useState(false);
  const wasReading = useWasEver(isReading);
  const wasAsking = useWasEver(ticket.isAsking);
  const wasExplaining = useWasEver(ticket.isExplaining);
  useEffect(() => whenQuiet(OpenConfirmation.preload, SOON_MS), []);
  return (
    <>
      <form
        className={styles['ticket']}
        aria-label={t('ticket.label')}
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          if (blockedReason !== undefined || ticket.opening.isSending) return;
          if (risk.isKnown) ticket.ask();
          else setReading(true);
        }}
      >
        <SideChoice side={ticket.form.side} edit={ticket.edit} />
        <Terms ticket={ticket} market={market} />
        <SizeFields ticket={ticket} market={market} />
        <Share ticket={ticket} market={market} />
        <Stops ticket={ticket} market={market} />
        <TicketFigures ticket={ticket} market={market} />
        <Action ticket={ticket} isSending={ticket.opening.isSending} market={market} blockedReason={blockedReason} />
        {/* Below the button, which does not move when the limit arrives. */}
        <Unverified limit={ticket.limit} />
      </form>
      <Suspense fallback={null}>
        {wasExplaining && <StopsExplanation ticket={ticket} />}
        {wasAsking && <OpenConfirmation ticket={ticket} market={market} blockedReason={blockedReason} />}
        {wasReading && (
          <RiskSheet
            isOpen={isReading}
            onOpenChange={setReading}
            onKnown={() => {
              risk.remember();
              setReading(false);
              ticket.ask();
            }}
          />
        )}
      </Suspense>
    </>
  );
}

const Terms = later(TicketTerms);

const Share = later(ShareFields);

const Action = later(TicketAction);

const Unverified = memo(UnverifiedNote);

/** A part of the ticket that follows the typed input and its figures, which are rendered once, in one frame. */
function later<Props extends { readonly ticket: FuturesTicketControl }>(Part: ComponentType<Props>) {
  const Settled = memo(Part) as unknown as ComponentType<Props>;
  return function Later(props: Props) {
    return <Settled {...props} ticket={useDeferredValue(props.ticket)} />;
  };
}

const SideChoice = memo(function SideChoice({
  side,
  edit,
}: {
  side: PositionSide;
  edit: FuturesTicketControl['edit'];
}) {
  const { t } = useTranslation('futures');
  return (
    <Segmented
      label={t('ticket.side')}
      value={side}
      onValueChange={(chosen) => edit({ side: chosen })}
      options={[
        { value: 'long', label: t('side.long'), tone: 'up' },
        { value: 'short', label: t('side.short'), tone: 'down' },
      ]}
    />
  );
});

function Stops({ ticket, market }: { ticket: FuturesTicketControl; market: FuturesMarket }) {
  const { edit, form, ready, error, current, alwaysHasStops } = ticket;
  const onToggle = useCallback((wantsStops: boolean) => edit({ wantsStops }), [edit]);
  return (
    <StopFields
      texts={form.stops}
      isOn={form.wantsStops || alwaysHasStops}
      onToggle={alwaysHasStops ? undefined : onToggle}
      onChange={useCallback((stops: StopTexts) => edit({ stops }), [edit])}
      takeProfit={ready?.order.takeProfit ?? null}
      stopLoss={ready?.order.stopLoss ?? null}
      error={error !== undefined && isOfStop(error) ? error : undefined}
      market={market}
      currency={current.terms.currency}
    />
  );
}

/** Terms of a market's futures for users who are not logged in. */
function GuestTerms({ market }: { market: FuturesMarket }) {
  const { t } = useTranslation('futures');
  const format = useFormat();
  const row = useMarketRow(market.id);
  const rate = (percent: Decimal | undefined) => (percent === undefined ? '—' : format.percent(percent));
  const amount = (value: Decimal | undefined, unit: string) =>
    value === undefined ? '—' : `${format.amount(value, 8, 0)} ${unit}`;
  return (
    <KeyValue
      items={[
        { label: t('terms.lot'), value: amount(row?.lot, market.base) },
        { label: t('terms.spread'), value: amount(row?.spreadAmount, market.quote) },
        { label: t('terms.fee'), value: rate(row?.futuresFeeRate) },
        {
          label: t('figures.overnight'),
          value:
            row?.overnightRate === undefined
              ? '—'
              : t('figures.overnightRate', { rate: format.percent(row.overnightRate) }),
        },
        { label: t('terms.liquidation'), value: rate(row?.liquidationLevel) },
      ]}
    />
  );
}

/** The main figures of an order while it is filled in; the rest is in the confirmation. */
function TicketFigures({ ticket, market }: { ticket: FuturesTicketControl; market: FuturesMarket }) {
  const { t } = useTranslation('futures');
  const format = useFormat();
  const { ready, current } = ticket;
  const preview = ready?.preview;
  const row = useMarketRow(market.id);
  const { currency } = current.terms;
  return (
    <KeyValue
      items={[
        {
          label: t('figures.margin'),
          value: <Num kind="amount" value={preview?.margin} places={2} unit={currency} />,
        },
        {
          label: t('terms.fee'),
          value: (
            <>
              {row?.futuresFeeRate !== undefined && (
                <span className={styles['rate']}>{`${format.percent(row.futuresFeeRate)} · `}</span>
              )}
              <Num kind="amount" value={preview?.fee} unit={currency} />
            </>
          ),
        },
        {
          label: t('figures.liquidation'),
          value: (
            <LiquidationPrice value={preview && (preview.liquidationPrice ?? 'none')} places={market.pricePrecision} />
          ),
        },
      ]}
    />
  );
}

/** Margin mode, leverage, and market or limit. */
function TicketTerms({ ticket, market }: { ticket: FuturesTicketControl; market: FuturesMarket }) {
  const { t } = useTranslation('futures');
  const [sheet, setSheet] = useState<'mode' | 'leverage'>();
  const wasMode = useWasEver(sheet === 'mode');
  const wasLeverage = useWasEver(sheet === 'leverage');
  const { form, leverage, error } = ticket;
  const wrong =
    error !== undefined && error.code !== 'STOPS_MISSING' && fieldOf(error) === 'leverage' ? error : undefined;
  const close = () => setSheet(undefined);
  return (
    <>
      <div className={styles['terms']}>
        <button type="button" aria-haspopup="dialog" onClick={() => setSheet('mode')}>
          {t(`mode.${form.mode}`)}
          <ChevronDown aria-hidden />
        </button>
        <button
          type="button"
          aria-haspopup="dialog"
          aria-label={t('leverage.button', { leverage })}
          onClick={() => setSheet('leverage')}
        >
          {t('leverage.times', { leverage })}
          <ChevronDown aria-hidden />
        </button>
        <Segmented
          label={t('ticket.kind')}
          value={form.isLimit ? 'limit' : 'market'}
          onValueChange={(kind) => ticket.edit({ isLimit: kind === 'limit' })}
          options={[
            { value: 'market', label: t('ticket.market') },
            { value: 'limit', label: t('ticket.limit') },
          ]}
        />
      </div>
      {wrong !== undefined && (
        <p role="alert" className={styles['error']}>
          {codedText(wrong)}
        </p>
      )}
      <Suspense fallback={null}>
        {wasMode && <ModeSheet isOpen={sheet === 'mode'} onClose={close} ticket={ticket} />}
        {wasLeverage && <LeverageSheet isOpen={sheet === 'leverage'} onClose={close} ticket={ticket} market={market} />}
      </Suspense>
    </>
  );
}

type TicketActionProps = {
  ticket: FuturesTicketControl;
  market: FuturesMarket;
  blockedReason: CodedError | undefined;
  /** Passed separately from the ticket, which may lag behind: the button must be current. */
  isSending: boolean;
};

/** The one button, with the reason below it when it is disabled or the order was refused. */
function TicketAction({ isSending, ...shown }: TicketActionProps) {
  const { t } = useTranslation('futures');
  const { ticket, blockedReason } = shown;
  const { form, ready, wrong } = ticket;
  return (
    <div className={styles['action']}>
      {form.isLimit && ready?.preview.opensNow === true && <p className={styles['note']}>{t('ticket.opensNow')}</p>}
      <Button
        type="submit"
        kind={form.side === 'long' ? 'buy' : 'sell'}
        disabled={blockedReason !== undefined}
        isLoading={isSending}
        isUnready={ready === undefined || wrong !== undefined}
      >
        {t(`ticket.open.${form.side}`)}
      </Button>
      <p className={styles['reason']} role="status">
        <Reason {...shown} />
      </p>
    </div>
  );
}

function Reason({ ticket, blockedReason }: Omit<TicketActionProps, 'isSending' | 'market'>) {
  const { t } = useTranslation('futures');
  const { opening, error } = ticket;
  const checking = useCheckingText(opening.status);
  if (blockedReason !== undefined) return codedText(blockedReason);
  if (error?.code === 'STOPS_MISSING') return t('stops.missing');
  if (error !== undefined && fieldOf(error) === 'form') return appErrorText(error);
  return checking;
}

/** Shows the opened position with its price, or the waiting order; "View" leads to its card. */
function useOpenedNotice({ pricePrecision }: FuturesMarket): (answer: OpenedAnswer) => void {
  const { t } = useTranslation(['futures', 'forms']);
  const format = useFormat();
  const textOf = (answer: OpenedAnswer) => {
    if (typeof answer === 'string') return answer;
    const facts = {
      side: t(`side.${answer.side}`),
      size: t('lotCount', { count: answer.lots }),
      price: format.price(answer.entryPrice, pricePrecision),
    };
    return answer.status === 'pending' ? t('ticket.waits', facts) : t('ticket.opened', facts);
  };
  const view = () => document.getElementById(POSITIONS_ID)?.scrollIntoView({ block: 'start' });
  return (answer) =>
    showToast({
      kind: 'success',
      text: textOf(answer),
      action: { label: t('forms:toast.view'), onAction: view },
    });
}

/** Storage of owner keys, which name no user. */
const KEY = 'contract-risk';

/** Whether this user has answered the risk questions on this device. */
function useRiskKnown() {
  const owner = ownerKeyOf(useAppSelector(selectUser)?.id);
  const [known, setKnown] = useState(() => (readText(KEY) ?? '').split(' '));
  const remember = () => {
    const all = [...new Set([...known, owner])].filter(Boolean);
    writeText(KEY, all.join(' '));
    setKnown(all);
  };
  return { isKnown: known.includes(owner), remember } as const;
}
