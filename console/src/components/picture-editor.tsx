import { Button, Group, SegmentedControl, Slider, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useId, useState } from 'react';
import {
  clampToPicture,
  cropToPicture,
  type FoundFace,
  isMouthOpen,
  nearestFace,
  PARTS,
  type Part,
  type Points,
  pictureToCrop,
  SUGGESTED_EYES,
  squareAround,
  withDragged,
} from '../lib/face-points.ts';
import {
  type Crop,
  cropPicture,
  largestSquare,
  MIN_SIDE,
  squareOfPerson,
  wholePicture,
  withinPicture,
} from '../lib/picture.ts';
import { api } from '../lib/session.ts';
import { texts } from '../texts/texts.ts';
import { FaceClip } from './face-clip.tsx';
import { FaceStage } from './face-stage.tsx';
import { Note } from './note.tsx';
import { PeopleInPicture } from './people-in-picture.tsx';
import { Problem } from './problem.tsx';
import { useUpload } from './use-upload.tsx';

const words = texts.pictureEditor;

/** How long nothing must be moved before the picture is sent. */
const DEBOUNCE_MS = 300;
const MAX_ZOOM = 5;

interface PictureEditorProps {
  image: HTMLImageElement;
  /** Present if the picture is the saved one: the points that its owner placed, as fractions of the picture. */
  saved: { rig: Points } | undefined;
  voice: string;
  /** Receives a data URL of the square, and the points that the owner placed, if any, as fractions of it. */
  onChange: (face: { picture: string; rig: Points | undefined }) => void;
  /** Called when the user decides not to use the picture. */
  onCancel: () => void;
}

