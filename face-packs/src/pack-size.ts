import type { SheetBox } from './sheet.ts';

/** Pixels of a pack for a unit of the drawing: a frame of 1280 x 720 shows 0.85. */
export const SCALE = 1;
/** What the layers of a person show; a garment ends below it. */
export const PERSON: SheetBox = { left: -520, top: -400, right: 520, bottom: 672 };
