import { availableParallelism } from 'node:os';

/** Test files at the same time: one a core, but no more than four, each of which takes up to a gigabyte. */
export const TESTS_AT_ONCE = Math.min(Math.max(availableParallelism(), 2), 4);
