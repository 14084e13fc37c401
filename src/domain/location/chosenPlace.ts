/**
 * A place on its way from the map to the form that asked for it: one at a time, for the user who is logged in, never
 * kept on the device.
 */
import { formatCoordinates, parseCoordinates, type Coordinates } from '../../shared/format/coordinates.ts';
import { draftOwner, type DraftOwner } from '../../shared/storage/draftOwner.ts';

/** A place with what people call it; the text may be empty. */
export type ChosenPlace = Coordinates & { readonly text: string };

/** What the entry of the map in the history carries when a form sent the user there. */
export const ASKED = { isAskedForPlace: true } as const;

let offered: { readonly owner: DraftOwner | undefined; readonly place: ChosenPlace } | undefined;

/** Whether the state of a history entry is {@link ASKED}. */
export function isAsked(state: unknown): boolean {
  return typeof state === 'object' && state !== null && 'isAskedForPlace' in state;
}

/** Puts a place there for the form. */
export function offeringPlace(place: ChosenPlace): void {
  offered = { owner: draftOwner(), place };
}

/** Takes the place, if there is one of this user; it is there once. */
export function takePlace(): ChosenPlace | undefined {
  const taken = offered;
  offered = undefined;
  return taken?.owner === draftOwner() ? taken?.place : undefined;
}

/**
 * An address with a place in it: what the place is called stands for what was there, where it is called anything, and
 * its coordinates come last, on a line of their own.
 */
export function addressWith(before: string, { text, ...coordinates }: ChosenPlace): string {
  const name = text.trim();
  const lines = (name === '' ? before : name).split('\n').filter((line) => parseCoordinates(line) === undefined);
  return [...lines.filter((line) => line.trim() !== ''), formatCoordinates(coordinates)].join('\n');
}
