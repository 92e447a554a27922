/** The points of the face mesh, by part. "Left" is the left of the picture; rows run from left to right. */

export const OVAL = [
  10, 338, 297, 332, 284, 251, 389, 356, 454, 323, 361, 288, 397, 365, 379, 378, 400, 377, 152, 148, 176, 149,
  150, 136, 172, 58, 132, 93, 234, 127, 162, 21, 54, 103, 67, 109,
] as const;

/** From the outer edge to the line between the lips. */
export const UPPER_LIP = [
  [61, 185, 40, 39, 37, 0, 267, 269, 270, 409, 291],
  [76, 184, 74, 73, 72, 11, 302, 303, 304, 408, 306],
  [62, 183, 42, 41, 38, 12, 268, 271, 272, 407, 292],
  [78, 191, 80, 81, 82, 13, 312, 311, 310, 415, 308],
] as const;
export const LOWER_LIP = [
  [61, 146, 91, 181, 84, 17, 314, 405, 321, 375, 291],
  [76, 77, 90, 180, 85, 16, 315, 404, 320, 307, 306],
  [62, 96, 89, 179, 86, 15, 316, 403, 319, 325, 292],
  [78, 95, 88, 178, 87, 14, 317, 402, 318, 324, 308],
] as const;
/** The skin below the middle columns of the lower lip, from the fourth column on. */
export const BELOW_LIP = [182, 83, 18, 313, 406] as const;
export const LIP_COLUMNS = 11;

export interface EyePoints {
  /** The edges of the lids, from corner to corner, column by column. */
  readonly upper: readonly number[];
  readonly lower: readonly number[];
  /** The skin above the upper lid's edge, and the skin below the brow. */
  readonly crease: readonly number[];
  readonly socket: readonly number[];
  /** The skin below the lower lid's edge. */
  readonly bag: readonly number[];
  readonly brow: readonly number[];
}

export const EYES: readonly [EyePoints, EyePoints] = [
  {
    upper: [33, 246, 161, 160, 159, 158, 157, 173, 133],
    lower: [33, 7, 163, 144, 145, 153, 154, 155, 133],
    crease: [130, 247, 30, 29, 27, 28, 56, 190, 243],
    socket: [113, 225, 224, 223, 222, 221, 189],
    bag: [130, 25, 110, 24, 23, 22, 26, 112, 243],
    brow: [70, 63, 105, 66, 107, 46, 53, 52, 65, 55],
  },
  {
    upper: [362, 398, 384, 385, 386, 387, 388, 466, 263],
    lower: [362, 382, 381, 380, 374, 373, 390, 249, 263],
    crease: [463, 414, 286, 258, 257, 259, 260, 467, 359],
    socket: [413, 441, 442, 443, 444, 445, 342],
    bag: [463, 341, 256, 252, 253, 254, 339, 255, 359],
    brow: [336, 296, 334, 293, 300, 285, 295, 282, 283, 276],
  },
];

/** The blend shapes that close the left and the right eye of the picture, which are the person's right and left eye. */
export const BLINKS = ['eyeBlinkRight', 'eyeBlinkLeft'] as const;

/** Points that keep their positions in the head whatever the face does. */
export const FIXED = [
  1, 2, 4, 5, 6, 98, 327, 168, 195, 197, 129, 358, 64, 294, 33, 133, 362, 263, 145, 374, 10, 109, 338, 21,
  251, 54, 284, 127, 356, 234, 454, 93, 323, 132, 361, 58, 288, 116, 345, 117, 346, 118, 347, 151, 9,
] as const;
