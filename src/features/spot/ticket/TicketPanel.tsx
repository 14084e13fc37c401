import { ChevronDown, SlidersHorizontal } from 'lucide-react';
import { memo, Suspense, useEffect, useRef, useState, type ActionDispatch } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation } from 'react-router-dom';
import type { CodedError } from '@halyard/contract/errors';
import type { Market } from '@halyard/contract/market/calls';
import type { Side } from '@halyard/contract/spot/calls';
import { isPositive, type Decimal } from '@halyard/contract/money';
import { selectIsLoggedIn } from '../../../domain/session/sessionSlice.ts';
import { AddFunds } from '../../../domain/wallet/AddFunds.tsx';
import { Num } from '../../../shared/format/Num.tsx';
import { useFormat } from '../../../shared/format/useFormat.ts';
import { useWasEver } from '../../../shared/hooks/useWasEver.ts';
import { appErrorText, errorText } from '../../../shared/i18n/errorText.ts';
import { backQueryTo } from '../../../shared/navigation/backPage.ts';
import { paths } from '../../../shared/navigation/paths.ts';
import { lazyPart } from '../../../shared/pwa/lazyPart.tsx';
import { SOON_MS, whenQuiet } from '../../../shared/scheduling/whenIdle.ts';
import { useAppSelector } from '../../../shared/store/hooks.ts';
import { Button, ButtonLink } from '../../../shared/ui/Button.tsx';
import { classNames } from '../../../shared/ui/classNames.ts';
import { KeyValue } from '../../../shared/ui/KeyValue.tsx';
import { Segmented } from '../../../shared/ui/Segmented.tsx';
import { acceptableLimit, shownSlippage, type TicketSummary } from './ticketSummary.ts';
import { OrderNotes, useOrderNotes, CapFigure, useHasCap } from './OrderNotes.tsx';
import styles from './Ticket.module.css';
import { TicketExits, TicketPrices, TicketSize, useOffersExits } from './TicketFields.tsx';
import type { TicketSheet } from './TicketSheets.tsx';
import type { OrderTerms, TicketEvent, TicketType } from './ticketForm.ts';
import { useBlockedReason } from './readTicket.ts';
import type { Ticket } from './useTicket.ts';

const TicketSheets = lazyPart(async () => (await import('./TicketSheets.tsx')).TicketSheets);

const OrderConfirmation = lazyPart(async () => (await import('./OrderConfirmation.tsx')).OrderConfirmation);

const OrderPlacing = lazyPart(async () => (await import('./OrderPlacing.tsx')).OrderPlacing);

type TicketPanelProps = { market: Market; ticket: Ticket; isStale: boolean };

/** The order ticket: side, type, prices, size, figures, and one button. */
export function TicketPanel({ market, ticket, isStale }: TicketPanelProps) {
  const { t } = useTranslation('spot');
  const { form, draft, dispatch, available, summary, errorAt, sharePercent, texts, sending } = ticket;
  const ofMarket = useBlockedReason(market, isStale);
  // The exits of a sale buy.
  const blockedReason = ofMarket ?? (form.side === 'buy' || form.hasExits ? sending.placing?.refused : undefined);
  useEffect(() => whenQuiet(OrderConfirmation.preload, SOON_MS), []);
  return (
    <>
      <form
        className={classNames(
          styles['ticket'],
          hasManyFields(form) && styles['many'],
          form.orderType !== 'limit' && form.orderType !== 'market' && showsNet(form) && styles['waiting'],
        )}
        aria-label={t('ticket.label')}
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          if (blockedReason === undefined) ticket.submit();
        }}
      >
        <TicketSide side={form.side} dispatch={dispatch} />
        <TicketTerms
          market={market}
          orderType={form.orderType}
          timeInForce={form.timeInForce}
          endsAt={form.endsAt}
          isPostOnly={form.isPostOnly}
          hasExits={form.hasExits}
          endError={errorAt('expiry')}
          dispatch={dispatch}
        />
        <TicketPrices market={market} ticket={ticket} />
        <TicketSize
          base={market.base}
          quote={market.quote}
          basePlaces={market.quantityPrecision}
          quotePlaces={market.pricePrecision}
          quantity={texts.quantity}
          total={texts.total}
          sharePercent={sharePercent}
          hasAvailable={available !== undefined && isPositive(available)}
          quantityError={errorAt('quantity')}
          totalError={errorAt('total')}
          dispatch={dispatch}
        />
        <TicketExits market={market} ticket={ticket} />
        <TicketFigures
          market={market}
          side={form.side}
          orderType={form.orderType}
          available={available}
          maxSlippage={draft.maxSlippage}
          averagePrice={summary?.averagePrice}
          slippage={summary?.slippage}
          fee={summary?.fee}
          received={summary?.received}
        />
        <TicketWarning market={market} ticket={ticket} />
        <TicketAction market={market} ticket={ticket} blockedReason={blockedReason} />
      </form>
      {useWasEver(sending.asked !== undefined) && (
        <Suspense fallback={null}>
          <OrderConfirmation market={market} ticket={ticket} blockedReason={blockedReason} />
        </Suspense>
      )}
    </>
  );
}

