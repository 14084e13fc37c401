import type { EntryLabels } from '../../module.ts';

export const ENTRIES: EntryLabels = {
  subscription_hold: {
    legacyNumber: 700,
    text: {
      en: 'New coin subscribed: amount set aside',
      zh: '新币认购：金额已冻结',
      hk: '新幣認購：金額已凍結',
      jp: '新規コイン申込：金額を確保',
      kr: '신규 코인 청약: 금액 묶임',
      esp: 'Suscripción de moneda nueva: monto reservado',
      th: 'จองซื้อเหรียญใหม่: กันเงินไว้',
      vnm: 'Đăng ký mua coin mới: đã tạm giữ tiền',
    },
  },
  subscription_release: {
    legacyNumber: 701,
    text: {
      en: 'New coin not allotted: amount given back',
      zh: '新币未获分配：金额已退回',
      hk: '新幣未獲分配：金額已退回',
      jp: '新規コイン割当なし：金額を返却',
      kr: '신규 코인 미배정: 금액 반환',
      esp: 'Moneda nueva sin asignar: monto devuelto',
      th: 'ไม่ได้รับจัดสรรเหรียญใหม่: คืนเงินแล้ว',
      vnm: 'Không được phân bổ coin mới: đã trả lại tiền',
    },
  },
  subscription_allot: {
    legacyNumber: 702,
    text: {
      en: 'New coin allotted',
      zh: '新币已分配',
      hk: '新幣已分配',
      jp: '新規コイン割当',
      kr: '신규 코인 배정',
      esp: 'Moneda nueva asignada',
      th: 'ได้รับจัดสรรเหรียญใหม่',
      vnm: 'Đã phân bổ coin mới',
    },
  },
  subscription_unlock: {
    legacyNumber: 703,
    text: {
      en: 'New coin unlocked',
      zh: '新币已解锁',
      hk: '新幣已解鎖',
      jp: '新規コインのロック解除',
      kr: '신규 코인 락업 해제',
      esp: 'Moneda nueva desbloqueada',
      th: 'ปลดล็อกเหรียญใหม่แล้ว',
      vnm: 'Đã mở khóa coin mới',
    },
  },
};
