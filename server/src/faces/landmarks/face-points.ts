/** The points of Google's face mesh. */
export const MESH_POINTS = 468;
/** After them, of each eye: the middle of its iris, then its four ends. */
export const IRIS_POINTS = 5;
export const FACE_POINTS = MESH_POINTS + 2 * IRIS_POINTS;
/** Faces of one picture. */
export const MAX_FACES = 4;
