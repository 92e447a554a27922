import { parseAst } from 'rolldown/parseAst';

/** Fields of objects that a person reads or hears. */
const READ_FIELDS = [
  'about',
  'alt',
  'aria-description',
  'aria-label',
  'aria-valuetext',
  'children',
  'description',
  'label',
  'message',
  'note',
  'placeholder',
  'title',
  'validationError',
];
const FIELDS = new Set(READ_FIELDS);
/** Of elements these are read, too; in objects they are also what is sent to the API. */
const PROPS = new Set([...READ_FIELDS, 'data', 'error', 'name']);

/** Where the values of an expression stand that may become text. */
const PARTS: Readonly<Record<string, readonly string[]>> = {
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

interface Node {
  type: string;
  start: number;
  key?: { name?: string; value?: string };
  name?: { name: string };
  callee?: { name?: string };
  value?: unknown;
  operator?: string;
  children?: Node[];
  arguments?: Node[];
}

/**
 * Texts for people that stand in a program and not in its catalogue, each with its file and line: text of JSX, and
 * literals in props, fields and errors that are read. What is compared or only sent is none.
 */
export function findWrittenTexts(source: string, file: string): string[] {
  const found = new Map<number, string>();
  const add = (start: number, text: string) => {
    const shown = text.trim();
    if (/\p{L}/u.test(shown)) found.set(source.indexOf(shown, start), shown.replace(/\s+/g, ' '));
  };

  function read(value: unknown): void {
    if (Array.isArray(value)) value.forEach(read);
    if (typeof value !== 'object' || value === null) return;
    const node = value as Node;
    if (node.type === 'Literal' && typeof node.value === 'string') add(node.start, node.value);
    if (node.type === 'TemplateElement') add(node.start, (node.value as { cooked: string }).cooked);
    if (node.type === 'BinaryExpression' && node.operator !== '+') return;
    for (const part of PARTS[node.type] ?? []) read((node as unknown as Record<string, unknown>)[part]);
  }

  function visit(value: unknown): void {
    if (typeof value !== 'object' || value === null) return;
    const node = value as Node;
    if (node.type === 'JSXText') add(node.start, node.value as string);
    if (node.type === 'JSXAttribute' && PROPS.has(node.name!.name)) read(node.value);
    if (node.type === 'JSXElement' || node.type === 'JSXFragment') read(node.children);
    if (node.type === 'Property' && FIELDS.has(node.key?.name ?? node.key?.value ?? '')) read(node.value);
    // The console shows the message of its own errors.
    if (node.type === 'NewExpression' && /Error$|^Outdated$/.test(node.callee?.name ?? '')) {
      read(node.arguments);
    }
    for (const inner of Object.values(node)) visit(inner);
  }

  visit(parseAst(source, { lang: file.endsWith('x') ? 'tsx' : 'ts' }));
  return [...found]
    .sort(([one], [other]) => one - other)
    .map(([at, text]) => `${file}:${source.slice(0, at).split('\n').length} ${text}`);
}
