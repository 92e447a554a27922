/** A row of a transition table, ready to be drawn. */
export interface DrawnRow {
  from: readonly string[];
  on: string;
  condition: string;
  /** Absent: the state stays. */
  to: string | undefined;
  commands: readonly string[];
  because: string;
}

export interface DrawnTable {
  rows: readonly DrawnRow[];
  firstState: string;
  /** Events that lead out of every state: they are in the table alone. */
  notInDiagram?: readonly string[];
}

const START = '<!-- drawn by `npm run draw:tables` -->';
const END = '<!-- drawn until here -->';

/** Returns the page with its drawn parts replaced by these tables, in order. */
export function drawTables(page: string, tables: readonly DrawnTable[]): string {
  const [head, ...parts] = page.split(START);
  if (parts.length !== tables.length) throw new Error(`the page has not ${tables.length} drawn parts`);
  return parts.reduce(
    (whole, part, n) => `${whole}${START}\n\n${section(tables[n]!)}\n\n${part.slice(part.indexOf(END))}`,
    head!,
  );
}

function section(drawn: DrawnTable): string {
  const { rows } = drawn;
  const states = new Set(rows.flatMap(({ from, to }) => [...from, ...(to ? [to] : [])]));
  const events = new Set(rows.map(({ on }) => on));
  const count = `${states.size} states, ${events.size} events, ${rows.length} rows.`;
  return `${count}\n\n${diagram(drawn)}\n\n${table(rows)}`;
}

/** Transitions from one state to another; what keeps the state is in the table alone. */
function diagram({ rows, firstState, notInDiagram = [] }: DrawnTable): string {
  const edges = new Map<string, Set<string>>();
  const covered = new Set<string>();
  for (const { from, on, condition, to } of rows) {
    for (const state of from) {
      if (to && to !== state && !notInDiagram.includes(on) && !covered.has(`${state} ${on}`)) {
        const edge = `${state} --> ${to}`;
        edges.set(edge, (edges.get(edge) ?? new Set()).add(plain(on)));
      }
      if (condition === '') covered.add(`${state} ${on}`);
    }
  }
  const lines = [...edges].map(([edge, events]) => `  ${edge}: ${[...events].join('<br/>')}`);
  return ['```mermaid', 'stateDiagram-v2', `  [*] --> ${firstState}`, ...lines, '```'].join('\n');
}

function table(rows: readonly DrawnRow[]): string {
  const lines = rows.map(({ from, on, condition, to, commands, because }) => {
    const cells = [
      plain(on),
      from.map(plain).join(', '),
      condition,
      to ? plain(to) : '',
      commands.map(plain).join(', '),
      because,
    ];
    return `| ${cells.join(' | ')} |`;
  });
  return [
    '| event | in | if | becomes | commands | because |',
    '| ----- | -- | -- | ------- | -------- | ------- |',
    ...lines,
  ].join('\n');
}

const plain = (name: string) => name.replaceAll('_', ' ');
