/** A passkey as the proof of who is there, for the sheet that asks for one. */
import type { AppError } from '../../shared/api/appError.ts';
import { askPasskey, hasPasskeys, type DeviceAnswer } from './passkeyDevice.ts';
import { useAskPasskeyStepUpMutation } from './passkeysApi.ts';

/**
 * Asks the device for the assertion that `user/prove` takes. Undefined where this browser has no passkeys: nothing is
 * offered then.
 */
export function useAskPasskey(): (() => Promise<DeviceAnswer>) | undefined {
  const [ask] = useAskPasskeyStepUpMutation();
  if (!hasPasskeys()) return undefined;
  return async () => {
    const { data: options, error } = await ask();
    return options === undefined ? { error: error as AppError } : askPasskey(options);
  };
}
