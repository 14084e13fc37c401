/** Texts of a picture. They are retained by name from one picture to the next, and only changed ones are rebuilt. */
import type { EChartsType } from 'echarts/core';
import { echarts } from './echarts.ts';

export type Label = {
  readonly text: string;
  readonly x: number;
  /** The middle of the text's height. */
  readonly y: number;
  readonly fill: string;
  readonly align?: 'left' | 'center' | 'right';
  readonly isStrong?: boolean;
  /** A box behind the text. */
  readonly box?: { readonly fill: string; readonly line?: string };
  /** Stacking level; default 0. */
  readonly level?: number;
};

type ZRender = ReturnType<EChartsType['getZr']>;
type Text = InstanceType<typeof echarts.graphic.Text>;
type Drawn = { readonly element: Text; label: Label; round: number };

export const STRONG = 600;
/** Above all series. */
const LAYER = 10;

export class Labels {
  private readonly drawn = new Map<string, Drawn>();
  private readonly spare: Text[] = [];
  private round = 0;

  constructor(
    private readonly zr: ZRender,
    private readonly font: { readonly family: string; readonly px: number },
  ) {}

  /** Begins a picture; texts not put until `end` are removed. */
  begin(): void {
    this.round += 1;
  }

  put(name: string, label: Label): void {
    const known = this.drawn.get(name);
    if (known === undefined) {
      const element = this.spare.pop() ?? this.added();
      this.drawn.set(name, { element, label, round: this.round });
      element.attr({ x: label.x, y: label.y, ignore: false, z2: label.level ?? 0 });
      this.dress(element, label);
      return;
    }
    const { element, label: before } = known;
    known.label = label;
    known.round = this.round;
    if (before.x !== label.x || before.y !== label.y) element.attr({ x: label.x, y: label.y });
    if (!looksLike(before, label)) this.dress(element, label);
  }

  end(): void {
    for (const [name, { element, round }] of this.drawn) {
      if (round === this.round) continue;
      this.drawn.delete(name);
      this.spare.push(element);
      element.attr('ignore', true);
    }
  }

  /** Removes all texts for good. */
  dispose(): void {
    for (const { element } of this.drawn.values()) this.zr.remove(element);
    for (const element of this.spare) this.zr.remove(element);
    this.drawn.clear();
    this.spare.length = 0;
  }

  private added(): Text {
    const element = new echarts.graphic.Text({ silent: true, z: LAYER });
    this.zr.add(element);
    return element;
  }

  private dress(element: Text, { text, fill, align = 'left', isStrong = false, box }: Label): void {
    const { family, px } = this.font;
    element.useStyle({
      text,
      fill,
      align,
      verticalAlign: 'middle',
      font: `${isStrong ? STRONG : 'normal'} ${px}px ${family}`,
      ...(box === undefined ? {} : boxStyle(box)),
    });
  }
}

function boxStyle({ fill, line }: NonNullable<Label['box']>) {
  const edge = line === undefined ? {} : { borderColor: line, borderWidth: 1 };
  return { backgroundColor: fill, padding: [2, 3], borderRadius: 4, ...edge };
}

function looksLike(before: Label, label: Label): boolean {
  return (
    before.text === label.text &&
    before.fill === label.fill &&
    before.align === label.align &&
    before.isStrong === label.isStrong &&
    before.box?.fill === label.box?.fill &&
    before.box?.line === label.box?.line
  );
}
