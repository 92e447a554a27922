import { Path2D } from '@napi-rs/canvas';
import { mix, tint } from './colour.ts';
import type { Garment, Look } from './look.ts';
import { type Sheet, sidePath } from './sheet.ts';

const PAINTERS: Record<Garment, (sheet: Sheet, look: Look, body: Path2D) => void> = {
  blazer: (sheet, look, body) => paintJacket(sheet, look, body, false),
  suit: (sheet, look, body) => paintJacket(sheet, look, body, true),
  turtleneck: paintTurtleneck,
  sweater: paintSweater,
  wrap: paintWrap,
  cardigan: paintCardigan,
};

/** Clothes over the shoulders; everything is cut to `body`, so that no collar leaves a notch in the silhouette. */
export function paintGarment(sheet: Sheet, look: Look, body: Path2D): void {
  PAINTERS[look.garment.style](sheet, look, body);
}

function fillCloth(sheet: Sheet, path: Path2D, colour: string): void {
  sheet.ctx.fillStyle = sheet.linear(-360, 330, 390, 580, [
    [0, mix(colour, '#ffffff', 0.2)],
    [0.4, colour],
    [1, mix(colour, '#05070c', 0.55)],
  ]);
  sheet.ctx.fill(path);
}

function castShadow(sheet: Sheet, path: Path2D, dx: number, dy: number, alpha: number, blur: number): void {
  const { ctx } = sheet;
  ctx.save();
  ctx.translate(dx, dy);
  sheet.soft(blur, () => {
    ctx.fillStyle = `rgba(6,6,12,${alpha})`;
    ctx.fill(path);
  });
  ctx.restore();
}

/** Light along the shoulders, folds at the arms, the chin's shadow on the chest. */
function shadeCloth(sheet: Sheet, look: Look, body: Path2D): void {
  const { ctx } = sheet;
  const w = look.build.shoulders;
  const light = mix(look.garment.colour, '#ffffff', 0.35);
  sheet.within(body, () => {
    const stroke = (path: string, colour: string, width: number, blur: number) =>
      sheet.soft(blur, () => {
        ctx.strokeStyle = colour;
        ctx.lineWidth = width;
        ctx.stroke(new Path2D(path));
      });
    ctx.save();
    ctx.scale(w, 1);
    stroke('M-300 680 Q-288 550 -252 476 M300 680 Q288 550 256 476', 'rgba(0,0,0,0.24)', 26, 15);
    stroke('M-220 680 Q-196 600 -204 540 M226 680 Q204 610 206 550', 'rgba(0,0,0,0.12)', 16, 12);
    stroke('M-402 610 C-380 478 -334 426 -214 376', tint(light, 0.4), 18, 12);
    stroke('M406 610 C384 478 336 430 234 382', 'rgba(255,233,207,0.26)', 16, 11);
    ctx.restore();
    sheet.blob(6, 344, 230, 110, '#000000', 0.3);
  });
}

function paintJacket(sheet: Sheet, look: Look, body: Path2D, shirt: boolean): void {
  const { ctx } = sheet;
  const { colour, second } = look.garment;
  sheet.within(body, () => {
    const top = new Path2D(
      shirt
        ? 'M-170 330 C-104 392 -34 440 0 476 C34 440 104 392 170 330 L260 700 L-260 700 Z'
        : 'M-200 366 C-132 470 -66 516 0 520 C66 516 132 470 200 366 L260 700 L-260 700 Z',
    );
    castShadow(sheet, top, 2, -6, 0.3, 7);
    ctx.fillStyle = sheet.linear(-120, 400, 150, 640, [
      [0, second],
      [1, mix(second, '#44506a', 0.42)],
    ]);
    ctx.fill(top);
    if (!shirt) {
      sheet.soft(2, () => {
        ctx.strokeStyle = tint('#6a5f58', 0.3);
        ctx.lineWidth = 3;
        ctx.stroke(new Path2D('M-176 412 C-122 486 -62 526 0 530 C62 526 122 486 176 412'));
      });
      return;
    }
    ctx.strokeStyle = tint('#3a4660', 0.24);
    ctx.lineWidth = 3;
    ctx.stroke(new Path2D('M0 480 V700'));
    ctx.fillStyle = tint('#3a4660', 0.35);
    ctx.beginPath();
    ctx.arc(9, 546, 6, 0, 7);
    ctx.fill();
  });
  if (shirt) paintShirtCollar(sheet, look);
  // The halves are not mirrored, so that the light stays on one side.
  for (const s of [-1, 1]) {
    const half = sidePath(s, 'M120 318 L500 300 L500 720 L50 720 C92 620 158 500 140 360 Z');
    sheet.within(body, () => {
      castShadow(sheet, half, -s * 6, 6, 0.35, 8);
      fillCloth(sheet, half, colour);
      shadeCloth(sheet, look, half);
    });
  }
  for (const s of [-1, 1] as const) paintLapel(sheet, look, s);
}

