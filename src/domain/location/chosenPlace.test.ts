// A chosen place is taken once, by the user who chose it, and written into an address.
import { afterEach, describe, expect, it } from 'vitest';
import { changeDraftOwner } from '../../shared/storage/draftOwner.ts';
import { addressWith, passPlace, takePlace } from './chosenPlace.ts';

const PLACE = { at: { latitude: 35.68, longitude: 139.76 }, text: 'Tokyo Station' };

afterEach(() => changeDraftOwner(undefined));

describe('a chosen place', () => {
  it('can be taken once', () => {
    changeDraftOwner('7');
    passPlace(PLACE);
    expect(takePlace()).toEqual(PLACE);
    expect(takePlace()).toBeUndefined();
  });

  it('is never given to another user, nor to the same user after another login', () => {
    changeDraftOwner('7');
    passPlace(PLACE);
    changeDraftOwner('8');
    expect(takePlace()).toBeUndefined();
    passPlace(PLACE);
    changeDraftOwner(undefined);
    changeDraftOwner('8');
    expect(takePlace()).toBeUndefined();
  });
});

describe('an address text with a place', () => {
  it.each([
    ['', PLACE, 'Tokyo Station\n35.68, 139.76'],
    ['1 Quay', PLACE, 'Tokyo Station\n35.68, 139.76'],
    ['1 Quay\nHamburg', { ...PLACE, text: ' ' }, '1 Quay\nHamburg\n35.68, 139.76'],
    ['1 Quay\n1.5, 2.5', { ...PLACE, text: '' }, '1 Quay\n35.68, 139.76'],
    ['', { ...PLACE, text: '' }, '35.68, 139.76'],
    ['1 Quay\n1.5, 2.5', { ...PLACE, at: undefined }, 'Tokyo Station'],
  ])('«%s» keeps the text that is not a place', (before, place, after) => {
    expect(addressWith(before, place)).toBe(after);
  });
});
