import { Check, Eye, EyeOff, List, Magnet, Redo2, Undo2 } from 'lucide-react';
import type { MouseEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { DRAWING_KINDS, type DrawingKind } from '@halyard/contract/user/drawings';
import { IconButton } from '../../../shared/ui/IconButton.tsx';
import type { Board, BoardState } from './board.ts';
import styles from './Drawings.module.css';
import { ToolIcon } from './ToolIcon.tsx';

type DrawingBarProps = {
  board: Board;
  state: BoardState;
  snaps: boolean;
  isHidden: boolean;
  onSnaps: () => void;
  onHide: () => void;
  onList: () => void;
  onTool: (kind: DrawingKind, isByKey: boolean) => void;
  onDone: () => void;
};

/** Tools for drawing, in place of the indicators; undo, redo and the end stay in sight. */
export function DrawingBar(props: DrawingBarProps) {
  const { board, state, snaps, isHidden, onSnaps, onHide, onList, onTool, onDone } = props;
  const { t } = useTranslation('drawings');
  return (
    <div role="toolbar" aria-label={t('tools')} className={styles['bar']}>
      <div className={styles['tools']}>
        {DRAWING_KINDS.map((kind) => (
          <IconButton
            key={kind}
            icon={<ToolIcon kind={kind} />}
            label={t(`kinds.${kind}`)}
            title={t(`kinds.${kind}`)}
            isPressed={state.tool === kind}
            // A click that a key makes has `detail` 0.
            onClick={({ detail }: MouseEvent) => onTool(kind, detail === 0)}
          />
        ))}
        <i className={styles['rule']} aria-hidden />
        <IconButton
          icon={<Magnet aria-hidden />}
          label={t('snap')}
          title={t('snap')}
          isPressed={snaps}
          onClick={onSnaps}
        />
        <IconButton
          icon={isHidden ? <EyeOff aria-hidden /> : <Eye aria-hidden />}
          label={t('hide')}
          title={t('hide')}
          isPressed={isHidden}
          onClick={onHide}
        />
        <IconButton icon={<List aria-hidden />} label={t('list.open')} title={t('list.open')} onClick={onList} />
      </div>
      <div className={styles['end']}>
        <IconButton icon={<Undo2 aria-hidden />} label={t('undo')} disabled={!state.canUndo} onClick={board.undo} />
        <IconButton icon={<Redo2 aria-hidden />} label={t('redo')} disabled={!state.canRedo} onClick={board.redo} />
        <IconButton icon={<Check aria-hidden />} label={t('done')} className={styles['done']} onClick={onDone} />
      </div>
    </div>
  );
}
