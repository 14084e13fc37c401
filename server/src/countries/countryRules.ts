/** Countries in which registration or products are off, by the country that a user declared (ADR 45). */
import { sql } from 'drizzle-orm';
import { parsePhoneNumberFromString } from 'libphonenumber-js/min';
import type { AnswerOf, Call, RequestOf } from '@halyard/contract/call';
import type { UserId } from '@halyard/contract/ids';
import type { LimitedProduct } from '@halyard/contract/limits/calls';
import type { CountryRule } from '@halyard/contract/limits/publishedCalls';
import { answerUser, BusinessError, type CallHandler, type UserCaller } from '../calls/callHandler.ts';
import type { Clock } from '../clock.ts';
import { refuseUnlessRepeated } from '../calls/repeated.ts';
import { rowsOf, type Database, type Reader } from '../db/database.ts';
import { refusalOnBreak } from '../limits/tradingBreak.ts';

/** Current rules, from a cache. */
type CountryCatalogue = { countryRules(): Promise<readonly CountryRule[]> };

type Deps = {
  readonly db: Database;
  readonly clock: Clock;
  readonly catalogue: CountryCatalogue;
};

/** All rules, by country. */
export async function listCountryRules(reader: Reader): Promise<CountryRule[]> {
  return rowsOf<CountryRule>(
    reader,
    sql`select country, is_registration_off as "isRegistrationOff", products_off as "productsOff"
      from country_rules order by country`,
  );
}

/**
 * The country that a user declared: at the newest identity check that was not rejected, else at the registration, else
 * by the phone number. Undefined when there is none.
 */
export async function countryOfUser(reader: Reader, userId: UserId): Promise<string | undefined> {
  const [row] = await rowsOf<{ country: string | null; phone: string | null }>(
    reader,
    sql`select u.phone, coalesce((select i.country from identity_checks i
          where i.user_id = u.id and i.level = 'basic' and i.status <> 'rejected' order by i.id desc limit 1),
        u.country) as country
      from users u where u.id = ${userId}`,
  );
  return row?.country ?? countryOfPhone(row?.phone ?? undefined);
}

/** The country of a phone number in international form. */
export function countryOfPhone(phone: string | undefined): string | undefined {
  return parsePhoneNumberFromString(phone ?? '')?.country;
}

/** Products that a user cannot buy. */
export async function productsOffFor(
  { db, catalogue }: { readonly db: Reader; readonly catalogue: CountryCatalogue },
  userId: UserId,
) {
  const rules = await catalogue.countryRules();
  if (rules.every(({ productsOff }) => productsOff.length === 0)) return [];
  const country = await countryOfUser(db, userId);
  return rules.find((rule) => rule.country === country)?.productsOff ?? [];
}

/** The call that buys a product. A request without an id has no first answer. */
type Buying<C extends Call> = {
  readonly call: C;
  readonly product: LimitedProduct;
  /** Whether the request buys; others pass. */
  readonly isBuying?: (request: RequestOf<C>) => boolean;
  /** The same where the request alone does not show it; asked only of a request that would be refused. */
  readonly findBuying?: (request: RequestOf<C>, userId: UserId) => Promise<boolean>;
};

/**
 * Binds a handler to a call that buys a product: refused with PRODUCT_NOT_OFFERED where the product is off in the
 * user's country, and with TRADING_BREAK during a break of the user. A request that was accepted before gets its first
 * answer. What a user has is closed, sold and withdrawn by other calls, which never ask for either.
 */
export function answerOffered<C extends Call>(
  { db, clock, catalogue }: Deps,
  { call, product, isBuying = () => true, findBuying }: Buying<C>,
  handle: (request: RequestOf<C>, caller: UserCaller) => Promise<AnswerOf<C>>,
): CallHandler {
  return answerUser(call, async (request, caller) => {
    const { user } = caller;
    const isOff = isBuying(request) && (await productsOffFor({ db, catalogue }, user.id)).includes(product);
    const onBreak = isBuying(request)
      ? refusalOnBreak(user.breakUntilMs, { product, nowMs: clock.nowMs() })
      : undefined;
    const refusal = isOff ? new BusinessError('PRODUCT_NOT_OFFERED') : onBreak;
    if (refusal === undefined || (await findBuying?.(request, user.id)) === false) return handle(request, caller);
    return refuseUnlessRepeated({ db, clock }, { call, user, request: request as object }, refusal);
  });
}

/**
 * Checks the country of a registration: the declared one, or that of the phone number. Throws `BusinessError`:
 * COUNTRY_REQUIRED where any country is off and none is known, COUNTRY_NOT_SERVED.
 */
export async function requireServedCountry(
  catalogue: CountryCatalogue,
  { declared, phone }: { readonly declared: string | undefined; readonly phone: string | undefined },
): Promise<string | undefined> {
  const country = declared ?? countryOfPhone(phone);
  const off = (await catalogue.countryRules()).filter(({ isRegistrationOff }) => isRegistrationOff);
  if (off.length === 0) return country;
  if (country === undefined) throw new BusinessError('COUNTRY_REQUIRED');
  if (off.some((rule) => rule.country === country)) throw new BusinessError('COUNTRY_NOT_SERVED');
  return country;
}
