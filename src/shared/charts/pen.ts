/**
 * The part of a canvas context that traces draw with. The shape's fill and stroke are set; the path collected in it is
 * filled and stroked afterwards.
 */
export type Pen = Pick<CanvasRenderingContext2D, 'moveTo' | 'lineTo' | 'closePath' | 'fillRect'>;
