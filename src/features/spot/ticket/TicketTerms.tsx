import { ChevronDown, SlidersHorizontal } from 'lucide-react';
import { memo, Suspense, useEffect, useState, type ActionDispatch } from 'react';
import { useTranslation } from 'react-i18next';
import type { Market } from '@halyard/contract/market/calls';
import { useWasEver } from '../../../shared/hooks/useWasEver.ts';
import { lazyPart } from '../../../shared/pwa/lazyPart.tsx';
import { SOON_MS, whenQuiet } from '../../../shared/scheduling/whenIdle.ts';
import styles from './Ticket.module.css';
import type { TicketSheet } from './TicketSheets.tsx';
import type { OrderTerms, TicketEvent } from './ticketForm.ts';

const TicketSheets = lazyPart(async () => (await import('./TicketSheets.tsx')).TicketSheets);

type TicketTermsProps = OrderTerms & { market: Market; dispatch: ActionDispatch<[TicketEvent]> };

/**
 * Order type and terms in one row, each opening a sheet: there they have room for a word of explanation in any
 * language.
 */
export const TicketTerms = memo(function TicketTerms({ market, dispatch, ...chosen }: TicketTermsProps) {
  const { t } = useTranslation('spot');
  const [sheet, setSheet] = useState<TicketSheet>();
  useEffect(() => whenQuiet(TicketSheets.preload, SOON_MS), []);
  const type = t(`type.${chosen.orderType}`);
  const terms = chosen.isPostOnly ? t('tif.postOnly') : t(`tif.${chosen.timeInForce}`);
  return (
    <>
      <div className={styles['terms']}>
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
          <span>{terms}</span>
          <SlidersHorizontal aria-hidden />
        </button>
      </div>
      {useWasEver(sheet !== undefined) && (
        <Suspense fallback={null}>
          <TicketSheets
            market={market}
            chosen={chosen}
            dispatch={dispatch}
            sheet={sheet}
            onClose={() => setSheet(undefined)}
          />
        </Suspense>
      )}
    </>
  );
});
