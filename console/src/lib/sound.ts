/** Returns a Base64 sound of the service, ready to play. Its object URL is revoked when it has been played. */
export function soundOf({ audio, mimeType }: { audio: string; mimeType: string }): HTMLAudioElement {
  const bytes = Uint8Array.from(atob(audio), (letter) => letter.charCodeAt(0));
  const address = URL.createObjectURL(new Blob([bytes], { type: mimeType }));
  const sound = new Audio(address);
  sound.addEventListener('ended', () => URL.revokeObjectURL(address), { once: true });
  return sound;
}
