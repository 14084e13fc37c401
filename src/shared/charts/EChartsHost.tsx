import type { EChartsType } from 'echarts/core';
import exported from 'echarts-for-react/lib/core';
import { startTransition, useEffect, useRef } from 'react';
import { echarts } from './echarts.ts';

const Base = defaultOf(exported);

/**
 * Creates its chart once. The library creates every chart twice, the second one after the first has drawn an empty
 * picture to learn its size. Runs in a frame of its own, because it measures the page, which React has just changed.
 */
class ReactECharts extends Base {
  private frame = 0;

  override componentDidMount(): void {
    this.frame = requestAnimationFrame(() => {
      const chart = echarts.init(this.ele);
      startTransition(() => this.props.onChartReady?.(chart));
    });
  }

  override componentWillUnmount(): void {
    cancelAnimationFrame(this.frame);
    super.componentWillUnmount();
  }
}

type EChartsHostProps = { onReady: (chart: EChartsType) => void; onResize: () => void };

const NOTHING = {};
const never = () => false;
const FILL = { inlineSize: '100%', height: '100%' };

/** An ECharts instance in an element that fills its parent. Its content is set on the instance, never through React. */
export function EChartsHost({ onReady, onResize }: EChartsHostProps) {
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (box.current === null) return undefined;
    const observer = new ResizeObserver(onResize);
    observer.observe(box.current);
    return () => observer.disconnect();
  }, [onResize]);
  return (
    <div ref={box} style={FILL}>
      <ReactECharts
        echarts={echarts}
        option={NOTHING}
        shouldSetOption={never}
        autoResize={false}
        style={FILL}
        onChartReady={onReady}
      />
    </div>
  );
}

/** The module is CommonJS compiled from an ES module: some bundlers return its default export, others the namespace. */
function defaultOf<Thing extends object>(module: Thing | { default: Thing }): Thing {
  return 'default' in module ? module.default : module;
}