/** Collar and lapel of a jacket in one sweep, from the nape down: the seam between them is a line, not a gap. */
function paintLapel(sheet: Sheet, look: Look, s: 1 | -1): void {
  const { ctx } = sheet;
  const { colour } = look.garment;
  const n = look.build.neck;
  const lapel = sidePath(
    s,
    `M${n + 8} 296 C${n + 30} 316 176 352 220 394 L250 474 Q228 492 206 498 L224 532 C182 600 112 668 66 720 L30 720 C88 620 148 500 130 372 C118 346 ${n + 6} 326 ${n - 6} 306 Z`,
  );
  castShadow(sheet, lapel, s * 7, 8, 0.36, 7);
  ctx.fillStyle = sheet.linear(s * 60, 340, s * 240, 620, [
    [0, s < 0 ? mix(colour, '#ffffff', 0.24) : mix(colour, '#ffffff', 0.07)],
    [1, s < 0 ? colour : mix(colour, '#05070c', 0.5)],
  ]);
  ctx.fill(lapel);
  ctx.strokeStyle = 'rgba(255,255,255,0.13)';
  ctx.lineWidth = 2;
  ctx.stroke(lapel);
  ctx.strokeStyle = 'rgba(0,0,0,0.3)';
  ctx.lineWidth = 2.4;
  ctx.beginPath();
  ctx.moveTo(s * 206, 498);
  ctx.quadraticCurveTo(s * 170, 474, s * 141, 440);
  ctx.stroke();
}

function paintShirtCollar(sheet: Sheet, look: Look): void {
  const { ctx } = sheet;
  const { second } = look.garment;
  const n = look.build.neck;
  for (const s of [-1, 1]) {
    const collar = sidePath(
      s,
      `M${n + 2} 284 C${n + 2} 336 60 410 4 462 C26 490 50 510 74 524 C112 474 146 410 142 372 C132 340 ${n + 22} 316 ${n + 12} 292 Z`,
    );
    castShadow(sheet, collar, 2, 9, 0.32, 6);
    ctx.fillStyle = sheet.linear(s * 40, 330, s * 150, 520, [
      [0, s < 0 ? second : mix(second, '#44506a', 0.2)],
      [1, s < 0 ? mix(second, '#ffffff', 0.5) : mix(second, '#44506a', 0.32)],
    ]);
    ctx.fill(collar);
  }
}

