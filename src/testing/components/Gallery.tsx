import { ArrowLeftRight, House, Wallet } from 'lucide-react';
import { useState } from 'react';
import { Frame } from '../../shared/ui/Frame.tsx';
import { SideMenu } from '../../shared/ui/Sheet.tsx';
import { ListRow } from '../../shared/ui/ListRow.tsx';
import { TabBar } from '../../shared/ui/TabBar.tsx';
import { Toaster } from '../../shared/ui/Toaster.tsx';
import { FormScreen } from './FormScreen.tsx';
import { HomeScreen } from './HomeScreen.tsx';
import { KlineScreen } from './KlineScreen.tsx';
import { MoneyScreen } from './MoneyScreen.tsx';
import { RecordsScreen } from './RecordsScreen.tsx';
import { StatesScreen } from './StatesScreen.tsx';
import { TradeScreen } from './TradeScreen.tsx';

/** One screen of the gallery by its name. */
export function Gallery({ screen }: { screen: string }) {
  const [isMenuOpen, setMenuOpen] = useState(screen === 'menu');
  const tabs = [
    { to: '/', label: 'Home', icon: <House aria-hidden />, isActive: screen === 'home' },
    { to: '/trade', label: 'Trade', icon: <ArrowLeftRight aria-hidden />, isActive: screen === 'trade' },
    { to: '/assets', label: 'Assets', icon: <Wallet aria-hidden />, isActive: false },
  ];
  const hasTabBar = !['kline', 'form', 'money', 'records'].includes(screen);
  return (
    <>
      <Frame tabBar={hasTabBar && <TabBar label="Main" items={tabs} />}>
        {screen === 'trade' && <TradeScreen />}
        {screen === 'kline' && <KlineScreen />}
        {screen === 'form' && <FormScreen />}
        {screen === 'money' && <MoneyScreen />}
        {screen === 'records' && <RecordsScreen />}
        {screen === 'states' && <StatesScreen />}
        {(screen === 'home' || screen === 'menu') && <HomeScreen onMenu={() => setMenuOpen(true)} />}
      </Frame>
      <SideMenu isOpen={isMenuOpen} onOpenChange={setMenuOpen} title="Halyard">
        <ListRow title="Markets" to="/" />
        <ListRow title="Language" end="English" onPress={() => undefined} />
      </SideMenu>
      <Toaster />
    </>
  );
}
