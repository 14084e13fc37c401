/** Labels of a withdrawal's ledger entries. */
import type { EntryLabels } from '../../module.ts';

export const ENTRIES: EntryLabels = {
  withdraw_hold: {
    legacyNumber: 99,
    text: {
      en: 'Withdrawal requested: amount held',
      zh: '提现申请：金额已冻结',
      hk: '提現申請：金額已凍結',
      jp: '出金申請：金額を確保',
      kr: '출금 신청: 금액 묶임',
      esp: 'Retiro solicitado: monto reservado',
      th: 'ขอถอน: กันจำนวนเงินไว้',
      vnm: 'Yêu cầu rút tiền: đã tạm giữ số tiền',
    },
  },
  withdraw_settle: {
    legacyNumber: 100,
    text: {
      en: 'Withdrawal paid out',
      zh: '提现完成',
      hk: '提現完成',
      jp: '出金完了',
      kr: '출금 완료',
      esp: 'Retiro pagado',
      th: 'ถอนเงินสำเร็จ',
      vnm: 'Đã chi trả khoản rút',
    },
  },
  withdraw_release: {
    legacyNumber: 101,
    text: {
      en: 'Withdrawal not completed: amount returned',
      zh: '提现未完成：金额已退回',
      hk: '提現未完成：金額已退回',
      jp: '出金されず：金額を返却',
      kr: '출금되지 않음: 금액 반환',
      esp: 'Retiro no realizado: monto devuelto',
      th: 'ไม่ได้ถอน: คืนจำนวนเงินแล้ว',
      vnm: 'Không rút tiền: đã trả lại số tiền',
    },
  },
};
