import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { OutboxMessage } from '@halyard/contract/sandbox/calls';
import { useFormat } from '../../shared/format/useFormat.ts';
import { Button } from '../../shared/ui/Button.tsx';
import { EmptyState } from '../../shared/ui/EmptyState.tsx';
import { Sheet } from '../../shared/ui/Sheet.tsx';
import { Skeleton } from '../../shared/ui/Skeleton.tsx';
import { useIsSandbox, useOutbox } from './sandboxApi.ts';
import styles from './SandboxMessages.module.css';

/** Another code may be sent meanwhile. */
const POLL_MS = 4000;

const codeIn = ({ text }: OutboxMessage) => /\b\d{6}\b/.exec(text)?.[0];

type SandboxMessagesProps = {
  /** Recipient, as the exchange spells it; '' for none. */
  address: string;
  /** Whether a message may exist. */
  hasSent: boolean;
  /** Called with the chosen code. */
  onUse: (code: string) => void;
};

/**
 * The mail that a sandbox would have sent, shown here because nothing is really mailed. Texts of the namespace `auth`.
 */
export function SandboxMessages({ address, hasSent, onUse }: SandboxMessagesProps) {
  const { t } = useTranslation('auth');
  const isSandbox = useIsSandbox();
  const [isOpen, setOpen] = useState(false);
  const { data: messages } = useOutbox(address, isSandbox && hasSent, POLL_MS);
  if (!isSandbox || !hasSent) return null;
  const newest = messages?.[0];
  const code = newest && codeIn(newest);
  const use = (chosen: string) => {
    onUse(chosen);
    setOpen(false);
  };
  return (
    <span className={styles['line']}>
      <button type="button" className={styles['link']} onClick={() => setOpen(true)}>
        {t('sandbox.read')}
      </button>
      {code !== undefined && (
        <Button kind="ghost" size="small" onClick={() => use(code)}>
          {t('sandbox.use', { code })}
        </Button>
      )}
      <Sheet isOpen={isOpen} onOpenChange={setOpen} title={t('sandbox.title')} description={t('sandbox.explain')}>
        <Messages address={address} isOpen={isOpen} onUse={use} />
      </Sheet>
    </span>
  );
}

type MessagesProps = { address: string; isOpen: boolean; onUse: (code: string) => void };

function Messages({ address, isOpen, onUse }: MessagesProps) {
  const { t } = useTranslation('auth');
  const { data, isLoading } = useOutbox(address, isOpen);
  if (isLoading) return <Skeleton height={72} />;
  if (data === undefined || data.length === 0) return <EmptyState drawing="talk" text={t('sandbox.empty')} />;
  return (
    <ul className={styles['messages']}>
      {data.slice(0, 5).map((message) => (
        <li key={message.id}>
          <Message message={message} onUse={onUse} />
        </li>
      ))}
    </ul>
  );
}

function Message({ message, onUse }: { message: OutboxMessage; onUse: (code: string) => void }) {
  const { t } = useTranslation('auth');
  const format = useFormat();
  const code = codeIn(message);
  return (
    <article className={styles['message']}>
      <p className={styles['time']}>{format.moment(Date.parse(message.at), 'dateSecond')}</p>
      <p>{message.text}</p>
      {code !== undefined && (
        <Button kind="ghost" size="small" onClick={() => onUse(code)}>
          {t('sandbox.use', { code })}
        </Button>
      )}
    </article>
  );
}
