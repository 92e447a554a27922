import type { Conversation } from '../conversation.ts';

/** Two lists of devices that change the running conversation. */
export class DeviceMenu {
  readonly #fields: { kind: 'audioinput' | 'audiooutput'; select: HTMLSelectElement; field: HTMLElement }[];
  readonly #systemDefault: string;
  readonly #choose: string;
  readonly #onFailure: () => void;

  constructor(
    root: ShadowRoot,
    options: {
      conversation(): Conversation | undefined;
      systemDefault: string;
      choose: string;
      onFailure: () => void;
    },
  ) {
    this.#systemDefault = options.systemDefault;
    this.#choose = options.choose;
    this.#onFailure = options.onFailure;
    const microphones = root.querySelector<HTMLSelectElement>('#microphones')!;
    const speakers = root.querySelector<HTMLSelectElement>('#speakers')!;
    this.#fields = [
      { kind: 'audioinput', select: microphones, field: microphones.parentElement! },
      { kind: 'audiooutput', select: speakers, field: speakers.parentElement! },
    ];
    for (const { kind, select } of this.#fields) {
      select.onchange = () => {
        options.conversation()?.useDevice(kind, select.value).catch(this.#onFailure);
      };
    }
  }

  async show(conversation: Conversation): Promise<void> {
    for (const { kind, select, field } of this.#fields) {
      const devices = await conversation.listDevices(kind).catch(() => []);
      const active = conversation.activeDevice(kind);
      select.replaceChildren(
        ...devices.map(
          ({ deviceId, label }) =>
            new Option(label || this.#systemDefault, deviceId, false, deviceId === active),
        ),
      );
      if (kind === 'audioinput' && conversation.microphone === 'lost') {
        // None is in use: choosing the first must be a change, too.
        const choose = new Option(this.#choose, '', true, true);
        choose.disabled = true;
        select.prepend(choose);
      }
      if (devices.length === 0) select.append(new Option(this.#systemDefault, 'default'));
      // Browsers that cannot choose the loudspeaker have no list of them either.
      field.hidden = kind === 'audiooutput' && !('setSinkId' in HTMLMediaElement.prototype);
    }
  }
}
