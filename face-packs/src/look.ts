export type HairStyle = 'long' | 'bob' | 'fade' | 'swept' | 'curls' | 'silver';
export type Garment = 'blazer' | 'suit' | 'turtleneck' | 'sweater' | 'wrap' | 'cardigan';
export type Backdrop = 'office' | 'studio' | 'plants' | 'library' | 'night' | 'terracotta';

/** Everything that describes one illustrated person, as numbers and colours. */
export interface Look {
  /** Of the strands, freckles and leaves. */
  seed: number;
  skin: { base: string; shadow: string; light: string; blush: string };
  /** Width of the face, 1 is average; `jaw` 0 is slim, 1 square; `chin` moves it down, in units. */
  face: { width: number; jaw: number; chin: number; freckles: number; lines: number; ears: boolean };
  /**
   * Of the whole head, against an even one from the front: `turn` to the right of the picture, as the tangent of its angle;
   * `long`, `wide` and `jaw` larger, as parts; eyes further apart, in units; `uneven` 1 is as much as most people are.
   */
  shape: { turn: number; long: number; wide: number; jaw: number; apart: number; uneven: number };
  nose: { width: number; length: number };
  lips: { colour: string; fullness: number; width: number };
  eyes: {
    colour: string;
    size: number;
    /** Outer corner up, in radians. */
    tilt: number;
    lash: number;
    /** How much of the upper lid shows, 0 hides the crease. */
    crease: number;
  };
  brows: { colour: string; thickness: number; arch: number };
  hair: { style: HairStyle; colour: string; light: string };
  beard?: { density: number; colour: string };
  glasses?: { colour: string; shape: 'round' | 'square' };
  earrings?: string;
  garment: { style: Garment; colour: string; second: string };
  /** Half the width of the neck in units, and of the shoulders against the average. */
  build: { neck: number; shoulders: number };
  backdrop: { style: Backdrop; from: string; to: string };
}