function paintTurtleneck(sheet: Sheet, look: Look, body: Path2D): void {
  const { ctx } = sheet;
  const { colour, second } = look.garment;
  fillCloth(sheet, body, colour);
  shadeCloth(sheet, look, body);
  sheet.within(body, () => {
    ctx.lineWidth = 2.2;
    for (let i = -60; i <= 60; i++) {
      const x = i * 8.5;
      ctx.strokeStyle = i % 2 ? 'rgba(0,0,0,0.06)' : 'rgba(255,255,255,0.06)';
      ctx.beginPath();
      ctx.moveTo(x * 0.6, 330);
      ctx.quadraticCurveTo(x, 420, x * 1.06, 690);
      ctx.stroke();
    }
  });
  const n = look.build.neck;
  const roll = new Path2D(
    `M${-n - 14} 252 C-60 290 60 290 ${n + 14} 252 C${n + 24} 264 ${n + 30} 300 ${n + 38} 336 C${n + 44} 358 ${n + 50} 372 ${n + 44} 382 C70 424 -70 424 ${-n - 44} 382 C${-n - 50} 372 ${-n - 44} 358 ${-n - 38} 336 C${-n - 30} 300 ${-n - 24} 264 ${-n - 14} 252 Z`,
  );
  castShadow(sheet, roll, 4, 14, 0.34, 9);
  ctx.fillStyle = sheet.linear(-n - 40, 0, n + 50, 0, [
    [0, mix(colour, second, 0.85)],
    [0.4, colour],
    [1, mix(colour, '#05070c', 0.5)],
  ]);
  ctx.fill(roll);
  sheet.within(roll, () => {
    ctx.lineWidth = 3;
    for (let i = -24; i <= 24; i++) {
      const x = i * 5.8;
      ctx.strokeStyle = i % 2 ? 'rgba(0,0,0,0.15)' : 'rgba(255,243,218,0.1)';
      ctx.beginPath();
      ctx.moveTo(x * 0.86, 250);
      ctx.quadraticCurveTo(x * 0.9, 330, x * 1.16, 430);
      ctx.stroke();
    }
    sheet.blob(14, 262, 130, 46, '#000000', 0.5);
    sheet.soft(5, () => {
      ctx.strokeStyle = 'rgba(0,0,0,0.28)';
      ctx.lineWidth = 8;
      ctx.stroke(new Path2D(`M${-n - 40} 398 C-70 430 70 430 ${n + 40} 398`));
    });
  });
}

function paintSweater(sheet: Sheet, look: Look, body: Path2D): void {
  const { ctx } = sheet;
  const { colour, second } = look.garment;
  const n = look.build.neck;
  const opening = (grow: number) =>
    new Path2D(
      `M${-n - 34 - grow} 300 C${-n - 20 - grow} ${372 + grow} -58 ${420 + grow} 0 ${422 + grow} C58 ${420 + grow} ${n + 20 + grow} ${372 + grow} ${n + 34 + grow} 300 L${n + 34 + grow} 100 L${-n - 34 - grow} 100 Z`,
    );
  // A white shirt's edge, then the ribbed collar, then the sweater: each one cut out around the neck.
  const outside = (inner: Path2D) => {
    const path = new Path2D('M-600 0 H600 V800 H-600 Z');
    path.addPath(inner);
    return path;
  };
  sheet.within(body, () => {
    sheet.within(
      outside(opening(0)),
      () => {
        ctx.fillStyle = sheet.linear(-120, 0, 130, 0, [
          [0, second],
          [1, mix(second, '#3c4454', 0.45)],
        ]);
        ctx.fill(opening(12));
      },
      'evenodd',
    );
    sheet.within(
      outside(opening(8)),
      () => {
        castShadow(sheet, opening(40), 0, 10, 0.3, 8);
        fillCloth(sheet, body, colour);
        shadeCloth(sheet, look, body);
        ctx.strokeStyle = mix(colour, '#000000', 0.12);
        ctx.lineWidth = 44;
        ctx.stroke(opening(8));
        for (let i = 0; i < 70; i++) {
          const t = Math.PI * (i / 69);
          const rx = n + 42;
          const x = -Math.cos(t) * rx;
          const y = 306 + Math.sin(t) * 124;
          ctx.strokeStyle = i % 2 ? 'rgba(0,0,0,0.14)' : 'rgba(255,255,255,0.08)';
          ctx.lineWidth = 2.4;
          ctx.beginPath();
          ctx.moveTo(x, y);
          ctx.lineTo(x * 1.16, y + 20 * Math.sin(t));
          ctx.stroke();
        }
        sheet.soft(2.5, () => {
          ctx.strokeStyle = 'rgba(0,0,0,0.35)';
          ctx.lineWidth = 3;
          ctx.stroke(opening(31));
        });
      },
      'evenodd',
    );
  });
}