/** Crops a picture to a square around a person, shows the lines of the face, and lets it speak. */
export function PictureEditor({ image, saved, voice, onChange, onCancel }: PictureEditorProps) {
  const [crop, setCrop] = useState(() => largestSquare(image));
  const [{ eyes, dragged }, setPlaced] = useState(() => readRig(saved?.rig ?? {}));
  const [part, setPart] = useState<{ name: Part; view: Crop }>();
  const rigIn = (square: Crop) => {
    const rig = { ...eyes, ...dragged };
    return Object.keys(rig).length > 0 ? clampToPicture(pictureToCrop(rig, square, image)) : undefined;
  };
  const [cropped, setCropped] = useState(() => ({
    crop,
    picture: cropPicture(image, crop),
    rig: rigIn(crop),
  }));

  // biome-ignore lint/correctness/useExhaustiveDependencies: the form is notified of changes to the square and the points, not to itself.
  useEffect(() => onChange({ picture: cropped.picture, rig: rigIn(cropped.crop) }), [cropped, eyes, dragged]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: depends on what the owner does, not on what results from it.
  useEffect(() => {
    const picture = crop === cropped.crop ? cropped.picture : undefined;
    const timer = setTimeout(
      () => setCropped({ crop, picture: picture ?? cropPicture(image, crop), rig: rigIn(crop) }),
      DEBOUNCE_MS,
    );
    return () => clearTimeout(timer);
  }, [crop, eyes, dragged]);

  const queryOptions = { staleTime: Number.POSITIVE_INFINITY, gcTime: 60_000, retry: false } as const;
  const { send, progress } = useUpload(onCancel);
  const requestPreview = async (refImage: string, rig: Points | undefined, outerSignal: AbortSignal) => {
    const body = { refImage, rig: rig ?? null };
    const preview = await send(
      words.itself,
      (signal) => api.post('/v3/faces/preview', { body, signal }),
      outerSignal,
    );
    return { rig: preview.rig as Points, faces: preview.faces as FoundFace[] };
  };
  const id = useId();
  const people = useQuery({
    queryKey: ['face preview', id],
    queryFn: async ({ signal }) => {
      const { faces } = await requestPreview(wholePicture(image), undefined, signal);
      const person = faces.find(({ isShown }) => isShown);
      if (person && !saved) {
        const square = squareOfPerson(image, person.eyes);
        setCrop(square);
        setCropped({ crop: square, picture: cropPicture(image, square), rig: undefined });
      }
      return faces;
    },
    ...queryOptions,
  });
  const found = useQuery({
    queryKey: ['face preview', cropped.picture, cropped.rig],
    queryFn: async ({ signal }) => ({
      crop: cropped.crop,
      ...(await requestPreview(cropped.picture, cropped.rig, signal)),
    }),
    enabled: !people.isPending,
    // Keeps the lines on the face while something is moved.
    placeholderData: (before) => before,
    ...queryOptions,
  });
  const points = found.data ? cropToPicture(found.data.rig, found.data.crop, image) : {};
  const isFound = Object.keys(points).length > 0;
  const shownFace = found.data?.faces.find(({ isShown }) => isShown);
  const problem = isFound ? undefined : shownFace?.problem;
  const several = people.data && people.data.length > 1 ? people.data : undefined;
  const person = several && (eyes ? nearestFace(several, eyes) : several.find(({ isShown }) => isShown));
  const isByHand = eyes !== undefined && !several;
  const isMoved = isByHand || Object.keys(dragged).length > 0;

  const zoom = Math.min(image.naturalWidth, image.naturalHeight) / crop.size;
  const maxZoom = Math.max(1, Math.min(MAX_ZOOM, (zoom * crop.size) / MIN_SIDE));
  const zoomTo = (value: number) => {
    const size = Math.min(image.naturalWidth, image.naturalHeight) / value;
    const offset = (crop.size - size) / 2;
    setCrop(withinPicture(image, { x: crop.x + offset, y: crop.y + offset, size }));
  };
  const pointsAfter = (now: ReturnType<typeof readRig>) => ({
    ...withDragged(points, now.dragged),
    ...(isByHand && now.eyes),
  });
  const reset = () => {
    setPlaced({ eyes: person?.eyes, dragged: {} });
    setPart(undefined);
  };
  return (
    <Stack gap="xs">
      {several && (
        <PeopleInPicture
          image={image}
          faces={several}
          chosen={person}
          onChoose={(face) => {
            setPlaced({ eyes: face.eyes, dragged: {} });
            setPart(undefined);
            setCrop(squareOfPerson(image, face.eyes));
          }}
        />
      )}
      <FaceStage
        image={image}
        view={part?.view ?? crop}
        points={pointsAfter({ eyes, dragged })}
        part={part?.name}
        eyes={isByHand ? eyes : {}}
        mark={problem && shownFace && cropToPicture(cornersOf(shownFace), found.data!.crop, image)}
        onMovePicture={(byX, byY) =>
          setCrop((now) =>
            withinPicture(image, { ...now, x: now.x - byX * now.size, y: now.y - byY * now.size }),
          )
        }
        onDrag={(name, [byX, byY]) =>
          // Starts from the current state: the pointer may move again before React has rendered the last move.
          setPlaced((now) => {
            const [x, y] = pointsAfter(now)[name]!;
            const to = clampToPicture({ [name]: [x + byX, y + byY] });
            return now.eyes && name in now.eyes
              ? { ...now, eyes: { ...now.eyes, ...to } }
              : { ...now, dragged: { ...now.dragged, ...to } };
          })
        }
      />
      {isFound && (
        <SegmentedControl
          size="xs"
          maw={360}
          aria-label={words.part}
          data={[
            { value: '', label: words.whole },
            ...Object.keys(PARTS).map((value) => ({ value, label: words.parts[value as Part] })),
          ]}
          value={part?.name ?? ''}
          onChange={(name) =>
            setPart(
              name ? { name: name as Part, view: squareAround(name as Part, points, image) } : undefined,
            )
          }
        />
      )}
      <Note role="status" maw={360}>
        {statusOf(people.isFetching || found.isFetching, isMoved, found.data?.rig, problem)}
      </Note>
      {progress}
      {!part && (
        <div style={{ maxWidth: 360 }}>
          <Text size="sm" fw={500} id="zoom-of-picture">
            {words.zoom}
          </Text>
          <Slider
            thumbProps={{ 'aria-labelledby': 'zoom-of-picture' }}
            label={(value) => `${value.toFixed(1)} ×`}
            min={1}
            max={maxZoom}
            step={0.05}
            value={zoom}
            onChange={zoomTo}
            disabled={maxZoom <= 1}
          />
        </div>
      )}
      <Group>
        {isMoved && (
          <Button size="compact-sm" variant="subtle" onClick={reset}>
            {words.reset}
          </Button>
        )}
        {found.data && !isFound && !isByHand && (
          <Button
            size="compact-sm"
            variant="subtle"
            onClick={() => setPlaced({ eyes: cropToPicture(SUGGESTED_EYES, crop, image), dragged: {} })}
          >
            {words.byHand}
          </Button>
        )}
      </Group>
      <Problem error={people.error ?? found.error} />
      <FaceClip picture={cropped.picture} rig={rigIn(cropped.crop)} voice={voice} />
    </Stack>
  );
}

/** Separates the eyes, which select the face, from the points that the user dragged. */
function readRig({ leftEye, rightEye, ...dragged }: Points): { eyes: Points | undefined; dragged: Points } {
  return { eyes: leftEye && rightEye && { leftEye, rightEye }, dragged };
}

/** Returns a box around the whole head: the lines cover only its front. */
function cornersOf({ left, top, width, height }: FoundFace): Points {
  const [aside, above] = [width * 0.25, height * 0.25];
  return { from: [left - aside, top - above], to: [left + width + aside, top + height + above] };
}

function statusOf(
  isLooking: boolean,
  isMoved: boolean,
  rig: Points | undefined,
  problem: keyof typeof words.problems | undefined,
): string {
  if (isMoved) return words.moved;
  if (isLooking) return words.looking;
  if (problem) return words.problems[problem];
  if (!rig || Object.keys(rig).length === 0) return words.notFound;
  return isMouthOpen(rig) ? words.mouthOpen : words.found;
}
