import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../../shared/format/useFormat.ts';
import { errorText } from '../../../shared/i18n/errorText.ts';
import { Loading } from '../../../shared/ui/Loading.tsx';
import { Skeleton } from '../../../shared/ui/Skeleton.tsx';
import { useTimeText } from '../useTimeText.ts';
import { fieldOf } from './optionErrors.ts';
import styles from './Ticket.module.css';
import type { OptionTicketControl } from './useOptionTicket.ts';

/** The delivery times with what up and down pay; none is chosen at first. */
export function TimeChips({ ticket }: { ticket: OptionTicketControl }) {
  const { t } = useTranslation('option');
  const format = useFormat();
  const timeText = useTimeText();
  const name = useId();
  const errorId = useId();
  const { times, time: chosen, error } = ticket;
  const wrong = error !== undefined && fieldOf(error) === 'time' ? errorText(error.code, error.params) : undefined;
  if (times === undefined) {
    return (
      <Loading>
        <Skeleton shape="block" height={46} />
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
