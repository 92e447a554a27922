/** Where the code of each folder is compiled to. Tests run as compiled code, and are named by their sources. */
export const COMPILED_TO: Readonly<Record<string, string>> = {
  'contracts/src': 'contracts/dist',
  'client/src': 'client/dist',
  'client/generator': 'client/generator/dist',
  'server/src': 'server/dist',
  'agents-plugin/src/service': 'agents-plugin/dist/src/service',
  tests: 'tests/dist',
};

/** As `tests/dist/live/talk-page.test.js` of `tests/live/talk-page.test.ts`; what is compiled nowhere stays as it is. */
export function compiledOf(source: string): string {
  const folder = Object.keys(COMPILED_TO).find((name) => source.startsWith(`${name}/`));
  return folder === undefined
    ? source
    : (COMPILED_TO[folder] + source.slice(folder.length)).replace(/\.ts$/, '.js');
}
