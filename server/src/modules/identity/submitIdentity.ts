/** Submitting an identity check of either level. */
import { getCountries } from 'libphonenumber-js/min';
import type { RequestOf } from '@halyard/contract/call';
import type { CodedError } from '@halyard/contract/errors';
import type { submitAdvancedIdentity, submitBasicIdentity } from '@halyard/contract/identity/calls';
import { COUNTRY_CODES } from '@halyard/contract/identity/countries';
import { normalizeContactAddress, normalizeFullName, normalizeIdNumber } from '@halyard/contract/identity/rules';
import type { UserId } from '@halyard/contract/ids';
import { LANGUAGES, LOCALES } from '@halyard/contract/languages';
import { isCodedError } from '@halyard/contract/user/rules';
import { BusinessError, refusal } from '../../calls/callHandler.ts';
import type { Clock } from '../../clock.ts';
import { emit, type Database, type Transaction } from '../../db/database.ts';
import { lockUser } from '../../db/lockUser.ts';
import type { EventBus } from '../../events/events.ts';
import type { AskReview } from '../../operator/review.ts';
import { requireUpload, type UploadId } from '../uploads/uploadFiles.ts';
import * as repository from './identityRepository.ts';
import type { BasicFields, IdentityCheck } from './identityRepository.ts';

/** Dependencies of submissions. */
export type IdentityDeps = {
  readonly db: Database;
  readonly clock: Clock;
  readonly events: EventBus;
  /** Without it new checks wait for an operator. */
  readonly askReview?: AskReview | undefined;
};

type Basic = RequestOf<typeof submitBasicIdentity>;
type Advanced = RequestOf<typeof submitAdvancedIdentity>;

/**
 * Stores a basic check. Throws `BusinessError`: COUNTRY_REQUIRED, NAME_REQUIRED, ID_NUMBER_REQUIRED, ID_NUMBER_INVALID,
 * CONTACT_ADDRESS_REQUIRED, PARAMETER_INVALID for an unknown country, IDENTITY_PENDING, IDENTITY_VERIFIED. An ID number
 * of another user is accepted, so that callers cannot learn which numbers are known.
 */
export async function submitBasic(deps: IdentityDeps, userId: UserId, request: Basic): Promise<void> {
  const fields = readBasic(request);
  await submit(deps, userId, async (tx, at) => {
    const { basic } = await repository.readNewestChecks(tx, userId);
    refuseAgain(basic);
    return repository.insertBasicCheck(tx, userId, { ...fields, at });
  });
}

/**
 * Stores an advanced check with pictures that the user uploaded before. Throws `BusinessError`: BASIC_REQUIRED,
 * IDENTITY_PENDING, IDENTITY_VERIFIED, PICTURE_REQUIRED {field}, FILE_NOT_FOUND, FILE_TYPE_UNSUPPORTED.
 */
export async function submitAdvanced(deps: IdentityDeps, userId: UserId, request: Advanced): Promise<void> {
  await submit(deps, userId, async (tx, at) => {
    const { basic, advanced } = await repository.readNewestChecks(tx, userId);
    if (basic?.status !== 'verified') throw new BusinessError('BASIC_REQUIRED');
    refuseAgain(advanced);
    return repository.insertAdvancedCheck(tx, userId, { ...(await readPictures(tx, userId, request)), at });
  });
}

async function submit(
  { db, clock, askReview }: IdentityDeps,
  userId: UserId,
  insert: (tx: Transaction, at: string) => Promise<number>,
): Promise<void> {
  await db.transaction(async (tx) => {
    // Each submission sees the one before.
    await lockUser(tx, userId);
    const id = await insert(tx, new Date(clock.nowMs()).toISOString());
    await askReview?.(tx, 'identity', id);
    emit(tx, { type: 'record-changed', userId, record: { subject: 'identity', id, status: 'pending' } });
  });
}

function refuseAgain(newest: IdentityCheck | undefined): void {
  if (newest?.status === 'pending') throw new BusinessError('IDENTITY_PENDING');
  if (newest?.status === 'verified') throw new BusinessError('IDENTITY_VERIFIED');
}

function readBasic({ country = '', name = '', idNumber = '', address = '' }: Basic): BasicFields {
  return {
    country: readCountry(country),
    fullName: accepted(normalizeFullName(name)),
    idNumber: accepted(normalizeIdNumber(idNumber)),
    address: accepted(normalizeContactAddress(address)),
  };
}

function readCountry(written: string): string {
  if (written.trim() === '') throw new BusinessError('COUNTRY_REQUIRED');
  const country = countryOf(written);
  if (country === undefined) throw new BusinessError('PARAMETER_INVALID', { field: 'country' });
  return country;
}

function accepted(value: string | CodedError): string {
  if (isCodedError(value)) throw refusal(value);
  return value;
}

/** All are required before any is looked up, so that the error names the first missing one. */
async function readPictures(
  tx: Transaction,
  userId: UserId,
  { front, back, holding }: Advanced,
): Promise<repository.AdvancedPictures> {
  const paths = {
    front: requirePath(front, 'front_pic'),
    back: requirePath(back, 'reverse_pic'),
    holding: requirePath(holding, 'hand_pic'),
  };
  const idOf = (path: string): Promise<UploadId> => requireUpload(tx, userId, path, { allowPdf: false });
  return { front: await idOf(paths.front), back: await idOf(paths.back), holding: await idOf(paths.holding) };
}

function requirePath(path: string | undefined, field: string): string {
  const text = path?.trim() ?? '';
  if (text === '') throw new BusinessError('PICTURE_REQUIRED', { field });
  return text;
}

// Countries as clients send them: by ISO code, or by their name in one of the app's languages.

let byName: ReadonlyMap<string, string> | undefined;

/** The ISO 3166 alpha-2 code of a country; `undefined` for an unknown name. Case and blanks are ignored. */
export function countryOf(written: string): string | undefined {
  byName ??= listNames();
  return byName.get(keyOf(written));
}

/** Codes come last, so that a short name does not hide one. */
function listNames(): ReadonlyMap<string, string> {
  // The phone metadata have a few unofficial codes that are in use.
  const countries = [...new Set<string>([...COUNTRY_CODES, ...getCountries()])];
  const names = LANGUAGES.flatMap((language) =>
    (['short', 'long'] as const).flatMap((style) => {
      const display = new Intl.DisplayNames([LOCALES[language]], { type: 'region', style });
      return countries.map((country) => [keyOf(display.of(country) ?? country), country] as const);
    }),
  );
  return new Map([...names, ...countries.map((country) => [keyOf(country), country] as const)]);
}

/** Accents count: Áo is Austria in Vietnamese, AO is Angola. */
function keyOf(name: string): string {
  return name.normalize('NFKC').toLowerCase().replaceAll(/\s+/g, ' ').trim();
}
