import { useTranslation } from 'react-i18next';
import { RadioRows } from '../../../shared/ui/RadioRows.tsx';
import { Sheet } from '../../../shared/ui/Sheet.tsx';
import type { FuturesTicketControl } from './useFuturesTicket.ts';

type ModeSheetProps = { isOpen: boolean; onClose: () => void; ticket: FuturesTicketControl };

/** Margin mode: the position's own margin, or the whole account. It cannot change afterwards. */
export function ModeSheet({ isOpen, onClose, ticket }: ModeSheetProps) {
  const { t } = useTranslation('futures');
  return (
    <Sheet isOpen={isOpen} onOpenChange={onClose} title={t('mode.title')} description={t('mode.fixed')}>
      <RadioRows
        label={t('mode.title')}
        isLabelHidden
        value={ticket.form.mode}
        onValueChange={(mode) => {
          ticket.edit({ mode });
          onClose();
        }}
        options={(['isolated', 'cross'] as const).map((mode) => ({
          value: mode,
          label: t(`mode.${mode}`),
          detail: t(`mode.explain.${mode}`),
        }))}
      />
    </Sheet>
  );
}
