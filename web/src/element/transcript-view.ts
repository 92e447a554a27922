import type { TranscriptLine } from '../conversation-events.ts';

/**
 * The live transcript: one item per line, replaced while it is spoken.
 * @param announcement is read by screen readers; only the avatar's complete lines, because the list changes with every word
 */
export function createTranscriptView(list: HTMLElement, announcement: HTMLElement, interrupted: string) {
  const items = new Map<string, HTMLLIElement>();
  announcement.textContent = '';
  list.replaceChildren();
  return {
    /** Downloads the transcript as a text file: one paragraph per line, with the name of its speaker. */
    download(names: Record<TranscriptLine['author'], string>): void {
      const lines = [...items.values()].map((item) => {
        const name = names[item.classList.contains('user') ? 'user' : 'character'];
        const cut = item.classList.contains('cut') ? ` — ${interrupted}` : '';
        return `${name}: ${item.textContent}${cut}\n`;
      });
      const link = document.createElement('a');
      link.href = URL.createObjectURL(new Blob([lines.join('\n')], { type: 'text/plain' }));
      link.download = `${new Date().toISOString().slice(0, 10)}.txt`;
      link.click();
      URL.revokeObjectURL(link.href);
    },
    put(line: TranscriptLine): void {
      let item = items.get(line.id);
      if (line.text === '') {
        item?.remove();
        items.delete(line.id);
        return;
      }
      const isNew = item === undefined;
      if (!item) {
        item = document.createElement('li');
        item.dataset.cut = interrupted;
        items.set(line.id, item);
        list.append(item);
      }
      item.className = line.author;
      item.classList.toggle('cut', line.interrupted);
      item.classList.toggle('interim', line.author === 'user' && !line.final);
      item.textContent = line.text;
      if (line.final && line.author === 'character') announcement.textContent = line.text;
      // Who has just spoken or typed wants to see the answer.
      if (isNew && line.author === 'user') list.scrollTop = list.scrollHeight;
    },
  };
}
