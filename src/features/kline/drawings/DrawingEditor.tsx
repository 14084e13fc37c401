import { Lock, LockOpen, Trash2 } from 'lucide-react';
import { type CSSProperties, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { DRAWING_TEXT_MAX, DRAWING_WIDTH_MAX, type Drawing } from '@halyard/contract/user/drawings';
import { IconButton } from '../../../shared/ui/IconButton.tsx';
import type { Board } from './board.ts';
import styles from './Drawings.module.css';

type DrawingEditorProps = { board: Board; drawing: Drawing; name: string };

/** Places in the palette, with the names of their colours. */
const COLOURS = ['blue', 'amber', 'green', 'red', 'purple', 'cyan', 'pink', 'grey'] as const;

// React's types have no custom properties.
const styleOf = (colour: number) => ({ '--colour': `var(--draw-${colour + 1})` }) as CSSProperties;

/** Colour, width, lock, text and removal of the selected drawing, floating over the chart. */
export function DrawingEditor({ board, drawing, name }: DrawingEditorProps) {
  const { t } = useTranslation('drawings');
  const [isChoosing, setChoosing] = useState(false);
  const { id, colour, width, locked, kind } = drawing;
  const isLocked = locked === true;
  return (
    <div role="group" aria-label={name} className={styles['editor']}>
      {isChoosing && (
        <div role="group" aria-label={t('colour')} className={styles['palette']}>
          {COLOURS.map((colourName, place) => (
            <button
              key={colourName}
              type="button"
              aria-label={t(`colours.${colourName}`)}
              aria-pressed={place === colour}
              style={styleOf(place)}
              className={styles['swatch']}
              onClick={() => {
                board.edit(id, { colour: place });
                setChoosing(false);
              }}
            />
          ))}
        </div>
      )}
      <div className={styles['acts']}>
        {kind === 'text' && <TextInput key={id} board={board} drawing={drawing} />}
        <IconButton
          icon={<i className={styles['dot']} style={styleOf(colour)} aria-hidden />}
          label={t('colour')}
          aria-expanded={isChoosing}
          onClick={() => setChoosing(!isChoosing)}
        />
        {kind !== 'text' && (
          <IconButton
            icon={<i className={styles['stroke']} style={{ blockSize: width }} aria-hidden />}
            label={t('width', { width })}
            onClick={() => board.edit(id, { width: (width % DRAWING_WIDTH_MAX) + 1 })}
          />
        )}
        <IconButton
          icon={isLocked ? <Lock aria-hidden /> : <LockOpen aria-hidden />}
          label={t('lock')}
          isPressed={isLocked}
          onClick={() => board.edit(id, { locked: isLocked ? undefined : true })}
        />
        <IconButton icon={<Trash2 aria-hidden />} label={t('delete')} onClick={() => board.remove([id])} />
      </div>
    </div>
  );
}

/** Stored when the field is left, so that a text is one step to undo. */
function TextInput({ board, drawing }: Omit<DrawingEditorProps, 'name'>) {
  const { t } = useTranslation('drawings');
  const { id, text = '' } = drawing;
  const store = (typed: string) => {
    if (typed.trim() !== '' && typed !== text) board.edit(id, { text: typed.trim() });
  };
  return (
    <input
      // A new text is typed at once.
      ref={(field) => {
        if (text === '') field?.focus({ preventScroll: true });
      }}
      className={styles['text']}
      aria-label={t('text')}
      placeholder={t('text')}
      maxLength={DRAWING_TEXT_MAX}
      defaultValue={text}
      onBlur={({ currentTarget }) => store(currentTarget.value)}
      onKeyDown={({ key, currentTarget }) => {
        if (key === 'Enter') store(currentTarget.value);
      }}
    />
  );
}
