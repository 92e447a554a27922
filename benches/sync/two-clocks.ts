/** The measurement without capture: the times of the video element and of the audio graph, each by its own clock. */

import type { Record } from './record.ts';
import { CODE_BITS } from './time-code.ts';

const forwarder = `registerProcessor('forwarder', class extends AudioWorkletProcessor {
  process(inputs) {
    const samples = inputs[0][0];
    if (samples) this.port.postMessage({ samples, at: currentTime });
    return true;
  }
});`;

export async function listenToTrack(
  record: Record,
  audio: AudioContext,
  track: MediaStreamTrack,
): Promise<void> {
  const url = URL.createObjectURL(new Blob([forwarder], { type: 'text/javascript' }));
  await audio.audioWorklet.addModule(url);
  const node = new AudioWorkletNode(audio, 'forwarder');
  const silent = audio.createGain();
  silent.gain.value = 0;
  audio.createMediaStreamSource(new MediaStream([track])).connect(node);
  node.connect(silent).connect(audio.destination);
  node.port.onmessage = ({ data }: MessageEvent<{ samples: Float32Array; at: number }>) => {
    const { contextTime = 0, performanceTime = 0 } = audio.getOutputTimestamp();
    record.hear(data.samples, performanceTime + (data.at - contextTime) * 1000, audio.sampleRate);
  };
}

export function watchElement(record: Record, element: HTMLVideoElement): void {
  const canvas = new OffscreenCanvas(CODE_BITS, 2);
  const drawing = canvas.getContext('2d', { willReadFrequently: true })!;
  const onFrame: VideoFrameRequestCallback = (_, { expectedDisplayTime }) => {
    const block = element.videoWidth / CODE_BITS;
    // One pixel of the canvas for each block.
    drawing.imageSmoothingEnabled = false;
    drawing.drawImage(element, 0, 0, block * CODE_BITS, block * 2, 0, 0, CODE_BITS, 2);
    const { data } = drawing.getImageData(0, 0, CODE_BITS, 2);
    record.see(expectedDisplayTime, (column, row) => data[(row * CODE_BITS + column) * 4 + 1]!);
    element.requestVideoFrameCallback(onFrame);
  };
  element.requestVideoFrameCallback(onFrame);
}
