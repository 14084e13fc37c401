/** The second factors of this exchange. */
import type { ModuleDeps } from '../../module.ts';
import { createPasskeyMethod } from './passkeyMethod.ts';
import type { ProofMethod } from './proofMethods.ts';
import { factorMethods } from './secondFactor.ts';

/** Makes all of them. */
export function createProofMethods(deps: ModuleDeps): readonly ProofMethod[] {
  return [...factorMethods(deps), createPasskeyMethod(deps)];
}
