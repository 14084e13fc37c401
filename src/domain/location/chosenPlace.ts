import { formatCoordinates, parseCoordinates, type Coordinates } from '../../shared/format/coordinates.ts';
import { draftOwner, type DraftOwner } from '../../shared/storage/draftOwner.ts';

/** A place: its coordinates, its address, or both; the text may be empty. */
export type ChosenPlace = { readonly at: Coordinates | undefined; readonly text: string };

/** History state of the map page when a form opened it. */
export const ASKED = { isAskedForPlace: true } as const;

let passed: { readonly owner: DraftOwner | undefined; readonly place: ChosenPlace } | undefined;

/** Whether a history state is {@link ASKED}. */
export function isAsked(state: unknown): boolean {
  return typeof state === 'object' && state !== null && 'isAskedForPlace' in state;
}

/** Passes the chosen place to the form that asked for it: one place at a time, in memory only. */
export function passPlace(place: ChosenPlace): void {
  passed = { owner: draftOwner(), place };
}

/** Takes the chosen place of this user once. */
export function takePlace(): ChosenPlace | undefined {
  const taken = passed;
  passed = undefined;
  return taken?.owner === draftOwner() ? taken?.place : undefined;
}

/**
 * An address text with a place: the place's address, if any, replaces the previous text, and its coordinates, if any,
 * follow on a line of their own.
 */
export function addressWith(before: string, { text, at }: ChosenPlace): string {
  const name = text.trim();
  const lines = (name === '' ? before : name).split('\n').filter((line) => parseCoordinates(line) === undefined);
  const last = at === undefined ? [] : [formatCoordinates(at)];
  return [...lines.filter((line) => line.trim() !== ''), ...last].join('\n');
}
