/**
 * Part of `npm run check:code`: fails if the console shows a text that is not in its catalogue (`console/src/texts`),
 * or if a form repeats a limit of the contract, or if the console recognises a sentence that the service no longer has.
 * Values that are only compared or sent are not texts.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { parseAst } from 'rolldown/parseAst';

const FOLDER = fileURLToPath(new URL('../console/src/', import.meta.url));
const LIMIT = /\bmaxLength=\{\d+\}|<NumberInput[^>]*\s(?:min|max)=\{\d+\}/g;

/** Object fields whose values people read or hear. */
const FIELDS = new Set(
  'about alt aria-description aria-label aria-valuetext children description label message note placeholder title validationError'.split(
    ' ',
  ),
);
/** Props whose values people read; in objects, the additional names also occur in API requests. */
const PROPS = new Set([...FIELDS, 'data', 'error', 'name']);

/** The parts of an expression whose values may become text. @type {Record<string, string[]>} */
const PARTS = {
  ArrayExpression: ['elements'],
  BinaryExpression: ['left', 'right'],
  ConditionalExpression: ['consequent', 'alternate'],
  JSXExpressionContainer: ['expression'],
  LogicalExpression: ['left', 'right'],
  ParenthesizedExpression: ['expression'],
  TSAsExpression: ['expression'],
  TSNonNullExpression: ['expression'],
  TemplateLiteral: ['quasis', 'expressions'],
};

/** Finds texts in JSX, and literals in visible props, fields and errors. */
function findTexts(/** @type {string} */ source, /** @type {string} */ file) {
  /** @type {Map<number, string>} */
  const found = new Map();
  const add = (/** @type {number} */ start, /** @type {string} */ text) => {
    const shown = text.trim();
    if (/\p{L}/u.test(shown)) found.set(source.indexOf(shown, start), shown.replace(/\s+/g, ' '));
  };

  function read(/** @type {any} */ node) {
    if (Array.isArray(node)) node.forEach(read);
    if (typeof node !== 'object' || node === null) return;
    if (node.type === 'Literal' && typeof node.value === 'string') add(node.start, node.value);
    if (node.type === 'TemplateElement') add(node.start, node.value.cooked);
    if (node.type === 'BinaryExpression' && node.operator !== '+') return;
    for (const part of PARTS[node.type] ?? []) read(node[part]);
  }

  function visit(/** @type {any} */ node) {
    if (typeof node !== 'object' || node === null) return;
    if (node.type === 'JSXText') add(node.start, node.value);
    if (node.type === 'JSXAttribute' && PROPS.has(node.name.name)) read(node.value);
    if (node.type === 'JSXElement' || node.type === 'JSXFragment') read(node.children);
    if (node.type === 'Property' && FIELDS.has(node.key?.name ?? node.key?.value ?? '')) read(node.value);
    // The console shows the messages of its own errors.
    if (node.type === 'NewExpression' && /Error$|^ConflictError$/.test(node.callee?.name ?? ''))
      read(node.arguments);
    for (const inner of Object.values(node)) visit(inner);
  }

  visit(parseAst(source, { lang: file.endsWith('x') ? 'tsx' : 'ts' }));
  return [...found].map(([at, text]) => `${file}:${source.slice(0, at).split('\n').length} ${text}`);
}

/** Finds literal parts of the console's patterns for sentences of the service that the service's source does not contain. */
function findUnknownSentences() {
  const folder = fileURLToPath(new URL('../server/src/', import.meta.url));
  const service = readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts'))
    .map((file) => readFileSync(folder + file, 'utf8'))
    .join('\n');
  return ['lib/service-sentences.ts', 'lib/recent-conversations.ts'].flatMap((file) =>
    [...readFileSync(FOLDER + file, 'utf8').matchAll(/(?<=[[ =])\/((?:[^/\\\n]|\\.)+)\/(?=[,.])/g)]
      .flatMap(([, pattern = '']) => pattern.split(/\(\?:|\(\?<\w+>|[()|^$]|\[[^\]]*\]\+?|\\[dw]\+|\.\*/))
      .map((part) => part.replaceAll('\\', '').trim())
      .filter((part) => part.length > 4 && !service.includes(part))
      .map((part) => `${file}: the service does not say "${part}"`),
  );
}

const files = readdirSync(FOLDER, { recursive: true, encoding: 'utf8' }).filter(
  (file) => /\.tsx?$/.test(file) && !file.startsWith('texts/'),
);
const faults = files.flatMap((file) => {
  const source = readFileSync(FOLDER + file, 'utf8');
  const limits = [...source.matchAll(LIMIT)].map(([limit]) => `${file}: ${limit} is the contract's to say`);
  return [...findTexts(source, file), ...limits];
});
faults.push(...findUnknownSentences());
if (files.length < 50 || faults.length > 0) {
  console.error(
    `Texts of the console that are not in its catalogue, or not in the service:\n${faults.join('\n')}`,
  );
  process.exit(1);
}
console.log(`The texts of the console are in its catalogue (${files.length} files).`);
