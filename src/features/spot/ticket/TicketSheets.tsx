import { type Decimal, decimal, fromModelNumber, multiply, parseDecimal, HUNDRED } from '@halyard/contract/money';
import type { TimeInForce } from '@halyard/contract/spot/calls';
import { bandLimit, EXPIRY_DAYS_MAX } from '@halyard/contract/spot/rules';
import { checkMaxSlippage } from '@halyard/contract/spot/slippage';
import { useId, useState, type ActionDispatch, type RefObject } from 'react';
import { useTranslation } from 'react-i18next';
import type { Market } from '@halyard/contract/market/calls';
import type { CodedError } from '@halyard/contract/errors';
import { symbolOf } from '../../../domain/markets/marketsData.ts';
import { useMaxSlippage, useOrderConfirmation } from '../../../domain/preferences/usePreferences.ts';
import { useServerKind } from '../../../domain/settings/settingsApi.ts';
import { Num } from '../../../shared/format/Num.tsx';
import { useFormat } from '../../../shared/format/useFormat.ts';
import { codedText } from '../../../shared/i18n/errorText.ts';
import { paths } from '../../../shared/navigation/paths.ts';
import { ButtonLink } from '../../../shared/ui/Button.tsx';
import { classNames } from '../../../shared/ui/classNames.ts';
import { KeyValue } from '../../../shared/ui/KeyValue.tsx';
import { NumberField } from '../../../shared/ui/NumberField.tsx';
import { OptionList } from '../../../shared/ui/OptionList.tsx';
import { PickerSheet } from '../../../shared/ui/PickerSheet.tsx';
import { RadioRows } from '../../../shared/ui/RadioRows.tsx';
import { Segmented } from '../../../shared/ui/Segmented.tsx';
import { Sheet } from '../../../shared/ui/Sheet.tsx';
import { Switch } from '../../../shared/ui/Switch.tsx';
import { TextField } from '../../../shared/ui/TextField.tsx';
import { useHasCap } from './OrderNotes.tsx';
import styles from './Ticket.module.css';
import type { OrderTerms, TicketEvent, TicketType } from './ticketForm.ts';

const FIRST_TYPES = ['limit', 'market', 'stop_limit'] as const satisfies readonly TicketType[];

/** A legacy server has only the first ones. */
const TYPES = [...FIRST_TYPES, 'stop_market', 'trailing_stop', 'oco'] as const satisfies readonly TicketType[];

/** The open sheet of the ticket. */
export type TicketSheet = 'type' | 'settings';

type TicketSheetsProps = {
  market: Market;
  chosen: OrderTerms;
  hasExits: boolean;
  endError: CodedError | undefined;
  dispatch: ActionDispatch<[TicketEvent]>;
  sheet: TicketSheet | undefined;
  onClose: () => void;
  /** The row that opens them. */
  anchor: RefObject<HTMLElement | null>;
};

/** The order type choice, and the order settings; their code loads after the ticket's. */
export function TicketSheets(props: TicketSheetsProps) {
  const { market, chosen, hasExits, endError, dispatch, sheet, onClose, anchor } = props;
  const { t } = useTranslation('spot');
  const listId = useId();
  const types: readonly TicketType[] = useServerKind() === 'legacy' ? FIRST_TYPES : TYPES;
  return (
    <>
      <PickerSheet
        isOpen={sheet === 'type'}
        // A press on the other button closes the popover after it has opened the settings.
        onOpenChange={() => sheet === 'type' && onClose()}
        title={t('ticket.type')}
        anchor={anchor}
        isFitted
      >
        <OptionList
          id={listId}
          label={t('ticket.type')}
          options={types.map((value) => ({ value, label: t(`type.${value}`), detail: t(`type.${value}Detail`) }))}
          value={chosen.orderType}
          onChoose={(orderType) => {
            dispatch({ type: 'orderTypeChosen', orderType });
            onClose();
          }}
          hasSearch={false}
        />
      </PickerSheet>
      <Sheet isOpen={sheet === 'settings'} onOpenChange={onClose} title={t('ticket.settings')}>
        <TicketSettings market={market} chosen={chosen} hasExits={hasExits} endError={endError} dispatch={dispatch} />
      </Sheet>
    </>
  );
}

const OFFERED = ['0.001', '0.005', '0.01', '0.02', '0.05'].map(decimal);

const OFF = 'off';

const PLACES = 18;

const LIMIT = ['gtc', 'gtd', 'ioc', 'fok'] as const satisfies readonly TimeInForce[];

/** A stop that becomes a market order, and an OCO, wait. */
const WAITING = ['gtc', 'gtd'] as const satisfies readonly TimeInForce[];

/** A market order never waits. */
const AT_ONCE = ['ioc', 'fok'] as const satisfies readonly TimeInForce[];

type TicketSettingsProps = {
  market: Market;
  chosen: OrderTerms;
  hasExits: boolean;
  endError: CodedError | undefined;
  dispatch: ActionDispatch<[TicketEvent]>;
};

