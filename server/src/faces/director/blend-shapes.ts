/** ARKit's blend shapes, in the order of the files that define their effect on a face. "Left" is the person's left. */
export const BLEND_SHAPES = [
  'browDownLeft',
  'browDownRight',
  'browInnerUp',
  'browOuterUpLeft',
  'browOuterUpRight',
  'cheekPuff',
  'cheekSquintLeft',
  'cheekSquintRight',
  'eyeBlinkLeft',
  'eyeBlinkRight',
  'eyeLookDownLeft',
  'eyeLookDownRight',
  'eyeLookInLeft',
  'eyeLookInRight',
  'eyeLookOutLeft',
  'eyeLookOutRight',
  'eyeLookUpLeft',
  'eyeLookUpRight',
  'eyeSquintLeft',
  'eyeSquintRight',
  'eyeWideLeft',
  'eyeWideRight',
  'jawForward',
  'jawLeft',
  'jawOpen',
  'jawRight',
  'mouthClose',
  'mouthDimpleLeft',
  'mouthDimpleRight',
  'mouthFrownLeft',
  'mouthFrownRight',
  'mouthFunnel',
  'mouthLeft',
  'mouthLowerDownLeft',
  'mouthLowerDownRight',
  'mouthPressLeft',
  'mouthPressRight',
  'mouthPucker',
  'mouthRight',
  'mouthRollLower',
  'mouthRollUpper',
  'mouthShrugLower',
  'mouthShrugUpper',
  'mouthSmileLeft',
  'mouthSmileRight',
  'mouthStretchLeft',
  'mouthStretchRight',
  'mouthUpperUpLeft',
  'mouthUpperUpRight',
  'noseSneerLeft',
  'noseSneerRight',
  'tongueOut',
] as const;
export type BlendShape = (typeof BLEND_SHAPES)[number];

/** 0 at rest, up to 1. */
export type BlendShapeWeights = Partial<Record<BlendShape, number>>;
/** Weights by blend shape; a name without `Left` or `Right` means both sides. */
export type ShorthandWeights = Partial<
  Record<
    BlendShape | (BlendShape extends infer U ? (U extends `${infer Both}Left` ? Both : never) : never),
    number
  >
>;

export function expandWeights(shorthand: ShorthandWeights): BlendShapeWeights {
  const isBlendShape = (name: string): name is BlendShape =>
    (BLEND_SHAPES as readonly string[]).includes(name);
  return Object.fromEntries(
    Object.entries(shorthand).flatMap(([name, weight]) =>
      isBlendShape(name)
        ? [[name, weight]]
        : [
            [`${name}Left`, weight],
            [`${name}Right`, weight],
          ],
    ),
  );
}

/** Returns the weights of both eyes for a gaze from -1 to 1; right and down in the picture are positive. */
export function eyeLook(x: number, y: number): BlendShapeWeights {
  const [right, left, down, up] = [Math.max(0, x), Math.max(0, -x), Math.max(0, y), Math.max(0, -y)];
  return {
    eyeLookOutLeft: right,
    eyeLookInRight: right,
    eyeLookInLeft: left,
    eyeLookOutRight: left,
    ...expandWeights({ eyeLookDown: down, eyeLookUp: up }),
  };
}
