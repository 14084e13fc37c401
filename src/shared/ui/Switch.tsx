import { Switch as BaseSwitch } from '@base-ui/react/switch';
import type { ReactNode } from 'react';
import styles from './Switch.module.css';

type SwitchProps = {
  label: ReactNode;
  isOn: boolean;
  onChange: (isOn: boolean) => void;
};

/** A setting that is on or off and acts at once. The whole row is the target. */
export function Switch({ label, isOn, onChange }: SwitchProps) {
  return (
    <label className={styles['row']}>
      <span>{label}</span>
      <BaseSwitch.Root className={styles['track']} checked={isOn} onCheckedChange={(checked) => onChange(checked)}>
        <BaseSwitch.Thumb className={styles['thumb']} />
      </BaseSwitch.Root>
    </label>
  );
}
