import { ChevronDown } from 'lucide-react';
import { memo, Suspense, useEffect, useRef, useState, type ActionDispatch, type CSSProperties } from 'react';
import { useTranslation } from 'react-i18next';
import type { CodedError } from '@halyard/contract/errors';
import type { Market } from '@halyard/contract/market/calls';
import { parseDecimal, placesOf, type Decimal } from '@halyard/contract/money';
import { useServerKind } from '../../../domain/settings/settingsApi.ts';
import { useFormat } from '../../../shared/format/useFormat.ts';
import { codedText } from '../../../shared/i18n/errorText.ts';
import { lazyPart } from '../../../shared/pwa/lazyPart.tsx';
import { SOON_MS, whenQuiet } from '../../../shared/scheduling/whenIdle.ts';
import { readText, writeText } from '../../../shared/storage/localStore.ts';
import { classNames } from '../../../shared/ui/classNames.ts';
import { NumberField } from '../../../shared/ui/NumberField.tsx';
import { QuickPicks } from '../../../shared/ui/QuickPicks.tsx';
import { PriceField, type PriceFieldsProps } from './PriceField.tsx';
import styles from './Ticket.module.css';
import { NO_SIZE, type TicketEvent, type TicketType } from './ticketForm.ts';
import type { Ticket } from './useTicket.ts';

const ExitFields = lazyPart(async () => (await import('./GroupFields.tsx')).ExitFields);
const TrailFields = lazyPart(async () => (await import('./GroupFields.tsx')).TrailFields);

type TicketPricesProps = { market: Market; ticket: Ticket };

/** The prices of the chosen type: none, a limit, a stop price, both, a distance, or those of two legs. */
export function TicketPrices({ market, ticket }: TicketPricesProps) {
  const { t } = useTranslation('spot');
  const format = useFormat();
  const { form, draft, dispatch, errorAt, book } = ticket;
  const { orderType } = form;
  const last = market.lastPrice;
  useEffect(() => whenQuiet(ExitFields.preload, SOON_MS), []);
  const shared = { unit: market.quote, places: market.pricePrecision, dispatch } as const;
  const hasStop = orderType === 'stop_limit' || orderType === 'stop_market';
  const hasPrice = orderType === 'limit' || orderType === 'stop_limit';
  const stopPrice = parseDecimal(form.stopPrice);
  const { stopDirection } = draft;
  const stopHint =
    stopPrice === undefined || stopDirection === undefined
      ? undefined
      : t(`ticket.triggers.${stopDirection}`, { price: format.price(stopPrice, market.pricePrecision) });
  return (
    <>
      {hasStop && (
        <PriceField
          {...shared}
          name="stopPrice"
          last={last}
          value={form.stopPrice}
          error={errorAt('stopPrice')}
          hint={stopHint}
        />
      )}
      {hasPrice && <PriceField {...shared} name="price" value={form.price} error={errorAt('price')} />}
      {orderType === 'limit' && (
        <PricePicks last={last} bid={book?.bids[0]?.[0]} ask={book?.asks[0]?.[0]} dispatch={dispatch} />
      )}
      <Suspense fallback={null}>
        {orderType === 'trailing_stop' && (
          <TrailFields
            {...shared}
            last={last}
            side={form.side}
            trail={form.trail}
            known={draft.trail}
            trailError={errorAt('trail')}
            activationError={errorAt('activationPrice')}
          />
        )}
        {orderType === 'oco' && <Exits {...shared} last={last} ticket={ticket} />}
      </Suspense>
    </>
  );
}

/** Whether an order may bring in exits, which legacy servers do not have. */
export function useOffersExits(orderType: TicketType): boolean {
  const mayHave = orderType === 'limit' || orderType === 'market';
  return useServerKind(mayHave) !== 'legacy' && mayHave;
}

/**
 * The exits that a limit or market order may bring in, folded until they are wanted. On small screens the row is among
 * the order settings instead.
 */
export function TicketExits({ market, ticket }: TicketPricesProps) {
  const { t } = useTranslation('spot');
  const { form, dispatch } = ticket;
  if (!useOffersExits(form.orderType)) return null;
  return (
    <>
      <button
        type="button"
        className={styles['exits']}
        aria-expanded={form.hasExits}
        onClick={() => dispatch({ type: 'exitsChosen', hasExits: !form.hasExits })}
      >
        <span>{t('ticket.exits')}</span>
        <ChevronDown aria-hidden />
      </button>
      {form.hasExits && (
        <Suspense fallback={null}>
          <Exits
            unit={market.quote}
            places={market.pricePrecision}
            last={market.lastPrice}
            dispatch={dispatch}
            ticket={ticket}
          />
        </Suspense>
      )}
    </>
  );
}

function Exits({ ticket: { form, errorAt }, ...shared }: PriceFieldsProps & { last: Decimal | null; ticket: Ticket }) {
  return (
    <ExitFields
      {...shared}
      exits={form.exits}
      ocoSide={form.orderType === 'oco' ? form.side : undefined}
      takeProfitError={errorAt('takeProfitPrice')}
      stopError={errorAt('exitStopPrice')}
      stopLimitError={errorAt('stopLimitPrice')}
    />
  );
}

type PricePicksProps = {
  last: Decimal | null;
  bid: Decimal | undefined;
  ask: Decimal | undefined;
  dispatch: ActionDispatch<[TicketEvent]>;
};

