/**
 * The browser's own speech recogniser (Web Speech API), for engines that do not listen by themselves.
 * Chrome and Safari have one; Firefox has none.
 */
interface RecognitionResultEvent {
  resultIndex: number;
  results: ArrayLike<{ isFinal: boolean; 0: { transcript: string } }>;
}
interface Recognition {
  continuous: boolean;
  interimResults: boolean;
  lang: string;
  onresult: ((event: RecognitionResultEvent) => void) | null;
  onend: (() => void) | null;
  onerror: ((event: { error: string }) => void) | null;
  start(): void;
  abort(): void;
}

export interface SpeechRecogniser {
  start(): void;
  stop(): void;
}

/** Returns the browser's name, to tell users whose recogniser hears them; undefined if it is unknown. */
export function browserName(): string | undefined {
  const { userAgentData, userAgent } = navigator as Navigator & {
    userAgentData?: { brands: { brand: string }[] };
  };
  const brands = userAgentData?.brands.map(({ brand }) => brand) ?? [];
  // Browsers add a made-up brand ("Not A;Brand"), so that pages do not rely on the order.
  const names = brands.filter((brand) => !/not.?a.?brand/i.test(brand));
  return names.find((brand) => brand !== 'Chromium') ?? names[0] ?? /Firefox|Safari/.exec(userAgent)?.[0];
}

export function createSpeechRecogniser(
  language: string,
  handlers: {
    onInterim(text: string): void;
    onFinal(text: string): void;
    /** It has recognised something, perhaps after having been unavailable. */
    onAvailable(): void;
    onUnavailable(reason: string): void;
  },
): SpeechRecogniser | undefined {
  const scope = globalThis as {
    SpeechRecognition?: new () => Recognition;
    webkitSpeechRecognition?: new () => Recognition;
  };
  const Constructor = scope.SpeechRecognition ?? scope.webkitSpeechRecognition;
  if (!Constructor) return undefined;
  const recognition = new Constructor();
  recognition.continuous = true;
  recognition.interimResults = true;
  recognition.lang = language;
  let isStarted = false;
  recognition.onresult = (event) => {
    handlers.onAvailable();
    let interim = '';
    for (let i = event.resultIndex; i < event.results.length; i++) {
      const result = event.results[i]!;
      if (result.isFinal) handlers.onFinal(result[0].transcript.trim());
      else interim += result[0].transcript;
    }
    handlers.onInterim(interim.trim());
  };
  recognition.onerror = ({ error }) => {
    if (error === 'no-speech' || error === 'aborted') return;
    isStarted = false;
    handlers.onUnavailable(error);
  };
  // Browsers end a recognition after a silence, even a "continuous" one.
  recognition.onend = () => {
    if (isStarted) recognition.start();
  };
  return {
    start() {
      if (isStarted) return;
      isStarted = true;
      recognition.start();
    },
    stop() {
      isStarted = false;
      recognition.abort();
    },
  };
}
