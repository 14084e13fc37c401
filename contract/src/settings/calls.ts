/** Language of the session, calling codes and settings of the exchange. */
import * as z from 'zod/mini';
import { defineCall } from '../call.ts';
import { count, field, noParameters, wireObject, wireRequest } from '../codec.ts';

/** Answers the language that will be used; unknown codes mean English. */
export const setLanguage = defineCall({
  method: 'POST',
  path: 'set/lang',
  summary: 'Choose the language of messages; answers the code to send as `language-mark`.',
  request: wireRequest({ language: field('lang', z.string().check(z.maxLength(16))) }),
  answer: z.string(),
});

export const getLanguage = defineCall({
  method: 'POST',
  path: 'get/lang',
  summary: 'The language in which this caller is answered.',
  request: noParameters,
  answer: z.string(),
});

const callingCode = wireObject({
  id: field('id', count),
  name: field('name', z.string()),
  callingCode: field('area_code', z.string()),
  country: field('country', z.optional(z.string())),
});
/** A country with its calling code (without the plus sign) and its ISO 3166 code. */
export type CallingCode = z.output<typeof callingCode>;

export const listCallingCodes = defineCall({
  method: 'POST',
  path: 'area_code',
  summary: 'Countries with their calling codes, named in the language asked for.',
  request: wireRequest({ language: field('lang', z.optional(z.string().check(z.maxLength(16)))) }),
  answer: z.array(callingCode),
});

const appConfig = wireObject({
  isSandbox: field('is_sandbox', z.boolean()),
  /** Template of the map's tiles (`{z}`, `{x}`, `{y}`); null when the operator set none. */
  mapTilesUrl: field('map_tiles_url', z.nullable(z.string())),
  mapAttribution: field('map_attribution', z.nullable(z.string())),
  /** Hours that withdrawals wait after a change of credentials or destinations; 0 for none. */
  withdrawalHoldHours: field('withdrawal_hold_hours', count),
});
/** Settings of the operator that the app needs. */
export type AppConfig = z.output<typeof appConfig>;

/** Ours. */
export const getAppConfig = defineCall({
  method: 'GET',
  path: 'set/config',
  isOwn: true,
  summary: 'Settings of the operator that the app needs.',
  request: noParameters,
  answer: appConfig,
});
