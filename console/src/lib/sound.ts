/** A sound that the service has answered in Base64, ready to play; its address lives as long as it plays. */
export function soundOf({ audio, mimeType }: { audio: string; mimeType: string }): HTMLAudioElement {
  const bytes = Uint8Array.from(atob(audio), (letter) => letter.charCodeAt(0));
  const address = URL.createObjectURL(new Blob([bytes], { type: mimeType }));
  const sound = new Audio(address);
  sound.addEventListener('ended', () => URL.revokeObjectURL(address), { once: true });
  return sound;
}
