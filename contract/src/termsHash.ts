/**
 * Digests of terms: SHA-256 of the terms as canonical JSON of the wire, hexadecimal. Apart from the terms, since many
 * readers of terms need no digest.
 */
import * as z from 'zod/mini';
import { hashOf, type Plain } from './canonicalJson.ts';
import { futuresTerms, type FuturesTerms } from './futures/terms.ts';
import { offeringTerms, type OfferingTerms } from './launchpad/terms.ts';
import { optionTerms, type OptionTerms } from './options/terms.ts';
import { trustTerms, type TrustTerms } from './trust/terms.ts';

export const hashTerms = (terms: OptionTerms): string => hashOf(z.encode(optionTerms, terms) as Plain);
export const hashFuturesTerms = (terms: FuturesTerms): string => hashOf(z.encode(futuresTerms, terms) as Plain);
export const hashTrustTerms = (terms: TrustTerms): string => hashOf(z.encode(trustTerms, terms) as Plain);
export const hashOffering = (terms: OfferingTerms): string => hashOf(z.encode(offeringTerms, terms) as Plain);