/** Settings of an order: time in force, post-only, slippage cap, confirmation; and the market's rules. */
function TicketSettings({ market, chosen, hasExits, endError, dispatch }: TicketSettingsProps) {
  const { t } = useTranslation('spot');
  const { confirmsOrders, choose } = useOrderConfirmation();
  const hasCap = useHasCap(chosen.orderType, hasExits);
  const isLegacy = useServerKind() === 'legacy';
  const times = timesOf(chosen.orderType).filter((value) => value !== 'gtd' || !isLegacy);
  const mayHaveExits = (chosen.orderType === 'limit' || chosen.orderType === 'market') && !isLegacy;
  return (
    <div className={styles['sheet']}>
      <RadioRows
        label={t('ticket.timeInForce')}
        options={times.map((value) => ({ value, label: t(`tif.${value}`), detail: t(`tif.${value}Detail`) }))}
        value={chosen.timeInForce}
        onValueChange={(timeInForce) => dispatch({ type: 'timeInForceChosen', timeInForce })}
      />
      {chosen.timeInForce === 'gtd' && (
        <TextField
          label={t('ticket.endsAt')}
          type="datetime-local"
          value={chosen.endsAt}
          onValueChange={(endsAt) => dispatch({ type: 'endChosen', endsAt })}
          hint={t('ticket.endsAtHint', { days: EXPIRY_DAYS_MAX })}
          error={codedText(endError)}
        />
      )}
      {mayHaveExits && (
        <Switch
          label={
            <span className={styles['words']}>
              {t('ticket.exits')}
              <span className={styles['detail']}>{t('ticket.exitsDetail')}</span>
            </span>
          }
          isOn={hasExits}
          onChange={(isOn) => dispatch({ type: 'exitsChosen', hasExits: isOn })}
        />
      )}
      {chosen.orderType === 'limit' && (
        <Switch
          label={
            <span className={styles['words']}>
              {t('tif.postOnly')}
              <span className={styles['detail']}>{t('tif.postOnlyDetail')}</span>
            </span>
          }
          isOn={chosen.isPostOnly}
          onChange={(isPostOnly) => dispatch({ type: 'postOnlyChosen', isPostOnly })}
        />
      )}
      {hasCap && <SlippageCap />}
      <Switch label={t('ticket.confirms')} isOn={confirmsOrders} onChange={choose} />
      <TradingRules market={market} />
    </div>
  );
}

function timesOf(orderType: TicketType): readonly TimeInForce[] {
  if (orderType === 'market') return AT_ONCE;
  return orderType === 'limit' || orderType === 'stop_limit' ? LIMIT : WAITING;
}

/** Rules of the market: minimum sizes, steps, price band, and fees. */
function TradingRules({ market }: { market: Market }) {
  const { t } = useTranslation('spot');
  const { t: tShell } = useTranslation('shell');
  const { base, quote, pricePrecision, quantityPrecision, lastPrice } = market;
  const figure = (value: Decimal | undefined, unit: string) => (
    <Num kind="amount" value={value} places={PLACES} minPlaces={0} unit={unit} />
  );
  const furthest = (side: 'buy' | 'sell') => figure(bandLimit(side, market, lastPrice ?? undefined), quote);
  return (
    <section className={styles['rules']}>
      <h3 className={styles['heading']}>{t('ticket.rules', { symbol: symbolOf(market) })}</h3>
      <KeyValue
        items={[
          { label: t('ticket.minAmount'), value: figure(market.minQuantity, base) },
          { label: t('ticket.minTotal'), value: figure(market.minNotional, quote) },
          { label: t('ticket.amountStep'), value: figure(stepOf(quantityPrecision), base) },
          { label: t('ticket.priceStep'), value: figure(stepOf(pricePrecision), quote) },
          { label: t('ticket.bandBuy'), value: furthest('buy') },
          { label: t('ticket.bandSell'), value: furthest('sell') },
          { label: t('ticket.makerFee'), value: <Num kind="rate" value={market.makerFeeRate} /> },
          { label: t('ticket.takerFee'), value: <Num kind="rate" value={market.takerFeeRate} /> },
        ]}
      />
      <ButtonLink kind="quiet" size="small" to={paths.limits()}>
        {tShell('titles.limits')}
      </ButtonLink>
    </section>
  );
}

function stepOf(precision: number): Decimal {
  return fromModelNumber(10 ** -precision, precision);
}

/** The slippage cap of market orders: a few choices, any percentage, or none. */
function SlippageCap() {
  const { t } = useTranslation('spot');
  const format = useFormat();
  const { maxSlippage, choose } = useMaxSlippage();
  const [typed, setTyped] = useState<string>();
  const typedCap = typed === undefined ? undefined : fractionOf(typed);
  const error = typedCap === undefined ? undefined : checkMaxSlippage(typedCap);
  const isOffered = maxSlippage !== undefined && OFFERED.includes(maxSlippage);
  const own = maxSlippage === undefined || isOffered ? '' : inPercent(maxSlippage);
  // Applied on blur: intermediate input would be other caps. An invalid one keeps the previous cap.
  const take = () => {
    if (typedCap !== undefined && error === undefined) choose(typedCap);
    setTyped(undefined);
  };
  return (
    <div className={classNames(styles['sheet'], styles['cap'])}>
      <div className={styles['words']}>
        {t('ticket.cap')}
        <span className={styles['detail']}>{t('ticket.capDetail')}</span>
      </div>
      <Segmented
        label={t('ticket.cap')}
        options={[
          ...OFFERED.map((value) => ({ value: value as string, label: format.rate(value) })),
          { value: OFF, label: t('ticket.capOff') },
        ]}
        value={maxSlippage ?? OFF}
        onValueChange={(value) => {
          setTyped(undefined);
          choose(value === OFF ? OFF : (value as Decimal));
        }}
      />
      <NumberField
        label={t('ticket.capOwn')}
        unit="%"
        value={typed ?? own}
        onValueChange={setTyped}
        onLeave={take}
        places={2}
        onKeyDown={({ key }) => {
          if (key === 'Enter') take();
        }}
        error={codedText(error)}
      />
    </div>
  );
}

function inPercent(fraction: Decimal): Decimal {
  return multiply(fraction, HUNDRED);
}

/** A typed percentage as a fraction. */
function fractionOf(percent: string): Decimal | undefined {
  const parsed = parseDecimal(percent);
  return parsed && multiply(parsed, decimal('0.01'));
}