/** The last price and the best prices of the book, for the price field. */
const PricePicks = memo(function PricePicks({ last, bid, ask, dispatch }: PricePicksProps) {
  const { t } = useTranslation('spot');
  const pick = (price: Decimal | null | undefined) =>
    price == null ? undefined : () => dispatch({ type: 'priceEdited', price });
  return (
    <QuickPicks
      label={t('ticket.price')}
      picks={[
        { label: t('ticket.last'), onPick: pick(last) },
        { label: t('ticket.bid'), onPick: pick(bid) },
        { label: t('ticket.ask'), onPick: pick(ask) },
      ]}
    />
  );
});

const STOPS = [0, 25, 50, 75, 100] as const;

/** The slider snaps to stops within this distance. */
const SNAP_PERCENT = 3;

/** Storage key of the user's preferred unit on this device. */
const UNIT_KEY = 'ticket-unit';

type TicketSizeProps = {
  base: string;
  quote: string;
  /** Decimals of amount and total. */
  basePlaces: number;
  quotePlaces: number;
  /** Texts of the fields of amount and total. */
  quantity: string;
  total: string;
  /** Share of the available balance in whole percent; `undefined` while unknown. */
  sharePercent: number | undefined;
  /** Whether there is a balance to take a share of. */
  hasAvailable: boolean;
  quantityError: CodedError | undefined;
  totalError: CodedError | undefined;
  dispatch: ActionDispatch<[TicketEvent]>;
};

/**
 * Order size: in base, as a share of the available balance, or in quote. The field touched last counts. Users who
 * prefer quote have one field for it, with the quantity, rounded down to the lot, below.
 */
export const TicketSize = memo(function TicketSize(props: TicketSizeProps) {
  const {
    base,
    quote,
    basePlaces,
    quotePlaces,
    quantity,
    total,
    sharePercent,
    hasAvailable,
    quantityError,
    totalError,
    dispatch,
  } = props;
  const { t } = useTranslation('spot');
  const format = useFormat();
  const [isInQuote, setInQuote] = useState(() => readText(UNIT_KEY) === 'quote');
  const change = () => {
    setInQuote(!isInQuote);
    writeText(UNIT_KEY, isInQuote ? 'base' : 'quote');
  };
  const [unit, other] = isInQuote ? [quote, base] : [base, quote];
  const known = parseDecimal(quantity);
  return (
    <>
      <NumberField
        layout="inline"
        label={t('ticket.amount')}
        end={
          <button
            type="button"
            className={styles['unit']}
            aria-label={t('ticket.unitIs', { unit, other })}
            onClick={change}
          >
            {unit}
            {' ⇄'}
          </button>
        }
        value={isInQuote ? total : quantity}
        places={isInQuote ? quotePlaces : basePlaces}
        onValueChange={(text) => dispatch({ type: 'sized', size: { kind: isInQuote ? 'total' : 'quantity', text } })}
        error={(isInQuote ? codedText(totalError, quote) : undefined) ?? codedText(quantityError, base)}
        hint={isInQuote && known !== undefined ? `≈ ${format.amount(known, placesOf(known), 0)} ${base}` : undefined}
      />
      <ShareSlider
        label={t('ticket.share')}
        percent={sharePercent}
        isDisabled={!hasAvailable}
        onPercent={(percent) => dispatch({ type: 'sized', size: percent === 0 ? NO_SIZE : { kind: 'share', percent } })}
      />
      {!isInQuote && (
        <NumberField
          layout="inline"
          label={t('ticket.total')}
          unit={quote}
          value={total}
          places={quotePlaces}
          onValueChange={(text) => dispatch({ type: 'sized', size: { kind: 'total', text } })}
          error={codedText(totalError, quote)}
        />
      )}
    </>
  );
});

type ShareSliderProps = {
  /** Label for screen readers. */
  label: string;
  /** In whole percent; `undefined` while unknown. */
  percent: number | undefined;
  onPercent: (percent: number) => void;
  isDisabled: boolean;
};

/** A share of the balance, from none to all: five snap points for pointers, single percents for keys. */
function ShareSlider({ label, percent, onPercent, isDisabled }: ShareSliderProps) {
  const format = useFormat();
  const isDragged = useRef(false);
  const text = format.share(percent ?? 0);
  const shown: CSSProperties & Record<'--share', string> = { '--share': `${percent ?? 0}%` };
  return (
    <div className={classNames(styles['slider'], isDisabled && styles['disabled'])} style={shown}>
      <div className={styles['line']}>
        {STOPS.map((stop) => (
          <i
            key={stop}
            aria-hidden="true"
            className={classNames(styles['stop'], percent !== undefined && stop <= percent && styles['reached'])}
          />
        ))}
        <input
          type="range"
          className={styles['input']}
          aria-label={label}
          aria-valuetext={text}
          min={0}
          max={100}
          step={1}
          value={percent ?? 0}
          disabled={isDisabled}
          onPointerDown={() => {
            isDragged.current = true;
          }}
          onPointerUp={() => {
            isDragged.current = false;
          }}
          onPointerCancel={() => {
            isDragged.current = false;
          }}
          onChange={(event) => {
            const chosen = event.target.valueAsNumber;
            onPercent(isDragged.current ? snapped(chosen) : chosen);
          }}
        />
      </div>
      <span className={styles['percent']} aria-hidden="true">
        {text}
      </span>
    </div>
  );
}

function snapped(percent: number): number {
  return STOPS.find((stop) => Math.abs(stop - percent) <= SNAP_PERCENT) ?? percent;
}
