/**
 * What Vitest leaves to Node to load: compiled code, as the service itself is loaded. Vitest would read and rewrite every file of
 * it for each test file, which takes more of the processor than many a test. `vi.mock` has no effect on such code.
 */
export const NATIVE_MODULES = { external: [/\/dist\/(?!.*\.test\.js$)/] };
