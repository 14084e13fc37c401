import { lazyPart } from '../../shared/pwa/lazyPart.tsx';

/** The field of the second step and its alternatives. Loaded on demand, since most accounts have none. */
export const SecondStep = lazyPart(async () => (await import('./SecondStepFields.tsx')).SecondStepFields);

/** For users who lost the app and the recovery codes. */
export const LostFactor = lazyPart(async () => (await import('./LostFactorPage.tsx')).LostFactorPage);
