/** A picture of 5 MiB as a data URL, and the rest of the request around it. */
export const PICTURE_BODY_BYTES = 8 * 1024 * 1024;

/** Instructions and context of 100,000 characters each, in any script. */
export const TEXT_BODY_BYTES = 1024 * 1024;

/** All other requests. */
export const BODY_BYTES = 128 * 1024;
