import type { FacePreview } from '@visavis/contracts';
import { durationMs } from '../audio/pcm.ts';
import { encodeWav } from '../audio/wav.ts';
import type { FacePreviewer } from '../domain/personas/face-previews.ts';
import type { PreviewFrame } from '../faces/render-preview.ts';
import type { StillRenderer } from '../faces/still-renderer.ts';
import { clamp } from '../lib/clamp.ts';
import { createLipTrack } from '../lips/create-lip-track.ts';
import type { OccasionalVoice } from '../voices/local/occasional-voice.ts';
import type { SpokenClause } from '../voices/voice.ts';

const PREVIEW_FPS = 20;
const PREVIEW_SIDE_PIXELS = 256;
const VISEMES = 15;
/** How long a preview continues after the last word, while the mouth closes. */
const TAIL_MS = 250;

/** Creates previews with the voice, lips and rendering of a conversation, but without a conversation. */
export function composeFacePreviews(
  stills: Pick<StillRenderer, 'preview'>,
  voice: Pick<OccasionalVoice, 'say'>,
): FacePreviewer {
  return {
    async preview(picture, speech, inTurn) {
      // An unusable picture is refused before anything is spoken.
      const { points, faces, notice } = await inTurn(() =>
        stills.preview(picture, { frames: [], fps: PREVIEW_FPS, sidePx: PREVIEW_SIDE_PIXELS }),
      );
      const preview: FacePreview = {
        rig: inPicture(points),
        faces: faces.map((face) => ({ ...face, eyes: inPicture(face.eyes) })),
        ...(notice && { notice }),
      };
      if (!speech) return preview;
      const spoken = await voice.say(speech.text, speech.voice);
      const frames = momentsOf(spoken);
      const { sheet } = await inTurn(() =>
        stills.preview(picture, { frames, fps: PREVIEW_FPS, sidePx: PREVIEW_SIDE_PIXELS }),
      );
      const clip = {
        text: speech.text,
        mimeType: 'audio/wav',
        audio: Buffer.from(encodeWav(spoken.pcm, spoken.sampleRate)).toString('base64'),
        pictureType: 'image/jpeg',
        pictures: Buffer.from(sheet!.jpeg).toString('base64'),
        columns: sheet!.columns,
        count: frames.length,
        side: PREVIEW_SIDE_PIXELS,
        rate: PREVIEW_FPS,
      };
      return { ...preview, clip };
    },
  };
}

function momentsOf({ pcm, sampleRate, phones }: SpokenClause): PreviewFrame[] {
  const lips = createLipTrack();
  lips.append(pcm, sampleRate, phones);
  const count = Math.ceil(((durationMs(pcm.length, sampleRate) + TAIL_MS) / 1000) * PREVIEW_FPS);
  return Array.from({ length: count }, (_, index) => {
    const timeMs = (index * 1000) / PREVIEW_FPS;
    const weights = new Float32Array(VISEMES);
    return { visemes: lips.visemesAt(timeMs, weights) ? weights : null, energy: lips.energyAt(timeMs) };
  });
}

/** Limits points to the picture: a detected chin may lie below a cropped picture, but an owner's points may not. */
function inPicture(points: Record<string, [number, number]>): Record<string, [number, number]> {
  const within = (value: number) => Math.round(clamp(value) * 10_000) / 10_000;
  return Object.fromEntries(Object.entries(points).map(([name, [x, y]]) => [name, [within(x), within(y)]]));
}
