/**
 * The methods that the README of the Python client lists, one line a resource. `--write` writes them; without it, as part
 * of `npm run check:code`, this fails if they differ from the generated code.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const PACKAGE = fileURLToPath(new URL('../python/visavis/', import.meta.url));
const README = `${PACKAGE}README.md`;
const METHODS = /(?<=<!-- methods: written by npm run draw:tables -->\n\n)[\s\S]*?(?=\n<!-- \/methods -->)/;

const calls = readFileSync(`${PACKAGE}visavis/_async/calls.py`, 'utf8');
const lines = [...calls.matchAll(/^ {8}self\.(\w+) = (\w+)\(transport\)$/gm)].map(
  ([, resource, className]) => {
    const [, body = ''] = new RegExp(`^class ${className}\\(.*\\n((?:(?: .*)?\\n)*)`, 'm').exec(calls) ?? [];
    const names = [...body.matchAll(/^ {4}(?:async )?def ([a-z]\w*)\(/gm)].map(([, name]) => `\`${name}\``);
    return `- \`${resource}\`: ${names.join(', ')}\n`;
  },
);
const readme = readFileSync(README, 'utf8');
const drawn = readme.replace(METHODS, () => lines.join(''));
if (process.argv.includes('--write')) writeFileSync(README, drawn);
else if (readme !== drawn) {
  console.error('python/visavis/README.md lists other methods than the client has: npm run draw:tables');
  process.exitCode = 1;
}
