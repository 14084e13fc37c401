import { useState } from 'react';
import { Button } from '../../shared/ui/Button.tsx';
import { Checkbox } from '../../shared/ui/Checkbox.tsx';
import { NavBar, Page } from '../../shared/ui/Page.tsx';
import { NumberField } from '../../shared/ui/NumberField.tsx';
import { PasswordField } from '../../shared/ui/PasswordField.tsx';
import { Segmented } from '../../shared/ui/Segmented.tsx';
import { Switch } from '../../shared/ui/Switch.tsx';
import { TextField } from '../../shared/ui/TextField.tsx';
import styles from './Gallery.module.css';

/** Fields with values and errors. */
export function FormScreen() {
  const [email, setEmail] = useState('ada@example');
  const [password, setPassword] = useState('secret');
  const [amount, setAmount] = useState('1234.5');
  const [kind, setKind] = useState<'email' | 'phone'>('email');
  const [isAgreed, setAgreed] = useState(false);
  const [isOn, setOn] = useState(true);
  return (
    <Page header={<NavBar title="Register" />}>
      <div className={styles['stack']}>
        <Segmented
          label="Register with"
          value={kind}
          onValueChange={setKind}
          options={[
            { value: 'email', label: 'E-mail' },
            { value: 'phone', label: 'Phone' },
          ]}
        />
        <TextField
          label="E-mail"
          type="email"
          value={email}
          onValueChange={setEmail}
          error="That is not an e-mail address"
        />
        <TextField
          label="Verification code"
          inputMode="numeric"
          value=""
          onValueChange={() => undefined}
          placeholder="6 digits"
          hint="Sent to your address, good for 10 minutes"
          end={
            <Button kind="quiet" size="small">
              Send code
            </Button>
          }
        />
        <PasswordField label="Password" value={password} onValueChange={setPassword} hint="At least 6 characters" />
        <NumberField label="Amount" value={amount} onValueChange={setAmount} unit="USDT" />
        <TextField label="Invitation code (optional)" value="" onValueChange={() => undefined} isDisabled />
        <Checkbox
          label="I have read the user agreement"
          isChecked={isAgreed}
          onCheckedChange={setAgreed}
          error={isAgreed ? undefined : 'Please agree first'}
        />
        <Switch label="Hide balances" isOn={isOn} onChange={setOn} />
        <Button>Register</Button>
        <Button isLoading>Register</Button>
        <Button disabled>Register</Button>
        <Button kind="ghost">Log in instead</Button>
      </div>
    </Page>
  );
}
