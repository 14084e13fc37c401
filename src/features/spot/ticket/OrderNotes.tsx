import type { ReactNode } from 'react';
import { joinSentences } from '../../../shared/i18n/joinSentences.ts';
import { classNames } from '../../../shared/ui/classNames.ts';
import styles from './Ticket.module.css';
import type { OrderNote } from './useOrderNotes.ts';

/** What is worth saying of an order, with a way out below; nothing without a note. */
export function OrderNotes({ notes, children }: { notes: readonly OrderNote[]; children?: ReactNode }) {
  if (notes.length === 0) return null;
  const isWarning = notes.some((note) => note.isWarning);
  return (
    <div className={classNames(styles['notes'], isWarning && styles['warning'])}>
      <p role="status">{joinSentences(notes.map(({ text }) => text))}</p>
      {children}
    </div>
  );
}