const hasManyFields = ({ orderType, hasExits }: Ticket['form']) =>
  orderType === 'oco' || orderType === 'stop_limit' || hasExits;

/** Whether what is received is known: an OCO that sells brings one of two totals, a trailing stop any. */
const showsNet = ({ orderType, side }: Pick<Ticket['form'], 'orderType' | 'side'>) =>
  orderType === 'oco' ? side === 'buy' : orderType !== 'trailing_stop';

type TicketSideProps = { side: Side; dispatch: ActionDispatch<[TicketEvent]> };

const TicketSide = memo(function TicketSide({ side, dispatch }: TicketSideProps) {
  const { t } = useTranslation('spot');
  return (
    <Segmented
      label={t('ticket.side')}
      value={side}
      onValueChange={(chosen) => dispatch({ type: 'sideChosen', side: chosen })}
      options={[
        { value: 'buy', label: t('side.buy'), tone: 'up' },
        { value: 'sell', label: t('side.sell'), tone: 'down' },
      ]}
    />
  );
});

/**
 * Notes about an order; for a market order far from the best price, or with too little depth, a button that turns it
 * into a suitable limit order.
 */
function TicketWarning({ market, ticket }: { market: Market; ticket: Ticket }) {
  const { t } = useTranslation('spot');
  const format = useFormat();
  const { form, draft, summary, bestOpposite, dispatch, errors } = ticket;
  const notes = useOrderNotes(draft, market, summary);
  // An invalid order needs no warning.
  if (errors.length > 0) return null;
  if (draft.orderType !== 'market' || bestOpposite === undefined) return <OrderNotes notes={notes} />;
  const price = acceptableLimit(form.side, bestOpposite, market, market.lastPrice ?? undefined);
  return (
    <OrderNotes notes={notes}>
      <Button kind="ghost" size="small" onClick={() => dispatch({ type: 'limitedInstead', price })}>
        {t('ticket.limitInstead', { price: format.price(price, market.pricePrecision) })}
      </Button>
    </OrderNotes>
  );
}

type TicketTermsProps = OrderTerms & {
  market: Market;
  hasExits: boolean;
  endError: CodedError | undefined;
  dispatch: ActionDispatch<[TicketEvent]>;
};

/** Order type and terms in one row, each opening a choice with room for explanations in any language. */
const TicketTerms = memo(function TicketTerms({ market, dispatch, hasExits, endError, ...chosen }: TicketTermsProps) {
  const { t } = useTranslation('spot');
  const [sheet, setSheet] = useState<TicketSheet>();
  const row = useRef<HTMLDivElement>(null);
  useEffect(() => whenQuiet(TicketSheets.preload, SOON_MS), []);
  const offersExits = useOffersExits(chosen.orderType);
  const type = t(`type.${chosen.orderType}`);
  const terms = chosen.isPostOnly ? t('tif.postOnly') : t(`tif.${chosen.timeInForce}`);
  return (
    <>
      <div ref={row} className={styles['terms']}>
        <button
          type="button"
          className={styles['type']}
          aria-haspopup="dialog"
          aria-label={t('ticket.typeIs', { type })}
          onClick={() => setSheet('type')}
        >
          <span className={styles['typeName']}>{type}</span>
          <ChevronDown aria-hidden />
        </button>
        <button
          type="button"
          className={styles['settings']}
          aria-haspopup="dialog"
          aria-label={t('ticket.settingsAre', { terms })}
          onClick={() => setSheet('settings')}
        >
          <span>
            {terms}
            {offersExits && !hasExits && <span className={styles['exitsAmong']}>{t('ticket.exitsBrief')}</span>}
          </span>
          <SlidersHorizontal aria-hidden />
        </button>
      </div>
      {useWasEver(sheet !== undefined) && (
        <Suspense fallback={null}>
          <TicketSheets
            market={market}
            chosen={chosen}
            hasExits={hasExits}
            endError={endError}
            dispatch={dispatch}
            sheet={sheet}
            onClose={() => setSheet(undefined)}
            anchor={row}
          />
        </Suspense>
      )}
    </>
  );
});

