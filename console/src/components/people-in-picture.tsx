import './people-in-picture.css';
import { Text } from '@mantine/core';
import type { FoundFace } from '../lib/face-points.ts';
import { fill, texts } from '../texts/texts.ts';

const words = texts.pictureEditor;

/** Shows a picture with several people, and a box around each to select one. */
export function PeopleInPicture(props: {
  image: HTMLImageElement;
  faces: readonly FoundFace[];
  chosen: FoundFace | undefined;
  onChoose: (face: FoundFace) => void;
}) {
  const { image, faces, chosen, onChoose } = props;
  const percent = (part: number) => `${100 * part}%`;
  return (
    <fieldset className="people-found">
      <Text component="legend" size="sm" fw={500}>
        {words.people}
      </Text>
      <div>
        <img src={image.src} alt="" />
        {faces
          .toSorted((a, b) => a.left - b.left)
          .map((face, i) => (
            <button
              key={`${face.left} ${face.top}`}
              type="button"
              aria-pressed={face === chosen}
              aria-label={fill(words.person, { number: i + 1 })}
              onClick={() => onChoose(face)}
              style={{
                left: percent(face.left),
                top: percent(face.top),
                width: percent(face.width),
                height: percent(face.height),
              }}
            />
          ))}
      </div>
    </fieldset>
  );
}
