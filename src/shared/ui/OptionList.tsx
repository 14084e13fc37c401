import { useId, useLayoutEffect, useMemo, useRef, useState, type KeyboardEvent, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { searchOptions, type Searchable } from '../format/searchOptions.ts';
import { isComposing } from './composing.ts';
import styles from './OptionList.module.css';
import { VisuallyHidden } from './VisuallyHidden.tsx';
import { classNames } from './classNames.ts';

/** One option. */
export type ListOption<Value extends string> = Searchable & {
  readonly value: Value;
  /** An icon before the label. */
  readonly start?: ReactNode;
  /** Figures at the end: a balance. */
  readonly end?: ReactNode;
  readonly isDisabled?: boolean;
};

type OptionListProps<Value extends string> = {
  id?: string;
  /** Subject of the choice, for screen readers. */
  label: string;
  options: readonly ListOption<Value>[];
  value: Value | undefined;
  onChoose: (value: Value) => void;
  hasSearch: boolean;
};

/**
 * Options below a search box. The focus stays in the box while the arrow keys move through the options, and Enter
 * chooses one (the pattern "editable combobox" of the ARIA guide); without a box the list itself has the focus.
 */
export function OptionList<Value extends string>(props: OptionListProps<Value>) {
  const { id, label, options, value, onChoose, hasSearch } = props;
  const { t } = useTranslation('forms');
  const ids = useId();
  const [query, setQuery] = useState('');
  const found = useMemo(() => searchOptions(options, query), [options, query]);
  const { listRef, activePlace, onKeyDown, moveTo } = useActiveOption(found, value, onChoose);
  const listId = `${ids}list`;
  // By index: a value may contain spaces, which separate ids.
  const idOf = (place: number) => `${ids}option${place}`;
  const keys = {
    onKeyDown,
    'aria-activedescendant': found.length === 0 ? undefined : idOf(activePlace),
  };
  return (
    <div id={id} className={styles['choice']}>
      {hasSearch && (
        <div className={styles['head']}>
          <input
            {...keys}
            type="search"
            role="combobox"
            aria-expanded="true"
            aria-autocomplete="list"
            aria-controls={listId}
            aria-label={t('select.search')}
            placeholder={t('select.search')}
            autoComplete="off"
            spellCheck={false}
            enterKeyHint="done"
            className={styles['search']}
            value={query}
            onChange={({ target }) => {
              setQuery(target.value);
              moveTo(target.value === '' ? value : undefined);
            }}
          />
        </div>
      )}
      <div
        ref={listRef}
        id={listId}
        role="listbox"
        aria-label={label}
        {...(hasSearch ? {} : { ...keys, tabIndex: 0 })}
        className={styles['list']}
      >
        {found.map((option, place) => (
          <Option
            key={option.value}
            id={idOf(place)}
            option={option}
            isChosen={option.value === value}
            isActive={place === activePlace}
            onChoose={onChoose}
          />
        ))}
      </div>
      {found.length === 0 && <p className={styles['none']}>{t('select.none')}</p>}
      <VisuallyHidden>
        <span role="status">{query !== '' && t('select.found', { count: found.length })}</span>
      </VisuallyHidden>
    </div>
  );
}

type OptionProps<Value extends string> = {
  id: string;
  option: ListOption<Value>;
  isChosen: boolean;
  isActive: boolean;
  onChoose: (value: Value) => void;
};

function Option<Value extends string>({ id, option, isChosen, isActive, onChoose }: OptionProps<Value>) {
  const { value, label, detail, start, end, isDisabled = false } = option;
  return (
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events -- the keys are those of the list, which has the focus
    <div
      id={id}
      role="option"
      tabIndex={-1}
      aria-selected={isChosen}
      aria-disabled={isDisabled || undefined}
      data-active={isActive || undefined}
      className={classNames(styles['option'], isDisabled && styles['disabled'])}
      onClick={() => {
        if (!isDisabled) onChoose(value);
      }}
    >
      {start !== undefined && <span className={styles['start']}>{start}</span>}
      <span className={styles['words']}>
        <span className={styles['label']}>{label}</span>{' '}
        {detail !== undefined && <span className={styles['detail']}>{detail}</span>}
      </span>
      {end !== undefined && <span className={styles['end']}>{end}</span>}
      <span aria-hidden className={styles['check']} />
    </div>
  );
}

/** Index of the active option: the chosen one at first, the first match after typing. */
function useActiveOption<Value extends string>(
  found: readonly ListOption<Value>[],
  value: Value | undefined,
  onChoose: (value: Value) => void,
) {
  const listRef = useRef<HTMLDivElement>(null);
  const [at, setAt] = useState<string | undefined>(value);
  const index = Math.max(
    0,
    found.findIndex((option) => option.value === at),
  );
  const active = found[index];
  // The active option is scrolled into view, also when the sheet opens.
  useLayoutEffect(() => {
    const option = listRef.current?.querySelector('[data-active]');
    // Some test browsers have no layout to scroll.
    option?.scrollIntoView?.({ block: 'nearest' });
  }, [active?.value]);
  const onKeyDown = (event: KeyboardEvent) => {
    // Enter first ends the composition of a Japanese or Chinese word.
    if (isComposing(event.nativeEvent)) return;
    const target = targetOf(event.key, index, found.length - 1);
    if (target !== undefined) {
      event.preventDefault();
      setAt(found[target]?.value);
    }
    if (event.key !== 'Enter' || active === undefined || active.isDisabled === true) return;
    event.preventDefault();
    onChoose(active.value);
  };
  return { listRef, activePlace: index, onKeyDown, moveTo: setAt } as const;
}

/** Index that a key leads to; Home and End belong to the text of the box. */
function targetOf(key: string, index: number, last: number): number | undefined {
  const targets: Readonly<Record<string, number>> = {
    ArrowDown: Math.min(last, index + 1),
    ArrowUp: Math.max(0, index - 1),
    PageDown: Math.min(last, index + 8),
    PageUp: Math.max(0, index - 8),
  };
  return targets[key];
}
