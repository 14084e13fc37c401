import { ChevronDown } from 'lucide-react';
import { Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useWasEver } from '../../../shared/hooks/useWasEver.ts';
import { codedText } from '../../../shared/i18n/errorText.ts';
import { lazyPart } from '../../../shared/pwa/lazyPart.tsx';
import { Segmented } from '../../../shared/ui/Segmented.tsx';
import type { FuturesMarket } from '../futuresTypes.ts';
import { fieldOf } from './futuresErrors.ts';
import styles from './Ticket.module.css';
import type { FuturesTicketControl } from './useFuturesTicket.ts';

const LeverageSheet = lazyPart(async () => (await import('./LeverageSheet.tsx')).LeverageSheet);
const ModeSheet = lazyPart(async () => (await import('./ModeSheet.tsx')).ModeSheet);

/** How the position stands and by which leverage, and whether it waits for a price. */
export function TicketTerms({ ticket, market }: { ticket: FuturesTicketControl; market: FuturesMarket }) {
  const { t } = useTranslation('lever');
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
      </div>
      {wrong !== undefined && (
        <p role="alert" className={styles['error']}>
          {codedText(wrong)}
        </p>
      )}
      <Segmented
        label={t('ticket.kind')}
        value={form.isLimit ? 'limit' : 'market'}
        onValueChange={(kind) => ticket.edit({ isLimit: kind === 'limit' })}
        options={[
          { value: 'market', label: t('ticket.market') },
          { value: 'limit', label: t('ticket.limit') },
        ]}
      />
      <Suspense fallback={null}>
        {wasMode && <ModeSheet isOpen={sheet === 'mode'} onClose={close} ticket={ticket} />}
        {wasLeverage && <LeverageSheet isOpen={sheet === 'leverage'} onClose={close} ticket={ticket} market={market} />}
      </Suspense>
    </>
  );
}
