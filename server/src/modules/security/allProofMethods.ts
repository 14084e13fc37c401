/** The second factors of this exchange. */
import type { ModuleDeps } from '../../module.ts';
import { createPasskeyMethod } from './passkeyMethod.ts';
import type { StepUpMethod } from './stepUpMethods.ts';
import { factorMethods } from './secondFactor.ts';

/** Makes all of them. */
export function createStepUpMethods(deps: ModuleDeps): readonly StepUpMethod[] {
  return [...factorMethods(deps), createPasskeyMethod(deps)];
}
