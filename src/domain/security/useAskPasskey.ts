import type { AppError } from '../../shared/api/appError.ts';
import { askPasskey, hasPasskeys, type DeviceAnswer } from './passkeyDevice.ts';
import { useAskPasskeyStepUpMutation } from './passkeysApi.ts';

/**
 * Prompts for a passkey and returns the assertion for `user/prove`. Undefined when this browser has no passkeys: the
 * option is not offered.
 */
export function useAskPasskey(): (() => Promise<DeviceAnswer>) | undefined {
  const [ask] = useAskPasskeyStepUpMutation();
  if (!hasPasskeys()) return undefined;
  return async () => {
    const { data: options, error } = await ask();
    return options === undefined ? { error: error as AppError } : askPasskey(options);
  };
}
