import { Path2D } from '@napi-rs/canvas';
import { mix, tint } from './colour.ts';
import type { Look } from './look.ts';
import { paintGarment } from './paint-garment.ts';
import type { Sheet } from './sheet.ts';

/** Neck, shoulders and clothes. */
export function paintBody(sheet: Sheet, look: Look): void {
  paintNeck(sheet, look);
  paintGarment(sheet, look, shoulderPath(look.build.shoulders));
}

function shoulderPath(width: number): Path2D {
  const path = new Path2D();
  const right = (s: 1 | -1) => s * width;
  path.moveTo(-92, 290);
  path.bezierCurveTo(-112, 344, right(-1) * 186, 356, right(-1) * 268, 392);
  path.bezierCurveTo(right(-1) * 350, 428, right(-1) * 390, 504, right(-1) * 412, 680);
  path.lineTo(right(1) * 412, 680);
  path.bezierCurveTo(right(1) * 390, 504, right(1) * 350, 428, right(1) * 268, 392);
  path.bezierCurveTo(right(1) * 186, 356, 112, 344, 92, 290);
  path.closePath();
  return path;
}

function paintNeck(sheet: Sheet, look: Look): void {
  const { ctx } = sheet;
  const { skin } = look;
  const n = look.build.neck;
  const neck = new Path2D(
    `M${-n} 130 C${-n + 5} 230 ${-n + 2} 300 ${-n - 26} 338 C${-n - 60} 364 -190 372 -240 386 L-150 620 L150 620 L240 386 C190 372 ${n + 60} 364 ${n + 26} 338 C${n - 2} 300 ${n - 5} 230 ${n} 130 Z`,
  );
  ctx.fillStyle = sheet.linear(-n, 0, n * 1.2, 0, [
    [0, mix(skin.base, skin.light, 0.12)],
    [0.45, mix(skin.base, skin.shadow, 0.1)],
    [1, mix(skin.base, skin.shadow, 0.56)],
  ]);
  ctx.fill(neck);
  sheet.within(neck, () => {
    sheet.soft(16, () => {
      ctx.fillStyle = tint(mix(skin.shadow, '#200805', 0.15), 0.82);
      ctx.beginPath();
      ctx.ellipse(12, 208, n + 56, 108, 0, 0, 7);
      ctx.fill();
    });
    const stroke = (path: string, colour: string, alpha: number, width: number, blur: number) =>
      sheet.soft(blur, () => {
        ctx.strokeStyle = tint(colour, alpha);
        ctx.lineWidth = width;
        ctx.stroke(new Path2D(path));
      });
    stroke('M-66 276 Q-42 352 -14 396 M70 276 Q44 352 18 396', skin.shadow, 0.32, 11, 9);
    stroke('M-80 280 Q-58 354 -30 400', skin.light, 0.28, 10, 8);
    stroke('M-22 408 Q-90 386 -190 398 M22 408 Q90 386 190 398', skin.shadow, 0.36, 9, 6);
    stroke('M-30 400 Q-90 378 -180 388', skin.light, 0.3, 7, 5);
    sheet.blob(0, 412, 24, 17, skin.shadow, 0.4);
    sheet.blob(-60, 470, 120, 70, skin.light, 0.2);
  });
}
