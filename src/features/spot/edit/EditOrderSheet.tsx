import { skipToken } from '@reduxjs/toolkit/query';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { Market } from '@halyard/contract/market/calls';
import type { Order } from '@halyard/contract/spot/calls';
import type { Decimal } from '@halyard/contract/money';
import { usePriceSteps } from '../../../domain/markets/bookRows.ts';
import { useIsGroupEnteredQuery } from '../../../domain/spot/ordersApi.ts';
import { Num } from '../../../shared/format/Num.tsx';
import { useFormat } from '../../../shared/format/useFormat.ts';
import { useLastKnown } from '../../../shared/hooks/useLastKnown.ts';
import { appErrorText, codedText, errorText } from '../../../shared/i18n/errorText.ts';
import { ConfirmSheet } from '../../../shared/ui/ConfirmSheet.tsx';
import { NumberField } from '../../../shared/ui/NumberField.tsx';
import { showToast } from '../../../shared/ui/toastQueue.ts';
import { OrderNotes, useOrderNotes } from '../ticket/OrderNotes.tsx';
import { drawnTo, useEditOrder, type EditReading } from './editOrder.ts';

const PERCENT_PLACES = 2;

type EditOrderSheetProps = {
  /** The open order to change, live; the sheet is closed without one. */
  order: Order | undefined;
  market: Market;
  /** The price that its line was dragged to. */
  drawn?: Decimal | undefined;
  onOpenChange: (isOpen: boolean) => void;
};

/** Changes price, amount and stop price of an open order: a new order replaces it in one step, or it stays. */
export function EditOrderSheet({ order, market, drawn, onOpenChange }: EditOrderSheetProps) {
  // The closing sheet still shows its content.
  const shown = useLastKnown(order);
  return (
    shown && (
      <EditOrder
        key={shown.id}
        order={shown}
        market={market}
        drawn={drawn}
        isOpen={order !== undefined}
        onOpenChange={onOpenChange}
      />
    )
  );
}

type EditOrderProps = Omit<EditOrderSheetProps, 'order'> & { order: Order; isOpen: boolean };

function EditOrder({ order, market, drawn, isOpen, onOpenChange }: EditOrderProps) {
  const { t } = useTranslation('spot');
  const onDone = (hasChanged: boolean) => {
    if (hasChanged) showToast({ kind: 'success', text: t('edit.changed') });
    close(false);
  };
  const begun = drawn === undefined ? undefined : drawnTo(order, drawn);
  const edit = useEditOrder({ order, market, isOpen, begun, onDone });
  const figures = useEditFigures(order, market, edit);
  const notes = useOrderNotes(edit.draft, market, edit.summary);
  const exitHint = useExitHint(order, isOpen);
  const queue = edit.texts.price === undefined ? undefined : t('edit.queue');
  function close(willOpen: boolean): void {
    if (willOpen) return;
    edit.restart();
    onOpenChange(false);
  }
  return (
    <ConfirmSheet
      isOpen={isOpen}
      onOpenChange={close}
      title={t('edit.title')}
      figures={figures}
      confirmLabel={t('edit.save')}
      isConfirming={edit.isSending}
      isDisabled={edit.blockedReason !== undefined}
      error={useFailure(edit)}
      onConfirm={() => void edit.save()}
    >
      <EditFields market={market} edit={edit} hint={exitHint ?? queue} />
      {edit.errors.length === 0 && <OrderNotes notes={notes} />}
    </ConfirmSheet>
  );
}

/** Effect of another amount of a leg on its group; undefined before that is known, and for other orders. */
function useExitHint({ groupId, leg }: Order, isOpen: boolean): string | undefined {
  const { t } = useTranslation('spot');
  const isExit = groupId !== undefined && leg !== 'entry';
  const { currentData: isEntered } = useIsGroupEnteredQuery(isExit && isOpen ? groupId : skipToken);
  if (isEntered === undefined) return undefined;
  return isEntered ? t('edit.onlySmaller') : t('edit.bothLegs');
}

type Edit = ReturnType<typeof useEditOrder>;

