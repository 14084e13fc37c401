import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Market } from '@halyard/contract/market/calls';
import type { CodedError } from '@halyard/contract/errors';
import { add } from '@halyard/contract/money';
import { useFormat } from '../../../shared/format/useFormat.ts';
import { errorText } from '../../../shared/i18n/errorText.ts';
import { usePrevious } from '../../../shared/time/usePrevious.ts';
import { Checkbox } from '../../../shared/ui/Checkbox.tsx';
import { ConfirmSheet } from '../../../shared/ui/ConfirmSheet.tsx';
import { OrderNotes, useOrderNotes } from './OrderNotes.tsx';
import { contextOf } from './readTicket.ts';
import { oddOf } from './exitErrors.ts';
import { checkPostOnly } from './ticketErrors.ts';
import type { TicketDraft } from './ticketForm.ts';
import { summarizeTicket } from './ticketSummary.ts';
import styles from './Ticket.module.css';
import { useOrderFigures } from './useOrderFigures.tsx';
import type { Ticket } from './useTicket.ts';

type OrderConfirmationProps = { market: Market; ticket: Ticket; blockedReason: CodedError | undefined };

/** Shows an order for confirmation before it is sent. */
export function OrderConfirmation({ market, ticket, blockedReason }: OrderConfirmationProps) {
  const { asked } = ticket.sending;
  const last = usePrevious(asked);
  // The closing sheet still shows its content.
  const draft = asked ?? last;
  return draft && <Confirmation market={market} ticket={ticket} blockedReason={blockedReason} draft={draft} />;
}

/** The order is fixed when the button is pressed; its figures follow the book while the sheet is open. */
function Confirmation({ market, ticket, draft, ...props }: OrderConfirmationProps & { draft: TicketDraft }) {
  const { t } = useTranslation('spot');
  const format = useFormat();
  const [isSettled, setSettled] = useState(false);
  const { asked, placing, confirm, withdraw } = ticket.sending;
  const { book, available } = ticket;
  const context = contextOf(draft.side, { market, book, available });
  const summary = summarizeTicket(draft, context);
  const blockedReason = props.blockedReason ?? checkPostOnly(draft, context.opposite[0]?.[0]);
  // While the book moves, a total pays for more or less of it.
  const quantity =
    draft.maxTotal === undefined || summary === undefined ? draft.quantity : add(summary.atOnce, summary.unfilled);
  const figures = useOrderFigures({ ...draft, quantity }, market, summary);
  const notes = useOrderNotes(draft, market, summary);
  // An unusual price is confirmed every time.
  const isOdd = oddOf(draft, market.lastPrice ?? undefined) !== undefined;
  const amount = quantity === undefined ? '' : format.amount(quantity, market.quantityPrecision, 0);
  return (
    <ConfirmSheet
      isOpen={asked !== undefined}
      onOpenChange={(isOpen) => {
        if (isOpen) return;
        setSettled(false);
        withdraw();
      }}
      title={t('ticket.check')}
      figures={figures}
      kind={draft.side}
      confirmLabel={t(draft.side === 'buy' ? 'ticket.buyAmount' : 'ticket.sellAmount', { amount, coin: market.base })}
      isDisabled={blockedReason !== undefined || placing === undefined}
      error={blockedReason && errorText(blockedReason.code, blockedReason.params)}
      onConfirm={() => {
        setSettled(false);
        confirm(!isSettled);
      }}
    >
      <GroupNotes draft={draft} />
      <OrderNotes notes={notes} />
      {!isOdd && <Checkbox label={t('ticket.doNotAsk')} isChecked={isSettled} onCheckedChange={setSettled} />}
    </ConfirmSheet>
  );
}

/** Rules of an order group or a trailing stop, which its figures do not show. */
function GroupNotes({ draft }: { draft: TicketDraft }) {
  const { t } = useTranslation('spot');
  const { isOco, exits, trail } = draft;
  const hasBoth = exits?.takeProfitPrice !== undefined && exits.stopPrice !== undefined;
  const notes = [
    isOco === true && t('ticket.note.oneHold'),
    isOco !== true && exits !== undefined && t('ticket.note.exits'),
    hasBoth && t('ticket.note.partial'),
    isOco === true && t('ticket.note.ocoStop'),
    isOco !== true && exits?.stopPrice !== undefined && t('ticket.note.entryStop'),
    trail !== undefined && t('ticket.note.trail'),
  ].filter((note) => note !== false);
  if (notes.length === 0) return null;
  return (
    <ul className={styles['rulesOfGroup']}>
      {notes.map((note) => (
        <li key={note}>{note}</li>
      ))}
    </ul>
  );
}
