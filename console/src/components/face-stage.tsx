import './face-stage.css';
import { irisesOf, linesOf, PARTS, type Part, type Points, pictureToCrop } from '../lib/face-points.ts';
import type { Crop } from '../lib/picture.ts';
import { fill, texts } from '../texts/texts.ts';
import { dragHandlers } from './drag-handlers.ts';

const words = texts.pictureEditor;
const lineNames: Record<string, string> = words.lines;

/** Distance of an arrow key press, as a fraction of the square. */
const STEP = 0.01;

const percent = (part: number) => `${100 * part}%`;

interface FaceStageProps {
  image: HTMLImageElement;
  /** The visible square of the picture. */
  view: Crop;
  /** Points of the face, as fractions of the picture. */
  points: Points;
  /** The part of the face whose points can be dragged; if absent, the hand-placed eyes can be. */
  part: Part | undefined;
  eyes: Points;
  /** A face that cannot be moved: two opposite corners of its box, as fractions of the picture. */
  mark: Points | undefined;
  /** Receives the distance as fractions of the view. */
  onMovePicture: (byX: number, byY: number) => void;
  /** Receives the distance since the last call, as fractions of the picture. */
  onDrag: (name: string, by: [number, number]) => void;
}

/** Shows a part of a picture, with the lines of the face in it and the points that can be moved. */
export function FaceStage({ image, view, points, part, eyes, mark, onMovePicture, onDrag }: FaceStageProps) {
  const { naturalWidth, naturalHeight } = image;
  const shown = pictureToCrop(points, view, image);
  const corners = mark && pictureToCrop(mark, view, image);
  const handles = part
    ? Object.entries(PARTS[part] as Record<string, number[]>).flatMap(([line, numbers]) =>
        numbers.map((number, i) => ({
          name: `${line}${number}`,
          label: fill(words.point, { line: lineNames[line]!, number: i + 1 }),
        })),
      )
    : Object.keys(eyes).map((name) => ({ name, label: lineNames[name]! }));
  return (
    <div className="cropped" data-stage>
      <img
        src={image.src}
        alt={texts.facePicker.current}
        draggable={false}
        style={{
          width: percent(naturalWidth / view.size),
          left: percent(-view.x / view.size),
          top: percent(-view.y / view.size),
        }}
      />
      <svg viewBox="0 0 1 1" aria-hidden="true">
        {linesOf(shown).map(({ line, points: own }) => (
          <polygon key={line} points={own.map(([x, y]) => `${x},${y}`).join(' ')} />
        ))}
        {irisesOf(shown).map(({ x, y, radius }) => (
          <circle key={x} cx={x} cy={y} r={radius} />
        ))}
        {corners && (
          <rect
            x={corners.from![0]}
            y={corners.from![1]}
            width={corners.to![0] - corners.from![0]}
            height={corners.to![1] - corners.from![1]}
          />
        )}
      </svg>
      {!part && (
        <button
          type="button"
          className="mover"
          aria-label={words.move}
          {...dragHandlers(onMovePicture, -STEP * 2)}
        />
      )}
      {handles
        .filter(({ name }) => shown[name])
        .map(({ name, label }) => (
          <button
            key={name}
            type="button"
            className="face-point"
            aria-label={label}
            title={label}
            style={{ left: percent(shown[name]![0]), top: percent(shown[name]![1]) }}
            {...dragHandlers(
              (byX, byY) =>
                onDrag(name, [(byX * view.size) / naturalWidth, (byY * view.size) / naturalHeight]),
              STEP / 2,
            )}
          />
        ))}
    </div>
  );
}
