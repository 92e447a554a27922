import { Button, Group, Slider, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { HANDLES, movePoint, type Points, SUGGESTED, toCrop, toWhole } from '../lib/face-points.ts';
import { cropPicture, LEAST_SIDE, largestSquare, withinPicture } from '../lib/picture.ts';
import { api } from '../lib/session.ts';
import { texts } from '../texts/texts.ts';
import { dragged } from './dragged.ts';
import { FaceClip } from './face-clip.tsx';
import { Problem } from './problem.tsx';

const words = texts.pictureEditor;

/** A crop is sent when it rests. */
const REST_MS = 300;
/** A press of an arrow key, in parts of the square. */
const STEP = 0.01;
const MOST_ZOOM = 5;

interface PictureEditorProps {
  image: HTMLImageElement;
  /** Points that the owner placed earlier, in parts of the picture. */
  placed: Points | undefined;
  voice: string;
  /** A data URL of the square, and points in parts of it where the owner moved any. */
  onChange: (face: { picture: string; rig: Points | undefined }) => void;
}

/** A picture that is cut to a square, with the points of its face, and how it speaks. */
export function PictureEditor({ image, placed, voice, onChange }: PictureEditorProps) {
  const [crop, setCrop] = useState(() => largestSquare(image));
  const [cut, setCut] = useState(() => ({ crop, picture: cropPicture(image, crop) }));
  const [moved, setMoved] = useState(placed);
  const rig = moved && toCrop(moved, cut.crop, image);

  // biome-ignore lint/correctness/useExhaustiveDependencies: the form hears of the square and the points, not of itself.
  useEffect(() => onChange({ picture: cut.picture, rig }), [cut, moved]);
  useEffect(() => {
    if (crop === cut.crop) return;
    const timer = setTimeout(() => setCut({ crop, picture: cropPicture(image, crop) }), REST_MS);
    return () => clearTimeout(timer);
  }, [crop, cut, image]);

  const found = useQuery({
    queryKey: ['face preview', cut.picture],
    queryFn: () => api.post('/v3/faces/preview', { body: { refImage: cut.picture } }),
    enabled: moved === undefined,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 60_000,
    retry: false,
  });
  const isFound = found.data !== undefined && Object.keys(found.data.rig).length > 0;
  const located = isFound ? (found.data!.rig as Points) : SUGGESTED;
  // While the square moves, the points of the last one stay on the face.
  const shown = (moved ?? found.data) && toCrop(moved ?? toWhole(located, cut.crop, image), crop, image);
  const zoom = Math.min(image.naturalWidth, image.naturalHeight) / crop.size;
  const mostZoom = Math.max(1, Math.min(MOST_ZOOM, (zoom * crop.size) / LEAST_SIDE));
  const zoomTo = (value: number) => {
    const size = Math.min(image.naturalWidth, image.naturalHeight) / value;
    const grown = (crop.size - size) / 2;
    setCrop(withinPicture(image, { x: crop.x + grown, y: crop.y + grown, size }));
  };
  const percent = (part: number) => `${100 * part}%`;
  return (
    <Stack gap="xs">
      <div className="cropped" data-stage>
        <img
          src={image.src}
          alt={texts.facePicker.current}
          draggable={false}
          style={{
            width: percent(image.naturalWidth / crop.size),
            left: percent(-crop.x / crop.size),
            top: percent(-crop.y / crop.size),
          }}
        />
        <button
          type="button"
          className="mover"
          aria-label={words.move}
          {...dragged(
            (byX, byY) =>
              setCrop((now) =>
                withinPicture(image, { ...now, x: now.x - byX * now.size, y: now.y - byY * now.size }),
              ),
            -STEP * 2,
          )}
        />
        {shown &&
          HANDLES.filter((handle) => shown[handle]).map((handle) => (
            <button
              key={handle}
              type="button"
              className="face-point"
              aria-label={words.points[handle]}
              title={words.points[handle]}
              style={{ left: percent(shown[handle]![0]), top: percent(shown[handle]![1]) }}
              {...dragged((byX, byY) => {
                setMoved((now) => {
                  const points = now ? toCrop(now, crop, image) : shown;
                  const [x, y] = points[handle]!;
                  return toWhole(movePoint(points, handle, [x + byX, y + byY]), crop, image);
                });
              }, STEP / 2)}
            />
          ))}
      </div>
      <Text size="sm" c="dimmed" role="status" maw={360}>
        {statusOf(found.isFetching, moved !== undefined, isFound)}
      </Text>
      <div style={{ maxWidth: 360 }}>
        <Text size="sm" fw={500} id="zoom-of-picture">
          {words.zoom}
        </Text>
        <Slider
          thumbProps={{ 'aria-labelledby': 'zoom-of-picture' }}
          label={(value) => `${value.toFixed(1)} ×`}
          min={1}
          max={mostZoom}
          step={0.05}
          value={zoom}
          onChange={zoomTo}
          disabled={mostZoom <= 1}
        />
      </div>
      {moved && (
        <Group>
          <Button size="compact-sm" variant="subtle" onClick={() => setMoved(undefined)}>
            {words.reset}
          </Button>
        </Group>
      )}
      <Problem error={found.error} />
      <FaceClip picture={cut.picture} rig={rig} voice={voice} />
    </Stack>
  );
}

function statusOf(isLooking: boolean, isMoved: boolean, isFound: boolean): string {
  if (isMoved) return words.moved;
  if (isLooking) return words.looking;
  return isFound ? words.found : words.notFound;
}
