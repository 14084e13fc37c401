import { useDeferredValue, useId, type KeyboardEvent, type ReactNode } from 'react';
import styles from './Tabs.module.css';

export type TabItem<Value extends string> = {
  value: Value;
  label: ReactNode;
  /** Content of the tab; rendered only while it is chosen. */
  content: ReactNode;
};

type TabsProps<Value extends string> = {
  /** Subject of the tabs, for screen readers. */
  label: string;
  items: readonly TabItem<Value>[];
  value: Value;
  onValueChange: (value: Value) => void;
  /** At the end of the row of tabs: an action on the content. */
  end?: ReactNode;
};

/**
 * Tabs over a panel, by the tabs pattern of the ARIA guide: arrow keys, Home and End move and choose; too many tabs
 * scroll sideways. A tab reacts to touch at once, its panel renders in slices. Our own, because the library's take 11
 * KB and the first screen uses tabs.
 */
export function Tabs<Value extends string>({ label, items, value, onValueChange, end }: TabsProps<Value>) {
  const id = useId();
  const tabId = (item: TabItem<Value>) => `${id}-${item.value}`;
  const chosen = items.find((item) => item.value === value);
  const shownValue = useDeferredValue(value);
  const shown = items.find((item) => item.value === shownValue) ?? chosen;
  const move = (event: KeyboardEvent<HTMLElement>) => {
    const next =
      items[
        targetIndex(
          event,
          items.findIndex((item) => item.value === value),
          items.length,
        )
      ];
    if (next === undefined) return;
    // The page would scroll.
    event.preventDefault();
    onValueChange(next.value);
    document.getElementById(tabId(next))?.focus();
  };
  return (
    <div>
      <div className={styles['row']}>
        <div role="tablist" aria-label={label} className={styles['list']}>
          {items.map((item) => (
            <button
              key={item.value}
              type="button"
              role="tab"
              id={tabId(item)}
              className={styles['tab']}
              aria-selected={item === chosen}
              aria-controls={item === chosen ? `${id}-panel` : undefined}
              tabIndex={item === chosen ? 0 : -1}
              onClick={() => onValueChange(item.value)}
              onKeyDown={move}
            >
              {item.label}
            </button>
          ))}
        </div>
        {end !== undefined && <div className={styles['end']}>{end}</div>}
      </div>
      {shown !== undefined && (
        // Keyed, so that one panel's state never reaches the next.
        <div
          key={shown.value}
          role="tabpanel"
          id={`${id}-panel`}
          aria-labelledby={tabId(shown)}
          tabIndex={0}
          className={styles['panel']}
        >
          {shown.content}
        </div>
      )}
    </div>
  );
}

/** Index of the tab that a key leads to; -1 for other keys. The ends wrap around. */
function targetIndex({ key, currentTarget }: KeyboardEvent<HTMLElement>, index: number, length: number): number {
  const isRightToLeft = getComputedStyle(currentTarget).direction === 'rtl';
  switch (key) {
    case 'Home':
      return 0;
    case 'End':
      return length - 1;
    case isRightToLeft ? 'ArrowLeft' : 'ArrowRight':
      return (index + 1) % length;
    case isRightToLeft ? 'ArrowRight' : 'ArrowLeft':
      return (index - 1 + length) % length;
    default:
      return -1;
  }
}
