import {
  ArrowDownToLine,
  ArrowLeftRight,
  ArrowUpFromLine,
  ChartCandlestick,
  CircleAlert,
  CircleCheck,
  CirclePercent,
  CirclePlus,
  ClipboardList,
  ClipboardX,
  FlaskConical,
  LockOpen,
  Moon,
  ReceiptText,
  Scale,
  Sprout,
  Timer,
  TimerOff,
  Vault,
  Users,
  type LucideIcon,
} from 'lucide-react';
import type { UserEntryKind } from '@halyard/contract/wallet/entryCalls';
import styles from './Records.module.css';

const ICONS: Readonly<Record<UserEntryKind, LucideIcon>> = {
  deposit: ArrowDownToLine,
  withdraw_hold: ArrowUpFromLine,
  withdraw_settle: ArrowUpFromLine,
  withdraw_release: ArrowUpFromLine,
  transfer: ArrowLeftRight,
  spot_hold: ClipboardList,
  spot_release: ClipboardX,
  spot_fill: ChartCandlestick,
  convert: ArrowLeftRight,
  option_open: Timer,
  option_win: TimerOff,
  option_lose: TimerOff,
  option_tie: TimerOff,
  option_void: TimerOff,
  contract_order: ClipboardList,
  contract_open: Scale,
  contract_fee: ReceiptText,
  contract_cancel: ClipboardX,
  contract_add_margin: CirclePlus,
  contract_overnight: Moon,
  contract_close: CircleCheck,
  contract_liquidation: CircleAlert,
  trust_open: Vault,
  trust_interest: CirclePercent,
  trust_mature: CircleCheck,
  trust_redeem: ClipboardX,
  subscription_hold: Sprout,
  subscription_release: ClipboardX,
  subscription_allot: Sprout,
  subscription_unlock: LockOpen,
  rebate_pay: Users,
  sandbox_fund: FlaskConical,
};

/** Icon of a record's kind; the adjacent text repeats it. */
export function RecordIcon({ kind }: { kind: UserEntryKind | undefined }) {
  const Icon = kind === undefined ? ReceiptText : ICONS[kind];
  return <Icon aria-hidden className={styles['icon']} />;
}
