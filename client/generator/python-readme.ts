const METHODS =
  /(?<=<!-- methods: written by npm run generate -w client -->\n\n)[\s\S]*?(?=\n<!-- \/methods -->)/;

/**
 * Returns the README of the Python package with the names of all methods, one line per resource.
 * @param calls the code of the methods, as `renderPythonCalls` writes it
 */
export function withMethods(readme: string, calls: string): string {
  const resources = [...calls.matchAll(/^ {8}self\.(\w+) = (\w+)\(transport\)$/gm)];
  const lines = resources.map(([, resource, className]) => {
    const body = new RegExp(`^class ${className}\\(.*\\n((?:(?: .*)?\\n)*)`, 'm').exec(calls)![1]!;
    const names = [...body.matchAll(/^ {4}(?:async )?def ([a-z]\w*)\(/gm)].map(([, name]) => `\`${name}\``);
    return `- \`${resource}\`: ${names.join(', ')}\n`;
  });
  return readme.replace(METHODS, () => lines.join(''));
}
