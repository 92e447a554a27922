import type { Conversation } from '../conversation.ts';
import type { Texts } from './texts/en.ts';

/** Two lists of devices that change the running conversation. */
export class DeviceMenu {
  readonly #fields: { kind: 'audioinput' | 'audiooutput'; select: HTMLSelectElement; field: HTMLElement }[];
  readonly #menu: HTMLElement;
  readonly #button: HTMLElement;
  readonly #texts: Texts;
  readonly #conversation: () => Conversation | undefined;

  constructor(
    root: ShadowRoot,
    texts: Texts,
    conversation: () => Conversation | undefined,
    onFailure: () => void,
  ) {
    this.#menu = root.getElementById('devices')!;
    this.#button = root.getElementById('settings')!;
    this.#texts = texts;
    this.#conversation = conversation;
    const microphones = root.querySelector<HTMLSelectElement>('#microphones')!;
    const speakers = root.querySelector<HTMLSelectElement>('#speakers')!;
    this.#fields = [
      { kind: 'audioinput', select: microphones, field: microphones.parentElement! },
      { kind: 'audiooutput', select: speakers, field: speakers.parentElement! },
    ];
    for (const { kind, select } of this.#fields) {
      select.onchange = () => {
        conversation()?.useDevice(kind, select.value).catch(onFailure);
      };
    }
  }

  get isOpen(): boolean {
    return !this.#menu.hidden;
  }

  async toggle(): Promise<void> {
    const isOpening = !this.isOpen;
    if (isOpening) await this.open();
    else this.close();
    (isOpening ? this.#fields[0]!.select : this.#button).focus();
  }

  /** Leaves the focus where it is: somebody may be typing. */
  async open(): Promise<void> {
    const conversation = this.#conversation();
    if (conversation) await this.#list(conversation);
    this.#menu.hidden = false;
    this.#button.setAttribute('aria-expanded', 'true');
  }

  close(): void {
    this.#menu.hidden = true;
    this.#button.setAttribute('aria-expanded', 'false');
  }

  async #list(conversation: Conversation): Promise<void> {
    for (const { kind, select, field } of this.#fields) {
      const devices = await conversation.listDevices(kind).catch(() => []);
      const active = conversation.activeDevice(kind);
      select.replaceChildren(
        ...devices.map(
          ({ deviceId, label }) =>
            new Option(label || this.#texts.systemDefault, deviceId, false, deviceId === active),
        ),
      );
      if (kind === 'audioinput' && conversation.microphone === 'lost') {
        // None is in use: choosing the first must be a change, too.
        const choose = new Option(this.#texts.chooseDevice, '', true, true);
        choose.disabled = true;
        select.prepend(choose);
      }
      if (devices.length === 0) select.append(new Option(this.#texts.systemDefault, 'default'));
      // Browsers that cannot choose the loudspeaker have no list of them either.
      field.hidden = kind === 'audiooutput' && !('setSinkId' in HTMLMediaElement.prototype);
    }
  }
}