type TicketActionProps = { market: Market; ticket: Ticket; blockedReason: CodedError | undefined };

/** The one button, with the reason below it when it is disabled or the order was refused. */
function TicketAction({ market, ticket, blockedReason }: TicketActionProps) {
  const { t } = useTranslation('spot');
  const location = useLocation();
  const isLoggedIn = useAppSelector(selectIsLoggedIn);
  const { form, sending, errors } = ticket;
  if (!isLoggedIn) {
    return <ButtonLink to={paths.login(backQueryTo(location))}>{t('ticket.logIn')}</ButtonLink>;
  }
  return (
    <div className={styles['action']}>
      <Suspense fallback={null}>
        <OrderPlacing market={market} onChange={sending.setPlacing} />
      </Suspense>
      <Button
        type="submit"
        kind={form.side}
        disabled={blockedReason !== undefined}
        isLoading={sending.isUnderWay}
        isUnready={errors.length > 0}
      >
        {t(form.side === 'buy' ? 'ticket.buy' : 'ticket.sell', { coin: market.base })}
      </Button>
      <p className={styles['reason']} role="status">
        <Reason ticket={ticket} blockedReason={blockedReason} />
      </p>
    </div>
  );
}

function Reason({ ticket, blockedReason }: Omit<TicketActionProps, 'market'>) {
  const { t } = useTranslation('spot');
  const { sending, errorAt, refusal } = ticket;
  const error = blockedReason ?? errorAt('form') ?? errorAt('expiry');
  if (error !== undefined) return errorText(error.code, error.params);
  if (sending.placing?.status === 'checking') return t('ticket.checking');
  return refusal === undefined ? null : appErrorText(refusal);
}

type TicketFiguresProps = {
  market: Market;
  side: Side;
  orderType: TicketType;
  available: Decimal | undefined;
  /** The cap of a market order. */
  maxSlippage: Decimal | undefined;
} & { [Name in 'averagePrice' | 'slippage' | 'fee' | 'received']: TicketSummary[Name] | undefined };

/**
 * Available balance and the order's figures: maximum fee, net amount; for market orders the price. A missing value is a
 * dash.
 */
const TicketFigures = memo(function TicketFigures(props: TicketFiguresProps) {
  const { market, side, orderType, available, maxSlippage, averagePrice, slippage, fee, received } = props;
  const { t } = useTranslation('spot');
  const hasCap = useHasCap(orderType);
  const isLoggedIn = useAppSelector(selectIsLoggedIn);
  const format = useFormat();
  const { takerFeeRate } = market;
  const isBuy = side === 'buy';
  const [givenUnit, receivedUnit] = isBuy ? [market.quote, market.base] : [market.base, market.quote];
  const estimates = [
    {
      label: t('ticket.averagePrice'),
      value: <Num kind="price" value={averagePrice} places={market.pricePrecision} />,
    },
    {
      label: t('ticket.slippage'),
      value: <Num kind="rate" value={slippage && shownSlippage(slippage)} />,
    },
    ...(hasCap ? [{ label: t('ticket.cap'), value: <CapFigure maxSlippage={maxSlippage} /> }] : []),
  ];
  const net = {
    label: t('ticket.receive'),
    value: <Num kind="amount" value={received} unit={receivedUnit} />,
    // Keeps the layout stable: the button below is about to be pressed.
    isOneLine: true,
  };
  return (
    <KeyValue
      items={[
        {
          label: t('ticket.available'),
          value: (
            <>
              <Num
                kind="amount"
                value={available}
                // Less than one step cannot be traded.
                places={isBuy ? market.pricePrecision : market.quantityPrecision}
                unit={givenUnit}
              />
              {isLoggedIn && <AddFunds account="spot" currency={givenUnit} />}
            </>
          ),
          isOneLine: true,
        },
        ...(orderType === 'market' ? estimates : []),
        {
          label: t('ticket.fee'),
          value: (
            <>
              {takerFeeRate !== undefined && (
                <span className={styles['rate']}>{`${format.rate(takerFeeRate)} · `}</span>
              )}
              <Num kind="amount" value={fee} unit={receivedUnit} />
            </>
          ),
          isOneLine: true,
        },
        ...(showsNet({ orderType, side }) ? [net] : []),
      ]}
    />
  );
});
