// A route written as text is reported in every position; builders and other paths are not.
import { testRule } from '../lintTree.ts';

testRule('paths/no-literal-route', {
  valid: [
    'navigate(paths.trade());',
    "fetch('/api/coin/list');",
    "const word = 'pages';",
    "import { x } from '../pages-of-help/x.ts';",
  ],
  invalid: [
    "navigate('/pages/trade/index');",
    "const path = 'pages/assets/index';",
    'navigate(`/pages/user/login/login?backpage=${back}`);',
    "const view = <Link to='/pages/trade/kline' />;",
    "const url = '/h5/#/pages/index/index';",
  ],
});