function EditFields({ market, edit, hint }: { market: Market; edit: Edit; hint: string | undefined }) {
  const { t } = useTranslation('spot');
  const { texts, type, errorAt, draft } = edit;
  const places = market.pricePrecision;
  const stopSteps = usePriceSteps(texts.stopPrice ?? '', places, (stopPrice) => type({ stopPrice }));
  const steps = usePriceSteps(texts.price ?? '', places, (price) => type({ price }));
  return (
    <>
      {texts.stopPrice !== undefined && (
        <NumberField
          label={t('ticket.stopPrice')}
          unit={market.quote}
          value={texts.stopPrice}
          onValueChange={(stopPrice) => type({ stopPrice })}
          places={places}
          steps={stopSteps}
          error={codedText(errorAt('stopPrice'), market.quote)}
        />
      )}
      {texts.trail !== undefined && (
        <NumberField
          label={t('ticket.trail')}
          unit={draft.trail?.fraction === undefined ? market.quote : '%'}
          value={texts.trail}
          onValueChange={(trail) => type({ trail })}
          places={draft.trail?.fraction === undefined ? places : PERCENT_PLACES}
          error={codedText(errorAt('trail'))}
          hint={t('edit.extremeStays')}
        />
      )}
      {texts.price !== undefined && (
        <NumberField
          label={t('ticket.price')}
          unit={market.quote}
          value={texts.price}
          onValueChange={(price) => type({ price })}
          places={places}
          steps={steps}
          error={codedText(errorAt('price'), market.quote)}
        />
      )}
      {texts.exits !== undefined && <ExitFields market={market} edit={edit} exits={texts.exits} />}
      <NumberField
        label={t('edit.rest')}
        unit={market.base}
        value={texts.quantity}
        onValueChange={(quantity) => type({ quantity })}
        places={market.quantityPrecision}
        error={codedText(errorAt('quantity'), market.base)}
        hint={hint}
      />
    </>
  );
}

type ExitFieldsProps = { market: Market; edit: Edit; exits: NonNullable<Edit['texts']['exits']> };

/** The exits that the order brings in. */
function ExitFields({ market, edit: { type, errorAt, texts }, exits }: ExitFieldsProps) {
  const { t } = useTranslation('spot');
  const fields = [
    { name: 'takeProfitPrice', label: t('ticket.takeProfit'), error: errorAt('takeProfitPrice') },
    { name: 'stopPrice', label: t('ticket.stopLoss'), error: errorAt('exitStopPrice') },
    { name: 'stopLimitPrice', label: t('ticket.stopLimit'), error: errorAt('stopLimitPrice') },
  ] as const;
  return fields.map(({ name, label, error }) => {
    const value = exits[name];
    if (value === undefined) return null;
    return (
      <NumberField
        key={name}
        label={label}
        unit={market.quote}
        value={value}
        onValueChange={(text) => type({ exits: { ...texts.exits, [name]: text } })}
        places={market.pricePrecision}
        error={codedText(error, market.quote)}
      />
    );
  });
}

function useFailure({ blockedReason, isChecking, error }: Edit): string | undefined {
  const { t } = useTranslation('spot');
  if (isChecking) return t('edit.checking');
  if (blockedReason !== undefined) return errorText(blockedReason.code, blockedReason.params);
  return error && appErrorText(error);
}

type Figure = { readonly label: string; readonly value: ReactNode };

type Estimate = Pick<EditReading, 'summary'> & { readonly available: Decimal | undefined };

/**
 * Figures of a changed order: which order, filled part, spendable amount, total and maximum fee. A missing value is a
 * dash.
 */
function useEditFigures(order: Order, market: Market, { summary, available }: Estimate): Figure[] {
  const { t } = useTranslation('spot');
  const format = useFormat();
  const isBuy = order.side === 'buy';
  const [given, received] = isBuy ? [market.quote, market.base] : [market.base, market.quote];
  const quantity = (value: Decimal) => format.amount(value, market.quantityPrecision, 0);
  const side = t(isBuy ? 'side.buy' : 'side.sell');
  return [
    { label: t('ticket.pair'), value: `${order.symbol} · ${side} · ${t(`type.${order.orderType}`)}` },
    ...(order.filledQuantity === undefined
      ? []
      : [
          {
            label: t('edit.filled'),
            value: `${quantity(order.filledQuantity)} / ${quantity(order.quantity)} ${market.base}`,
          },
        ]),
    {
      label: t('ticket.available'),
      value: (
        <Num
          kind="amount"
          value={available}
          places={isBuy ? market.pricePrecision : market.quantityPrecision}
          unit={given}
        />
      ),
    },
    {
      label: t('ticket.total'),
      value: <Num kind="amount" value={summary?.total} places={market.pricePrecision} unit={market.quote} />,
    },
    { label: t('ticket.feeMost'), value: <Num kind="amount" value={summary?.fee} unit={received} /> },
  ];
}