function paintWrap(sheet: Sheet, look: Look, body: Path2D): void {
  const { ctx } = sheet;
  const { colour, second } = look.garment;
  const panel = (s: 1 | -1) => {
    const path = sidePath(s, 'M150 300 C150 380 60 520 -60 640 L-90 720 L500 720 L500 280 Z');
    return path;
  };
  sheet.within(body, () => {
    for (const s of [1, -1] as const) {
      const path = panel(s);
      castShadow(sheet, path, -s * 8, 4, 0.4, 9);
      fillCloth(sheet, path, s > 0 ? colour : mix(colour, second, 0.6));
      shadeCloth(sheet, look, path);
      sheet.within(path, () => {
        sheet.soft(8, () => {
          for (const [x, a] of [
            [196, 0.2],
            [246, 0.16],
            [296, 0.12],
          ] as const) {
            ctx.strokeStyle = `rgba(0,0,0,${a})`;
            ctx.lineWidth = 10;
            ctx.beginPath();
            ctx.moveTo(s * x, 340);
            ctx.bezierCurveTo(s * x, 440, s * (x - 90), 560, s * (x - 200), 700);
            ctx.stroke();
          }
        });
        sheet.soft(2, () => {
          ctx.strokeStyle = tint('#ffffff', s < 0 ? 0.22 : 0.12);
          ctx.lineWidth = 5;
          ctx.stroke(path);
        });
      });
    }
  });
  // A fine chain with a drop.
  ctx.strokeStyle = tint('#f0c86a', 0.85);
  ctx.lineWidth = 2;
  ctx.stroke(new Path2D('M-88 322 C-66 420 -24 462 0 468 C24 462 66 420 88 322'));
  sheet.blob(0, 474, 9, 11, '#ffe9b0', 1);
}

function paintCardigan(sheet: Sheet, look: Look, body: Path2D): void {
  const { ctx } = sheet;
  const { colour, second } = look.garment;
  sheet.within(body, () => {
    const top = new Path2D('M-190 330 C-130 420 -60 446 0 448 C60 446 130 420 190 330 L260 700 L-260 700 Z');
    castShadow(sheet, top, 2, -6, 0.3, 7);
    ctx.fillStyle = sheet.linear(-120, 400, 150, 640, [
      [0, second],
      [1, mix(second, '#5a4250', 0.42)],
    ]);
    ctx.fill(top);
    for (const s of [-1, 1]) {
      const half = sidePath(s, 'M112 300 C150 440 120 580 70 720 L500 720 L500 280 Z');
      castShadow(sheet, half, -s * 5, 6, 0.36, 8);
      fillCloth(sheet, half, colour);
      shadeCloth(sheet, look, half);
      sheet.within(half, () => {
        ctx.lineWidth = 2.2;
        for (let i = 6; i <= 60; i++) {
          const x = s * i * 8.2;
          ctx.strokeStyle = i % 2 ? 'rgba(0,0,0,0.07)' : 'rgba(255,255,255,0.05)';
          ctx.beginPath();
          ctx.moveTo(x * 0.8, 320);
          ctx.quadraticCurveTo(x, 440, x * 1.05, 700);
          ctx.stroke();
        }
        ctx.strokeStyle = mix(colour, '#000000', 0.16);
        ctx.lineWidth = 44;
        ctx.stroke(half);
        sheet.soft(1.5, () => {
          ctx.strokeStyle = 'rgba(255,255,255,0.14)';
          ctx.lineWidth = 2.5;
          ctx.beginPath();
          ctx.moveTo(s * 136, 300);
          ctx.bezierCurveTo(s * 174, 440, s * 144, 580, s * 94, 720);
          ctx.stroke();
        });
      });
    }
  });
  // Pearls along the collarbones.
  for (let i = 0; i <= 26; i++) {
    const t = i / 26;
    const x = -118 + 236 * t;
    const y = 344 + Math.sin(Math.PI * t) * 74;
    const r = 6 + Math.sin(Math.PI * t) * 2;
    const gradient = ctx.createRadialGradient(x - 2.5, y - 3, 0.5, x, y, r);
    gradient.addColorStop(0, '#ffffff');
    gradient.addColorStop(0.55, '#efe6dc');
    gradient.addColorStop(1, '#a8968c');
    ctx.fillStyle = gradient;
    ctx.beginPath();
    ctx.arc(x, y, r, 0, 7);
    ctx.fill();
  }
}
