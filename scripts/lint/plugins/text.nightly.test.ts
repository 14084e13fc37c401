// Words in JSX and in attributes that are read aloud are reported; keys, values and punctuation are not.
import { testRule } from '../lintTree.ts';

testRule('text/no-literal', {
  valid: [
    "const view = <p>{t('trade.buy')}</p>;",
    'const view = <p>{price} · {amount}</p>;',
    "const view = <p>{isMissing ? '—' : price}</p>;",
    'const view = <button aria-label={t("close")} className="primary" type="button" />;',
    'const view = <NavBar title="trade.title" />;',
    'const view = <NavBar title="trade:history.title" />;',
    'const view = <p>{`${sign}${amount}%`}</p>;',
    'const view = <>{" "}</>;',
    'const view = <use href="#icon" />;',
  ],
  invalid: [
    'const view = <p>Buy</p>;',
    'const view = <p>{"Buy"}</p>;',
    'const view = <p>{`Buy ${symbol}`}</p>;',
    'const view = <p>{isBuy ? "Buy" : t("sell")}</p>;',
    'const view = <p>{name || "Nobody"}</p>;',
    'const view = <>ซื้อ</>;',
    'const view = <button aria-label="Close" type="button" />;',
    'const view = <input placeholder={"Amount"} />;',
    'const view = <img alt="Chart of the price" src={src} />;',
    'const view = <NavBar title="Trade history" />;',
  ],
});
