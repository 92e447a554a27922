/** The number of points of Google's face mesh. */
export const MESH_POINTS = 468;
/** After the mesh points, for each eye: the centre of its iris, then its four ends. */
export const IRIS_POINTS = 5;
export const FACE_POINTS = MESH_POINTS + 2 * IRIS_POINTS;
/** The maximum number of faces in a picture. */
export const MAX_FACES = 4;
