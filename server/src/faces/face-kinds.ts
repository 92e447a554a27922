import type { BuiltInPerson, FaceKind } from './face-kind.ts';
import { photoKind } from './photo/photo-kind.ts';

/** All renderers. Built-in people are listed in this order; the first of them is the default face. */
export const FACE_KINDS: readonly FaceKind[] = [photoKind];

/** The built-in people of all renderers. */
export const BUILT_IN_PEOPLE: readonly BuiltInPerson[] = FACE_KINDS.flatMap(
  ({ people }) => people?.list ?? [],
);

/** The renderer of uploaded pictures. */
export const PICTURES = FACE_KINDS.find((kind) => kind.pictures)?.pictures;

/** Returns the renderer of a built-in person. */
export const rendererOf = (identity: string): FaceKind['people'] =>
  FACE_KINDS.find(({ people }) => people?.list.some((person) => person.identity === identity))?.people;
