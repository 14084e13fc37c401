import { useTranslation } from 'react-i18next';
import { Button } from '../../../shared/ui/Button.tsx';
import { Sheet } from '../../../shared/ui/Sheet.tsx';
import styles from './Ticket.module.css';
import type { FuturesTicketControl } from './useFuturesTicket.ts';

/** Explains stops before an order without both, which may go on without them. */
export function StopsExplanation({ ticket }: { ticket: FuturesTicketControl }) {
  const { t } = useTranslation('futures');
  const { isExplaining, setExplaining, askWithoutStops, edit } = ticket;
  const setThem = () => {
    edit({ wantsStops: true });
    setExplaining(false);
  };
  return (
    <Sheet
      isOpen={isExplaining}
      onOpenChange={setExplaining}
      title={t('stops.both')}
      footer={
        <>
          <Button kind="ghost" onClick={setThem}>
            {t('stops.setThem')}
          </Button>
          <Button onClick={askWithoutStops}>{t('stops.goOn')}</Button>
        </>
      }
    >
      <ul className={styles['facts']}>
        <li>{t('stops.fact.profit')}</li>
        <li>{t('stops.fact.loss')}</li>
        <li>{t('stops.fact.none')}</li>
        <li>{t('stops.fact.setting')}</li>
      </ul>
    </Sheet>
  );
}
