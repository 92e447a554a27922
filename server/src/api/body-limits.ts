/** A picture of 5 MiB as a data URL, and the rest of the request around it. */
export const PICTURE_BODY_BYTES = 8 * 1024 * 1024;

/** Everything else: instructions of a hundred thousand characters fit in any script. */
export const BODY_BYTES = 1024 * 1024;
