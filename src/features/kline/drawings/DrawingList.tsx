import { Lock, Trash2 } from 'lucide-react';
import { type CSSProperties } from 'react';
import { useTranslation } from 'react-i18next';
import type { Drawing } from '@halyard/contract/user/drawings';
import { Button } from '../../../shared/ui/Button.tsx';
import { IconButton } from '../../../shared/ui/IconButton.tsx';
import { Sheet } from '../../../shared/ui/Sheet.tsx';
import type { Board } from './board.ts';
import styles from './Drawings.module.css';
import { ToolIcon } from './ToolIcon.tsx';

type DrawingListProps = {
  isOpen: boolean;
  onClose: () => void;
  board: Board;
  drawings: readonly Drawing[];
  nameOf: (drawing: Drawing) => string;
  onSelect: (drawing: Drawing) => void;
  /** The drawing that was selected here. */
  returnsTo: () => HTMLElement | null;
};

// React's types have no custom properties.
const styleOf = (colour: number) => ({ '--colour': `var(--draw-${colour + 1})` }) as CSSProperties;

/** All drawings of the market, the latest first; a press selects one on the chart. */
export function DrawingList({ isOpen, onClose, board, drawings, nameOf, onSelect, returnsTo }: DrawingListProps) {
  const { t } = useTranslation('drawings');
  const removeAll = () => {
    board.remove(drawings.map(({ id }) => id));
    onClose();
  };
  return (
    <Sheet
      isOpen={isOpen}
      onOpenChange={onClose}
      title={t('list.title')}
      returnsTo={returnsTo}
      description={drawings.length === 0 ? t('list.empty') : undefined}
      footer={
        drawings.length > 0 && (
          <Button kind="ghost" onClick={removeAll}>
            {t('list.deleteAll')}
          </Button>
        )
      }
    >
      <ul className={styles['list']}>
        {drawings.toReversed().map((drawing) => {
          const name = nameOf(drawing);
          return (
            <li key={drawing.id} style={styleOf(drawing.colour)}>
              <button type="button" className={styles['row']} onClick={() => onSelect(drawing)}>
                <ToolIcon kind={drawing.kind} />
                <span>{name}</span>
                {drawing.locked === true && <Lock size={16} aria-label={t('locked')} />}
              </button>
              <IconButton
                icon={<Trash2 aria-hidden />}
                label={t('list.delete', { name })}
                onClick={() => board.remove([drawing.id])}
              />
            </li>
          );
        })}
      </ul>
    </Sheet>
  );
}
