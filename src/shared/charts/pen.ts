/**
 * What a trace draws on: the part of a canvas context that traces need. The fill and stroke of the shape are set; what
 * it collects as a path is filled and stroked after it.
 */
export type Pen = Pick<CanvasRenderingContext2D, 'moveTo' | 'lineTo' | 'closePath' | 'fillRect'>;
