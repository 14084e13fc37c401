import { type RefObject, useCallback, useEffect, useEffectEvent, useState } from 'react';
import { add, decimal, isPositive, subtract } from '@halyard/contract/money';
import { readTyped, toEditText } from '../../shared/format/parse.ts';
import { useLocale } from '../../shared/format/useLocale.ts';
import { readShortcutsOff, writeShortcutsOff } from './deviceLayout.ts';

/** Shortcuts of the desktop, in the order of their list. */
export const SHORTCUTS = ['search', 'buy', 'sell', 'send', 'step', 'close', 'help'] as const;

export type Shortcut = (typeof SHORTCUTS)[number];

/** Keys of each, as printed on keyboards. */
export const KEYS: Readonly<Record<Shortcut, string>> = {
  search: '/',
  buy: 'B',
  sell: 'S',
  send: 'Ctrl + Enter',
  step: '↑ ↓',
  close: 'Esc',
  help: '?',
};

/** The side of a ticket, by what its product calls it. Options buy at a press, so their buttons take the focus only. */
const SIDES = {
  buy: 'input[type="radio"]:is([value="buy"], [value="long"])',
  sell: 'input[type="radio"]:is([value="sell"], [value="short"])',
} as const;

/** Turns a key into a shortcut; `undefined` for all other keys, and where the key belongs to a field. */
export function shortcutOf(event: KeyboardEvent): Shortcut | undefined {
  if (event.defaultPrevented || event.isComposing || event.repeat || event.altKey) return undefined;
  const isCommand = event.ctrlKey || event.metaKey;
  if (event.key === 'Enter') return isCommand ? 'send' : undefined;
  if (event.key === 'Escape') return 'close';
  if (isCommand || isTyping(event.target)) return undefined;
  switch (event.key.toLowerCase()) {
    case '/':
      return 'search';
    case 'b':
      return 'buy';
    case 's':
      return 'sell';
    case '?':
      return 'help';
    default:
      return undefined;
  }
}

function isTyping(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement)) return false;
  const isText = target instanceof HTMLInputElement && target.type !== 'radio' && target.type !== 'checkbox';
  return (
    isText || target instanceof HTMLTextAreaElement || target instanceof HTMLSelectElement || target.isContentEditable
  );
}

/** Whether the shortcuts' list is open, and which of them are off on this device. */
export type ShortcutControl = ReturnType<typeof useShortcuts>;

type Panes = {
  /** Decimals of the market's prices. */
  readonly pricePlaces: number;
  /** Undoes a maximised pane. */
  readonly onRestore: () => void;
  /** Before the focus moves to the search: shows its pane. */
  readonly onSearch: () => void;
};

/** Listens for the shortcuts of a desktop. */
export function useShortcuts(root: RefObject<HTMLElement | null>, { pricePlaces, onRestore, onSearch }: Panes) {
  const [isOpen, setOpen] = useState(false);
  const [off, setOff] = useState(readShortcutsOff);
  const locale = useLocale();
  const press = useEffectEvent((event: KeyboardEvent) => {
    const price = priceFieldOf(event);
    if (price !== undefined && !off.includes('step')) {
      event.preventDefault();
      stepPrice(price, event.key === 'ArrowUp' ? add : subtract, { places: pricePlaces, locale });
      return;
    }
    const shortcut = shortcutOf(event);
    const desktop = root.current;
    if (shortcut === undefined || desktop === null || off.includes(shortcut)) return;
    // A toast is a dialog as well, but takes no keys.
    const dialog = document.querySelector<HTMLElement>('[role="dialog"]:not([aria-modal="false"])');
    if (dialog !== null) {
      // An open sheet takes all keys; only its own form is sent.
      if (shortcut === 'send') dialog.querySelector('form')?.requestSubmit();
      return;
    }
    if (shortcut === 'close') {
      onRestore();
      return;
    }
    if (shortcut === 'search') onSearch();
    if (shortcut === 'help') setOpen(true);
    else if (!run(shortcut, desktop)) return;
    event.preventDefault();
  });
  useEffect(() => {
    document.addEventListener('keydown', press);
    return () => document.removeEventListener('keydown', press);
  }, []);
  const turn = (shortcut: Shortcut, isOn: boolean) => {
    const next = isOn ? off.filter((name) => name !== shortcut) : [...off, shortcut];
    setOff(next);
    writeShortcutsOff(next);
  };
  const turnAll = (isOn: boolean) => {
    const next = isOn ? [] : [...SHORTCUTS];
    setOff(next);
    writeShortcutsOff(next);
  };
  return { isOpen, setOpen, open: useCallback(() => setOpen(true), []), off, turn, turnAll } as const;
}

/** The price field that an arrow key steps. */
function priceFieldOf(event: KeyboardEvent): HTMLInputElement | undefined {
  const isArrow = event.key === 'ArrowUp' || event.key === 'ArrowDown';
  if (!isArrow || event.defaultPrevented || event.isComposing || hasModifier(event)) return undefined;
  const { target } = event;
  return target instanceof HTMLInputElement && PRICE_FIELDS.has(target.name) ? target : undefined;
}

const hasModifier = (event: KeyboardEvent) => event.altKey || event.ctrlKey || event.metaKey || event.shiftKey;

const PRICE_FIELDS: ReadonlySet<string> = new Set(['price', 'stopPrice']);

/** Types the next price into a field, as its user would: the field checks it and passes it on. */
function stepPrice(
  field: HTMLInputElement,
  change: typeof add,
  { places, locale }: { readonly places: number; readonly locale: string },
): void {
  const { value } = readTyped(field.value, locale);
  if (value === undefined) return;
  const tick = decimal(places === 0 ? '1' : `0.${'1'.padStart(places, '0')}`);
  const next = change(value, tick);
  if (!isPositive(next)) return;
  field.select();
  // React notices only what the prototype's setter did not see.
  Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(field, toEditText(next, locale));
  field.dispatchEvent(new Event('input', { bubbles: true }));
}

/** Does what a shortcut is for; returns whether there was something to do. */
function run(shortcut: Exclude<Shortcut, 'help' | 'close'>, desktop: HTMLElement): boolean {
  const find = <Found extends HTMLElement>(selector: string) => desktop.querySelector<Found>(selector);
  switch (shortcut) {
    case 'search': {
      const field = find<HTMLInputElement>('[data-pane="markets"] input[type="search"]');
      field?.focus();
      return field !== null;
    }
    case 'buy':
    case 'sell':
      return chooseSide(shortcut, desktop);
    case 'send': {
      const form = find<HTMLFormElement>('[data-pane="ticket"] form');
      form?.requestSubmit();
      return form !== null;
    }
    case 'step':
      return false;
  }
}

/** Chooses a side and moves to the first field of the ticket. */
function chooseSide(side: 'buy' | 'sell', desktop: HTMLElement): boolean {
  const ticket = desktop.querySelector<HTMLElement>('[data-pane="ticket"]');
  const radio = ticket?.querySelector<HTMLElement>(SIDES[side]);
  if (ticket === null || radio === null || radio === undefined) {
    const direction = ticket?.querySelectorAll<HTMLElement>('[data-direction]')[side === 'buy' ? 0 : 1];
    direction?.focus();
    return direction !== undefined;
  }
  radio.click();
  ticket.querySelector<HTMLElement>('form input[inputmode="decimal"]')?.focus();
  return true;
}
