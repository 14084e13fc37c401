import { ChevronRight } from 'lucide-react';
import { Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { breakEvenPercent, houseEdgePercent } from '@halyard/contract/options/rules';
import { compare, type Decimal } from '@halyard/contract/money';
import { useFormat, type Formats } from '../../../shared/format/useFormat.ts';
import { useWasEver } from '../../../shared/hooks/useWasEver.ts';
import { lazyPart } from '../../../shared/pwa/lazyPart.tsx';
import type { OptionMarket } from '../optionTypes.ts';
import styles from './Ticket.module.css';
import type { OptionTicketControl } from './useOptionTicket.ts';

const TermsSheet = lazyPart(async () => (await import('../terms/TermsSheet.tsx')).TermsSheet);

type TermsLineProps = { ticket: OptionTicketControl; market: OptionMarket };

/** What the house keeps on average and which price decides, in one line that opens the whole of it. */
export function TermsLine({ ticket, market }: TermsLineProps) {
  const { t } = useTranslation('option');
  const format = useFormat();
  const [isOpen, setOpen] = useState(false);
  const wasOpen = useWasEver(isOpen);
  const { time, times } = ticket;
  const rates = (time === undefined ? times : [time])?.flatMap(({ terms }) => terms ?? []) ?? [];
  if (rates.length === 0) return null;
  return (
    <>
      <button type="button" className={styles['terms']} aria-haspopup="dialog" onClick={() => setOpen(true)}>
        <span>
          {t('ticket.terms', {
            breakEven: rangeText(rates.map(breakEvenPercent), format),
            edge: rangeText(rates.map(houseEdgePercent), format),
          })}
        </span>
        <ChevronRight aria-hidden />
      </button>
      <Suspense fallback={null}>
        {wasOpen && (
          <TermsSheet isOpen={isOpen} onOpenChange={setOpen} time={time} times={times ?? []} symbol={market.symbol} />
        )}
      </Suspense>
    </>
  );
}

/** From the least to the most, while no time is chosen. */
function rangeText(percents: readonly Decimal[], format: Formats): string {
  const sorted = [...percents].sort(compare);
  const [least, most] = [sorted[0], sorted.at(-1)];
  if (least === undefined || most === undefined) return '';
  const [from, to] = [format.percent(least), format.percent(most)];
  return from === to ? from : `${from}–${to}`;
}
