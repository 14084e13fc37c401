import { ChevronDown } from 'lucide-react';
import { type ActionDispatch, memo, Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import type { CodedError } from '@halyard/contract/errors';
import type { Market } from '@halyard/contract/market/calls';
import type { Decimal } from '@halyard/contract/money';
import { usePriceSteps } from '../../../domain/markets/priceSteps.ts';
import { useServerKind } from '../../../domain/settings/settingsApi.ts';
import { codedText } from '../../../shared/i18n/errorText.ts';
import { lazyPart } from '../../../shared/pwa/lazyPart.tsx';
import { NumberField } from '../../../shared/ui/NumberField.tsx';
import { QuickPicks } from '../../../shared/ui/QuickPicks.tsx';
import styles from './Ticket.module.css';
import type { TicketEvent } from './ticketForm.ts';
import type { Ticket } from './useTicket.ts';

const ExitFields = lazyPart(async () => (await import('./GroupFields.tsx')).ExitFields);
const TrailFields = lazyPart(async () => (await import('./GroupFields.tsx')).TrailFields);

type TicketPricesProps = { market: Market; ticket: Ticket };

/** The prices of the chosen type: none, a limit, a stop price, both, a distance, or those of two legs. */
export function TicketPrices({ market, ticket }: TicketPricesProps) {
  const { form, dispatch, errorAt, book } = ticket;
  const { orderType } = form;
  const shared = { unit: market.quote, places: market.pricePrecision, dispatch } as const;
  const hasStop = orderType === 'stop_limit' || orderType === 'stop_market';
  const hasPrice = orderType === 'limit' || orderType === 'stop_limit';
  return (
    <>
      {hasStop && <StopField {...shared} hasUnit={!hasPrice} stopPrice={form.stopPrice} error={errorAt('stopPrice')} />}
      {hasPrice && <PriceField {...shared} price={form.price} error={errorAt('price')} />}
      {hasPrice && (
        <PricePicks last={market.lastPrice} bid={book?.bids[0]?.[0]} ask={book?.asks[0]?.[0]} dispatch={dispatch} />
      )}
      <Suspense fallback={null}>
        {orderType === 'trailing_stop' && (
          <TrailFields
            {...shared}
            trail={form.trail}
            trailError={errorAt('trail')}
            activationError={errorAt('activationPrice')}
          />
        )}
        {orderType === 'oco' && <Exits {...shared} ticket={ticket} />}
      </Suspense>
    </>
  );
}

/**
 * The exits that a limit or market order may bring in, folded until they are wanted. On small screens the row is among
 * the order settings instead.
 */
export function TicketExits({ market, ticket }: TicketPricesProps) {
  const { t } = useTranslation('spot');
  const { form, dispatch } = ticket;
  const mayHave = form.orderType === 'limit' || form.orderType === 'market';
  const isOffered = useServerKind(mayHave) !== 'legacy' && mayHave;
  if (!isOffered) return null;
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
          <Exits unit={market.quote} places={market.pricePrecision} dispatch={dispatch} ticket={ticket} />
        </Suspense>
      )}
    </>
  );
}

type SharedProps = {
  /** The currency of prices. */
  unit: string;
  places: number;
  dispatch: ActionDispatch<[TicketEvent]>;
};

function Exits({ ticket: { form, errorAt }, ...shared }: SharedProps & { ticket: Ticket }) {
  return (
    <ExitFields
      {...shared}
      exits={form.exits}
      takeProfitError={errorAt('takeProfitPrice')}
      stopError={errorAt('exitStopPrice')}
      stopLimitError={errorAt('stopLimitPrice')}
    />
  );
}

type StopFieldProps = SharedProps & { stopPrice: string; hasUnit: boolean; error: CodedError | undefined };

const StopField = memo(function StopField({ unit, hasUnit, places, stopPrice, error, dispatch }: StopFieldProps) {
  const { t } = useTranslation('spot');
  const setStop = (text: string) => dispatch({ type: 'stopPriceEdited', stopPrice: text });
  return (
    <NumberField
      layout="inline"
      // The unit is at the price below; beside a stop price there is no room for it in every language.
      label={t('ticket.stop')}
      unit={hasUnit ? unit : undefined}
      name="stopPrice"
      value={stopPrice}
      onValueChange={setStop}
      places={places}
      steps={usePriceSteps(stopPrice, places, setStop)}
      error={codedText(error, unit)}
    />
  );
});

type PriceFieldProps = SharedProps & { price: string; error: CodedError | undefined };

const PriceField = memo(function PriceField({ unit, places, price, error, dispatch }: PriceFieldProps) {
  const { t } = useTranslation('spot');
  const setPrice = (text: string) => dispatch({ type: 'priceEdited', price: text });
  return (
    <NumberField
      layout="inline"
      label={t('ticket.price')}
      unit={unit}
      name="price"
      value={price}
      onValueChange={setPrice}
      places={places}
      steps={usePriceSteps(price, places, setPrice)}
      error={codedText(error, unit)}
    />
  );
});

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
