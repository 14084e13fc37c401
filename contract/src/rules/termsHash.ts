/**
 * The digests that name terms: SHA-256 of the terms as canonical JSON of the wire, hexadecimal. Apart from the terms,
 * which are read by many who need no digest of them.
 */
import * as z from 'zod/mini';
import { hashOf, type Plain } from './canonicalJson.ts';
import { contractTerms, type ContractTerms } from './contracts/terms.ts';
import { offerTerms, type OfferTerms } from './offerTerms.ts';
import { optionTerms, type OptionTerms } from './optionTerms.ts';
import { trustTerms, type TrustTerms } from './trustTerms.ts';

export const hashTerms = (terms: OptionTerms): string => hashOf(z.encode(optionTerms, terms) as Plain);
export const hashContractTerms = (terms: ContractTerms): string => hashOf(z.encode(contractTerms, terms) as Plain);
export const hashTrustTerms = (terms: TrustTerms): string => hashOf(z.encode(trustTerms, terms) as Plain);
export const hashOffer = (terms: OfferTerms): string => hashOf(z.encode(offerTerms, terms) as Plain);
