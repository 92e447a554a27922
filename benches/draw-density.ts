/**
 * `npm run draw:density`: draws docs/pictures/density.svg from the newest result of `npm run bench -- density talk=turns --save`:
 * pictures received and the wait for an answer, against the number of conversations at once.
 */
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';

interface Point {
  conversations: number;
  fps: number;
  replyMs: number;
  replyP95Ms: number;
}

const RESULTS = new URL('../results/', import.meta.url);
const PICTURE = new URL('../../docs/pictures/density.svg', import.meta.url);

/** The rows of the newest table in which answers were timed, and where it comes from. */
function newest(): { file: string; machine: string; points: Point[] } {
  const files = readdirSync(RESULTS)
    .filter((name) => name.startsWith('density-'))
    .sort()
    .reverse();
  for (const file of files) {
    const lines = readFileSync(new URL(file, RESULTS), 'utf8').split('\n');
    for (let at = lines.length - 1; at >= 0; at--) {
      if (!/\| conversations .*\| reply ms/.test(lines[at]!)) continue;
      const head = cells(lines[at]!);
      const rows: string[][] = [];
      for (let row = at + 2; lines[row]?.startsWith('|'); row++) rows.push(cells(lines[row]!));
      const column = (name: string) => rows.map((row) => Number(row[head.indexOf(name)]));
      const [fps, reply, p95] = ['fps min', 'reply ms', 'reply p95'].map(column);
      const points = column('conversations').map((conversations, n) => ({
        conversations,
        fps: fps![n]!,
        replyMs: reply![n]!,
        replyP95Ms: p95![n]!,
      }));
      if (points.every(({ replyMs }) => Number.isFinite(replyMs)))
        return { file, machine: lines[1]!, points };
    }
  }
  throw new Error('no result of `npm run bench -- density talk=turns --save` in benches/results');
}

const cells = (line: string) =>
  line
    .split('|')
    .slice(1, -1)
    .map((cell) => cell.trim());

interface Panel {
  title: string;
  /** Of the highest line of the grid. */
  top: number;
  step: number;
  lines: { values: number[]; dashed?: boolean }[];
}

/** Between two lines of the grid, in milliseconds. */
const STEPS = [50, 100, 250, 500, 1000, 2000, 5000];
const MAX_LINES = 6;
const WIDTH = 760;
const PANEL = { width: 300, height: 190, top: 64 };

function panel({ title, top, step, lines }: Panel, left: number, counts: number[]): string {
  const most = Math.max(...counts);
  const x = (count: number) => left + (count / most) * PANEL.width;
  const y = (value: number) => PANEL.top + PANEL.height * (1 - value / top);
  const grid = Array.from({ length: Math.round(top / step) + 1 }, (_, n) => n * step);
  return [
    `<text class="title" x="${left}" y="${PANEL.top - 18}">${title}</text>`,
    ...grid.map(
      (value) =>
        `<path class="grid" d="M${left} ${y(value)}h${PANEL.width}"/><text class="y" x="${left - 8}" y="${y(value) + 4}">${value}</text>`,
    ),
    ...counts.map(
      (count) => `<text class="x" x="${x(count)}" y="${PANEL.top + PANEL.height + 18}">${count}</text>`,
    ),
    `<text class="x" x="${left + PANEL.width / 2}" y="${PANEL.top + PANEL.height + 38}">conversations at once</text>`,
    ...lines.map(({ values, dashed }) => {
      const points = values.map((value, n) => `${x(counts[n]!).toFixed(1)},${y(value).toFixed(1)}`);
      const dots = points.map(
        (point) => `<circle cx="${point.split(',')[0]}" cy="${point.split(',')[1]}" r="3.5"/>`,
      );
      return `<g class="${dashed ? 'second' : 'first'}"><polyline points="${points.join(' ')}"/>${dots.join('')}</g>`;
    }),
  ].join('\n');
}

/** The next round number that the values fit under. */
function ceiling(values: readonly number[], step: number): number {
  return Math.max(step, Math.ceil((Math.max(...values) * 1.1) / step) * step);
}

function draw({ file, machine, points }: ReturnType<typeof newest>): string {
  const counts = points.map(({ conversations }) => conversations);
  const p95 = points.map(({ replyP95Ms }) => replyP95Ms);
  const slowest = Math.max(...p95);
  const replyStep = STEPS.find((step) => slowest / step < MAX_LINES) ?? STEPS.at(-1)!;
  const panels = [
    panel(
      {
        title: 'pictures a second, received (fewest)',
        top: 25,
        step: 5,
        lines: [{ values: points.map(({ fps }) => fps) }],
      },
      52,
      counts,
    ),
    panel(
      {
        title: 'ms to the first sound of an answer',
        top: ceiling(p95, replyStep),
        step: replyStep,
        lines: [{ values: points.map(({ replyMs }) => replyMs) }, { values: p95, dashed: true }],
      },
      424,
      counts,
    ),
  ];
  const height = PANEL.top + PANEL.height + 74;
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${height}" role="img" aria-label="Pictures a second and the wait for an answer, against conversations at once">
<!-- Drawn by npm run draw:density from benches/results/${file}. -->
<style>
text { font: 12px system-ui, sans-serif; fill: #40504c }
.title { font-size: 13px; font-weight: 600; fill: #182320 }
.x { text-anchor: middle } .y { text-anchor: end }
.grid { stroke: #d5dedb }
g text { text-anchor: end; font-weight: 600 }
polyline { fill: none; stroke-width: 2.2; stroke-linejoin: round }
.first polyline { stroke: #146c5f } .first circle, .first text { fill: #146c5f }
.second polyline { stroke: #b4581c; stroke-dasharray: 5 4 } .second circle, .second text { fill: #b4581c }
@media (prefers-color-scheme: dark) {
text { fill: #a9b9b4 } .title { fill: #e8efec } .grid { stroke: #2f3d39 }
.first polyline { stroke: #57c2ae } .first circle, .first text { fill: #57c2ae }
.second polyline { stroke: #f0a163 } .second circle, .second text { fill: #f0a163 }
}
</style>
${panels.join('\n')}
<g class="first"><text x="${424 + PANEL.width - 52}" y="${PANEL.top + 14}">median</text></g><g class="second"><text x="${424 + PANEL.width}" y="${PANEL.top + 14}">p95</text></g>
<text x="52" y="${height - 6}">${machine}</text>
</svg>
`;
}

writeFileSync(PICTURE, draw(newest()));
