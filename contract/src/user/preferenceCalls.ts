/** Settings that a user's devices share (ours). */
import * as z from 'zod/mini';
import { defineCall } from '../call.ts';
import { field, noParameters, wireObject, wireRequest } from '../codec.ts';
import { drawingsName } from './drawings.ts';

/** The longest value, as JSON text. */
export const PREFERENCE_BYTES_MAX = 8192;

/** Shared settings. Settings of a device (the theme, hidden balances, push) are not among them. */
export const PREFERENCE_NAMES = [
  'language',
  'price_colours',
  'favourites',
  'confirms_orders',
  'max_slippage',
  'hides_small',
  'total_unit',
  'chart',
] as const;
export const preferenceName = z.enum(PREFERENCE_NAMES);
export type PreferenceName = z.output<typeof preferenceName>;

/** Name of anything that is stored: a setting, or the drawings of one market. */
export const storedName = z.union([preferenceName, drawingsName]);
export type StoredName = z.output<typeof storedName>;

const preference = wireObject({
  name: field('name', storedName),
  /** JSON text; each reader checks it, since another version of the app may have written it. */
  value: field('value', z.string()),
  /** Increases with every change of any of the user's preferences. */
  version: field('version', z.int()),
});
/** The current value of a setting. */
export type Preference = z.output<typeof preference>;

export const listPreferences = defineCall({
  method: 'GET',
  path: 'user/preferences',
  isOwn: true,
  access: 'user',
  summary: 'The settings that follow the user, those that were ever set.',
  request: noParameters,
  answer: z.array(preference),
});

/** An empty list when the user never drew in the market. */
export const listDrawings = defineCall({
  method: 'GET',
  path: 'user/drawings',
  isOwn: true,
  access: 'user',
  summary: "The user's drawings on the chart of one market, as a preference.",
  request: wireRequest({ name: field('name', drawingsName) }),
  answer: z.array(preference),
});

/**
 * The last write to arrive is stored; drawings are merged with the stored ones (`mergeDrawings`), and the answer has
 * the result. Errors: PARAMETER_INVALID (not JSON, longer than {@link PREFERENCE_BYTES_MAX}, an unsupported language,
 * no drawings, or an unknown market).
 */
export const savePreference = defineCall({
  method: 'POST',
  path: 'user/save_preference',
  isOwn: true,
  access: 'user',
  summary: 'Set one of the settings that follow the user.',
  request: wireRequest({ name: field('name', storedName), value: field('value', z.string()) }),
  answer: preference,
});
