/**
 * `npm run draw:density`: draws docs/pictures/density.svg from the newest result of `npm run bench -- density
 * talk=turns --save`: received frame rate and response time by number of concurrent conversations.
 */
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';

const RESULTS = new URL('../results/', import.meta.url);
const PICTURE = new URL('../../docs/pictures/density.svg', import.meta.url);
/** Possible distances between grid lines, in milliseconds. */
const STEPS = [50, 100, 250, 500, 1000, 2000, 5000];
const MAX_LINES = 6;
const WIDTH = 760;
const PANEL = { width: 300, height: 190, top: 64 };
const HEIGHT = PANEL.top + PANEL.height + 74;
const LEFTS = [52, 424] as const;

interface Result {
  file: string;
  machine: string;
  column: (name: string) => number[];
}

/** Returns the newest table with response times, and its origin. */
function newest(): Result {
  for (const file of readdirSync(RESULTS).sort().reverse()) {
    if (!file.startsWith('density-')) continue;
    const lines = readFileSync(new URL(file, RESULTS), 'utf8').split('\n');
    for (let at = lines.length - 1; at >= 0; at--) {
      if (!/\| conversations .*\| reply ms/.test(lines[at]!)) continue;
      const end = lines.findIndex((line, n) => n > at && !line.startsWith('|'));
      const [head, , ...rows] = lines.slice(at, end < 0 ? undefined : end).map(cells);
      const column = (name: string) => rows.map((row) => Number(row[head!.indexOf(name)]));
      if (column('reply ms').every(Number.isFinite)) return { file, machine: lines[1]!, column };
    }
  }
  throw new Error('no result of `npm run bench -- density talk=turns --save` in benches/results');
}

function cells(line: string): string[] {
  const parts = line.split('|').slice(1, -1);
  return parts.map((cell) => cell.trim());
}

/** Draws a panel. `top` is the value of the highest grid line. The second line is dashed. */
function panel(
  title: string,
  left: number,
  counts: number[],
  { top, step, lines }: { top: number; step: number; lines: number[][] },
): string {
  const most = Math.max(...counts);
  const x = (count: number) => left + (count / most) * PANEL.width;
  const y = (value: number) => PANEL.top + PANEL.height * (1 - value / top);
  const grid = Array.from({ length: Math.round(top / step) + 1 }, (_, n) => n * step);
  const below = PANEL.top + PANEL.height;
  return [
    `<text class="title" x="${left}" y="${PANEL.top - 18}">${title}</text>`,
    ...grid.map(
      (value) =>
        `<path class="grid" d="M${left} ${y(value)}h${PANEL.width}"/><text class="y" x="${left - 8}" y="${y(value) + 4}">${value}</text>`,
    ),
    ...counts.map((count) => `<text class="x" x="${x(count)}" y="${below + 18}">${count}</text>`),
    `<text class="x" x="${left + PANEL.width / 2}" y="${below + 38}">conversations at once</text>`,
    ...lines.map((values, line) => {
      const points = values.map((value, n) => [x(counts[n]!).toFixed(1), y(value).toFixed(1)]);
      const dots = points.map(([cx, cy]) => `<circle cx="${cx}" cy="${cy}" r="3.5"/>`);
      return `<g class="${['first', 'second'][line]}"><polyline points="${points.join(' ')}"/>${dots.join('')}</g>`;
    }),
  ].join('\n');
}

function draw({ file, machine, column }: Result): string {
  const counts = column('conversations');
  const [replies, p95] = [column('reply ms'), column('reply p95')];
  const slowest = Math.max(...p95);
  const step = STEPS.find((each) => slowest / each < MAX_LINES) ?? STEPS.at(-1)!;
  // The next round number above all values.
  const top = Math.max(step, Math.ceil((slowest * 1.1) / step) * step);
  const fps = { top: 25, step: 5, lines: [column('fps min')] };
  const right = LEFTS[1] + PANEL.width;
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${HEIGHT}" role="img" aria-label="Pictures a second and the wait for an answer, against conversations at once">
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
${panel('pictures a second, received (fewest)', LEFTS[0], counts, fps)}
${panel('ms to the first sound of an answer', LEFTS[1], counts, { top, step, lines: [replies, p95] })}
<g class="first"><text x="${right - 52}" y="${PANEL.top + 14}">median</text></g><g class="second"><text x="${right}" y="${PANEL.top + 14}">p95</text></g>
<text x="52" y="${HEIGHT - 6}">${machine}</text>
</svg>
`;
}

writeFileSync(PICTURE, draw(newest()));
