import type { EntryLabels } from '../../module.ts';

export const ENTRIES: EntryLabels = {
  trust_open: {
    legacyNumber: 42,
    text: {
      en: 'Put into an Earn product',
      zh: '申购理财产品：本金已冻结',
      hk: '申購理財產品：本金已凍結',
      jp: '運用商品へ預け入れ',
      kr: '예치',
      esp: 'Puesto en un producto de ahorro',
      th: 'ฝากเข้าผลิตภัณฑ์ Earn',
      vnm: 'Gửi Earn',
    },
  },
  trust_interest: {
    legacyNumber: 251,
    text: {
      en: 'Interest of an Earn order',
      zh: '理财利息',
      hk: '理財利息',
      jp: '運用の利息',
      kr: '예치 이자',
      esp: 'Intereses de ahorro',
      th: 'ดอกเบี้ย Earn',
      vnm: 'Tiền lãi Earn',
    },
  },
  trust_mature: {
    legacyNumber: 44,
    text: {
      en: 'Earn order completed: principal given back',
      zh: '理财到期：本金已退回',
      hk: '理財到期：本金已退回',
      jp: '運用の満期：元本を返却',
      kr: '예치 만기: 원금 반환',
      esp: 'Ahorro completado: capital devuelto',
      th: 'Earn ครบกำหนด: คืนเงินต้นแล้ว',
      vnm: 'Earn đến hạn: đã trả lại tiền gốc',
    },
  },
  trust_redeem: {
    legacyNumber: 44,
    text: {
      en: 'Earn order redeemed: principal less penalty',
      zh: '理财提前赎回：本金扣除违约金',
      hk: '理財提前贖回：本金扣除違約金',
      jp: '運用の中途解約：違約金を引いた元本',
      kr: '예치 중도 해지: 위약금을 뺀 원금',
      esp: 'Ahorro rescatado: capital menos penalización',
      th: 'ไถ่ถอน Earn: เงินต้นหักค่าปรับ',
      vnm: 'Tất toán Earn trước hạn: tiền gốc trừ phí phạt',
    },
  },
};
