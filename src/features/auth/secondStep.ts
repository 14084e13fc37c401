/** The second step of a login: its code comes when it is wanted, as most accounts go without. */
import { lazyPart } from '../../shared/pwa/lazyPart.tsx';

/** The field of the second step, and the ways to others. */
export const SecondStep = lazyPart(async () => (await import('./SecondStepFields.tsx')).SecondStepFields);

/** What is left to who has lost the app and the recovery codes. */
export const LostFactor = lazyPart(async () => (await import('./LostFactorPage.tsx')).LostFactorPage);
