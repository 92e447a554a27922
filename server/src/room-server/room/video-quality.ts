import { type UpdateTrackSettings, type VideoLayer, VideoQuality } from '@livekit/protocol';

const HIGHEST = 2;

/** Layers by position, from LiveKit's qualities: LOW 0, MEDIUM 1, HIGH 2. */
export function spatialFor(settings: UpdateTrackSettings, layers: readonly VideoLayer[]): number {
  if (settings.width > 0 && settings.height > 0) {
    // The smallest layer that fills the element, as adaptive stream asks for.
    const sorted = [...layers].sort((a, b) => a.width * a.height - b.width * b.height);
    const fitting = sorted.find((layer) => layer.width >= settings.width || layer.height >= settings.height);
    return fitting === undefined ? HIGHEST : qualitySpatial(fitting.quality);
  }
  return qualitySpatial(settings.quality);
}

/**
 * The same of a stream with its layers inside (SVC), which are numbered from 0 whatever their names are: two layers may
 * be called MEDIUM and HIGH.
 */
export function spatialWithin(settings: UpdateTrackSettings, layers: readonly VideoLayer[]): number {
  const wanted = spatialFor(settings, layers);
  const announced = layers.map(({ quality }) => qualitySpatial(quality));
  if (wanted >= Math.max(...announced)) return HIGHEST;
  return Math.max(0, announced.filter((spatial) => spatial <= wanted).length - 1);
}

export function qualitySpatial(quality: VideoQuality): number {
  return quality === VideoQuality.LOW ? 0 : quality === VideoQuality.MEDIUM ? 1 : HIGHEST;
}
