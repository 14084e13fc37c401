// All routes, tabs and calls of the protocol exist. `contract/src/messages/specWording.test.ts` covers its messages.
import { describe, expect, it } from 'vitest';
import { ALL_CALLS } from '@halyard/contract/allCalls';
import { MESSAGE_CATEGORIES } from '@halyard/contract/notifications/calls';
import { ENTRY_KINDS } from '@halyard/contract/wallet/entryCalls';
import { contributions } from '../shared/navigation/contributions.ts';
import { ROOT_PATH, ROUTES } from '../shared/navigation/paths.ts';
import { SPECIFIED_CALLS, SPECIFIED_ROUTES } from '../testing/specification.ts';
import { isBuilt } from '../shared/navigation/builtPages.ts';
import { PAGES } from './features.ts';
import { PAGE_SOURCE } from './startPages.ts';

describe('the protocol', () => {
  it('has a page for each of its routes', () => {
    const built = ROUTES.filter(([name]) => isBuilt(name)).map(([, route]) => route.pattern);
    expect([ROOT_PATH, ...built]).toEqual(expect.arrayContaining([...SPECIFIED_ROUTES]));
  });

  it('has the tabs in its order', () => {
    const tabs = ROUTES.filter(([, route]) => route.isTab).map(([, route]) => route.pattern);
    expect(tabs).toEqual(SPECIFIED_ROUTES.slice(1, 6));
  });

  // Loads every page with all its imports.
  it('has a page for every route that counts as built, and no page for another', async () => {
    const built = ROUTES.filter(([name]) => isBuilt(name)).map(([name]) => name);
    expect(Object.keys(PAGES).toSorted()).toEqual(built.toSorted());
    for (const page of Object.values(PAGES)) expect(await page.load()).toBeTypeOf('function');
  });

  it('starts with some of these pages, and loads the others', async () => {
    expect(await PAGE_SOURCE.findAll()).toBe(PAGES);
    expect(PAGES).toMatchObject(PAGE_SOURCE.start);
  });

  it('has an icon for each kind of ledger entry and category of messages', () => {
    const { entryIcons, messageIcons } = contributions();
    expect(ENTRY_KINDS.filter((kind) => !(kind in entryIcons))).toEqual([]);
    expect(MESSAGE_CATEGORIES.filter((category) => !(category in messageIcons))).toEqual([]);
  });

  it('has all its calls', () => {
    expect(ALL_CALLS.map(({ name }) => name)).toEqual(expect.arrayContaining([...SPECIFIED_CALLS]));
  });
});
