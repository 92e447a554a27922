import type { Conversation } from '../conversation.ts';
import type { Texts } from './texts/en.ts';

/** The menu with two lists of devices, which change those of the running conversation and of those after it. */
export function createDeviceMenu(
  root: ShadowRoot,
  texts: Texts,
  conversationOf: () => Conversation | undefined,
  onFailure: () => void,
) {
  const menu = root.getElementById('devices')!;
  const button = root.getElementById('settings')!;
  const microphones = root.querySelector<HTMLSelectElement>('#microphones')!;
  const speakers = root.querySelector<HTMLSelectElement>('#speakers')!;
  const fields = [
    { kind: 'audioinput', select: microphones },
    { kind: 'audiooutput', select: speakers },
  ] as const;
  const chosenIds = new Map<(typeof fields)[number]['kind'], string>();
  for (const { kind, select } of fields)
    select.onchange = () => {
      const { value } = select;
      conversationOf()
        ?.useDevice(kind, value)
        .then(() => chosenIds.set(kind, value), onFailure);
    };

  function show(isShown: boolean): void {
    menu.hidden = !isShown;
    button.setAttribute('aria-expanded', String(isShown));
  }

  /** Opens the menu without moving the focus: the user may be typing. */
  async function open(): Promise<void> {
    const conversation = conversationOf();
    if (conversation) await list(conversation);
    show(true);
  }

  async function list(conversation: Conversation): Promise<void> {
    for (const { kind, select } of fields) {
      const devices = await conversation.listDevices(kind).catch(() => []);
      const active = conversation.activeDevice(kind);
      select.replaceChildren(
        ...devices.map(
          ({ deviceId, label }) =>
            new Option(label || texts.systemDefault, deviceId, false, deviceId === active),
        ),
      );
      if (kind === 'audioinput' && conversation.microphone === 'lost') {
        // No microphone is in use: selecting the first one must also fire a change event.
        const choose = new Option(texts.chooseDevice, '', true, true);
        choose.disabled = true;
        select.prepend(choose);
      }
      if (devices.length === 0) select.append(new Option(texts.systemDefault, 'default'));
    }
    // Browsers that cannot select the loudspeaker do not list loudspeakers either.
    speakers.parentElement!.hidden = !('setSinkId' in HTMLMediaElement.prototype);
  }

  /** Uses the devices that were chosen in an earlier conversation, if they are still there. */
  async function reuse(conversation: Conversation): Promise<void> {
    for (const [kind, chosenId] of chosenIds) {
      const devices = await conversation.listDevices(kind).catch(() => []);
      if (devices.some(({ deviceId }) => deviceId === chosenId))
        await conversation.useDevice(kind, chosenId).catch(() => undefined);
    }
  }

  return {
    reuse,
    get isOpen(): boolean {
      return !menu.hidden;
    },
    open,
    close: () => show(false),
    async toggle(): Promise<void> {
      const isOpening = menu.hidden;
      if (isOpening) await open();
      else show(false);
      (isOpening ? microphones : button).focus();
    },
  };
}
