"""Trains the lip network and writes server/weights/visemes.bin. One command, see README.md.

The network sees 13 frames of 23 features around a moment (120 ms back, 40 ms ahead), has hidden layers of 96 and 64
and answers with the probabilities of the 15 visemes: 35,983 parameters. Plain numpy, one core.
"""

import argparse
import json
import os
import subprocess
import sys
import tempfile
import time
from pathlib import Path

os.environ.setdefault("OMP_NUM_THREADS", "1")
os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
import numpy as np  # noqa: E402  (the thread count must be set first)

HERE = Path(__file__).resolve().parent
WEIGHTS = HERE.parent / "server/weights/visemes.bin"
# As in server/src/lips/viseme-network.ts.
OFFSETS = [-12, -9, -7, -5, -4, -3, -2, -1, 0, 1, 2, 3, 4]
BANDS, FEATURES, VISEMES = 22, 23, 15
LAYERS = [len(OFFSETS) * FEATURES, 96, 64, VISEMES]
# How far each viseme opens the mouth, for the score only: sil PP FF TH DD kk CH SS nn RR aa E I O U.
OPENNESS = np.array([0, 0, 0.1, 0.25, 0.25, 0.35, 0.25, 0.15, 0.25, 0.3, 1, 0.6, 0.35, 0.7, 0.3], np.float32)
FOLDS = ["slt", "rms", "awb", "kal16", "espeak:en-us"]


def run(*command, stdin=None):
    subprocess.run(command, check=True, stdin=stdin)


def make_corpus(folder, per_flite, per_espeak):
    script = str(HERE / "make-corpus.mjs")
    counts = [str(per_flite), str(per_espeak)]
    (folder / "espeak").mkdir(parents=True, exist_ok=True)
    run("node", script, str(folder), *counts, "--jobs")
    try:
        with open(folder / "espeak-jobs.json") as jobs:
            run(sys.executable, str(HERE / "espeak-phonemes.py"), stdin=jobs)
    except subprocess.CalledProcessError:
        print("eSpeak NG is not installed: training on flite alone, which generalises less well")
        counts[1] = "0"
    run("node", script, str(folder), *counts)


class Corpus:
    def __init__(self, folder):
        self.features = np.fromfile(folder / "features.f32", np.float32).reshape(-1, FEATURES)
        self.hard = np.fromfile(folder / "hard.u8", np.uint8)
        soft = np.fromfile(folder / "soft.u8", np.uint8).reshape(-1, VISEMES).astype(np.float32)
        self.soft = soft / soft.sum(1, keepdims=True)
        self.index = json.loads((folder / "index.json").read_text())
        first, last = np.empty(len(self.hard), np.int64), np.empty(len(self.hard), np.int64)
        for part in self.index:
            first[part["offset"] : part["offset"] + part["length"]] = part["offset"]
            last[part["offset"] : part["offset"] + part["length"]] = part["offset"] + part["length"] - 1
        self.first, self.last = first, last

    def rows(self, wanted):
        parts = [np.arange(p["offset"], p["offset"] + p["length"]) for p in self.index if wanted(p)]
        return np.concatenate(parts) if parts else np.empty(0, np.int64)

    def context(self, rows):
        """Frames around each row; the edges of an utterance repeat."""
        around = rows[:, None] + np.array(OFFSETS)[None, :]
        around = np.clip(around, self.first[rows][:, None], self.last[rows][:, None])
        return self.features[around]

    def target(self, rows):
        hard = np.eye(VISEMES, dtype=np.float32)[self.hard[rows]]
        return 0.6 * hard + 0.36 * self.soft[rows] + 0.04 / VISEMES


def vary(frames, random):
    """Other throats, other microphones: bands shift, tilt, scale and blur, the same way over the whole context."""
    count = len(frames)
    bands = frames[:, :, :BANDS]
    shift = random.uniform(-1.2, 1.2, (count, 1)) * np.linspace(0.6, 1.2, BANDS)
    at = np.clip(np.arange(BANDS)[None, :] + shift, 0, BANDS - 1.001)
    low = at.astype(np.int64)
    part = (at - low).astype(np.float32)[:, None, :]
    below = np.take_along_axis(bands, np.broadcast_to(low[:, None, :], bands.shape), 2)
    above = np.take_along_axis(bands, np.broadcast_to(low[:, None, :] + 1, bands.shape), 2)
    axis = np.linspace(-1, 1, BANDS, dtype=np.float32)
    colour = random.normal(0, 0.25, (count, 1, 1)) * axis + random.normal(0, 0.2, (count, 1, 1))
    wave = np.sin(np.pi * axis * random.uniform(0.5, 2.5, (count, 1, 1)) + random.uniform(0, 6.28, (count, 1, 1)))
    out = np.empty_like(frames)
    out[:, :, :BANDS] = (below * (1 - part) + above * part) * random.uniform(0.88, 1.12, (count, 1, 1))
    out[:, :, :BANDS] += colour + random.normal(0, 0.2, (count, 1, 1)) * wave
    out[:, :, BANDS] = frames[:, :, BANDS] + random.normal(0, 0.15, (count, 1))
    out += random.standard_normal(out.shape, np.float32) * 0.15
    return out


class Network:
    """Dense layers with rectifiers between and a softmax at the end; Adam with a little weight decay."""

    def __init__(self, seed):
        random = np.random.default_rng(seed)
        self.parameters = []
        for inputs, outputs in zip(LAYERS, LAYERS[1:]):
            matrix = random.standard_normal((inputs, outputs)) * np.sqrt(2 / inputs)
            self.parameters += [matrix.astype(np.float32), np.zeros(outputs, np.float32)]
        self.mean = [np.zeros_like(p) for p in self.parameters]
        self.square = [np.zeros_like(p) for p in self.parameters]
        self.steps = 0

    def layers(self, inputs):
        """The inputs of each layer, then the probabilities."""
        values = [inputs]
        for i in range(0, len(self.parameters), 2):
            values.append(values[-1] @ self.parameters[i] + self.parameters[i + 1])
            if i < len(self.parameters) - 2:
                np.maximum(values[-1], 0, out=values[-1])
        logits = values[-1] - values[-1].max(1, keepdims=True)
        values[-1] = np.exp(logits)
        values[-1] /= values[-1].sum(1, keepdims=True)
        return values

    def answer(self, inputs):
        return self.layers(inputs)[-1]

    def step(self, inputs, target, weight, rate):
        values = self.layers(inputs)
        error = (values[-1] - target) * weight[:, None] / len(inputs)
        gradients = [None] * len(self.parameters)
        for i in range(len(self.parameters) - 2, -1, -2):
            gradients[i], gradients[i + 1] = values[i // 2].T @ error, error.sum(0)
            if i > 0:
                error = (error @ self.parameters[i].T) * (values[i // 2] > 0)
        self.steps += 1
        for i, gradient in enumerate(gradients):
            self.mean[i] += 0.1 * (gradient - self.mean[i])
            self.square[i] += 0.001 * (gradient**2 - self.square[i])
            mean = self.mean[i] / (1 - 0.9**self.steps)
            square = self.square[i] / (1 - 0.999**self.steps)
            decay = 1e-4 * self.parameters[i] if gradient.ndim == 2 else 0
            self.parameters[i] -= (rate * (mean / (np.sqrt(square) + 1e-8) + decay)).astype(np.float32)


def train(corpus, rows, epochs, seed=1, batch=512, top_rate=2e-3):
    random = np.random.default_rng(seed)
    counts = np.bincount(corpus.hard[rows], minlength=VISEMES) + 1
    importance = ((counts.sum() / counts / VISEMES) ** 0.3).astype(np.float32)
    network = Network(seed)
    total = epochs * (len(rows) // batch)
    done = 0
    for _ in range(epochs):
        order = random.permutation(rows)
        for start in range(0, len(order) - batch + 1, batch):
            some = order[start : start + batch]
            rate = top_rate * (0.5 * (1 + np.cos(np.pi * done / total)) + 0.01)
            inputs = vary(corpus.context(some), random).reshape(batch, -1)
            network.step(inputs, corpus.target(some), importance[corpus.hard[some]], rate)
            done += 1
    return network


def score(network, corpus, wanted):
    """Of held-out speech: the share of frames with the right viseme, without and with pauses; how well the opening of
    the mouth follows the phonemes' own, without and with pauses, and with pauses the blended one (Pearson's r)."""
    answers, hard, soft = [], [], []
    for part in filter(wanted, corpus.index):
        rows = np.arange(part["offset"], part["offset"] + part["length"])
        answer = network.answer(corpus.context(rows).reshape(len(rows), -1))
        padded = np.pad(answer, ((1, 1), (0, 0)), "edge")
        answers.append(0.25 * padded[:-2] + 0.5 * padded[1:-1] + 0.25 * padded[2:])
        hard.append(corpus.hard[rows])
        soft.append(corpus.soft[rows])
    answers, hard, soft = np.concatenate(answers), np.concatenate(hard), np.concatenate(soft)
    found, speech = answers.argmax(1), hard != 0
    opening, wished = answers @ OPENNESS, OPENNESS[hard]
    return (
        (found == hard)[speech].mean(),
        (found == hard).mean(),
        np.corrcoef(opening[speech], wished[speech])[0, 1],
        np.corrcoef(opening, wished)[0, 1],
        np.corrcoef(opening, soft @ OPENNESS)[0, 1],
    )


def write_weights(network):
    """Layer by layer: a scale for each column, the weights in eight bits, the biases."""
    parts = []
    for matrix, bias in zip(network.parameters[::2], network.parameters[1::2]):
        scale = np.abs(matrix).max(0) / 127
        parts += [scale.astype("<f4").tobytes(), np.round(matrix / scale).astype(np.int8).tobytes()]
        parts.append(bias.astype("<f4").tobytes())
    weights = b"".join(parts)
    WEIGHTS.write_bytes(weights)
    return len(weights)


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--corpus", type=Path, help="keep the corpus here, or use the one that is there already")
    parser.add_argument("--epochs", type=int, default=8, help="for the network that is kept")
    parser.add_argument("--fold-epochs", type=int, default=3, help="for each that is only scored")
    parser.add_argument("--flite", type=int, default=300, help="utterances a speaker")
    parser.add_argument("--espeak", type=int, default=110, help="utterances a voice")
    parser.add_argument("--folds", nargs="*", default=FOLDS, help="speakers left out in turn, for the table")
    parser.add_argument("--dry", action="store_true", help="write no weights")
    options = parser.parse_args()
    begin = time.time()
    with tempfile.TemporaryDirectory() as temporary:
        folder = options.corpus or Path(temporary)
        if not (folder / "index.json").exists():
            make_corpus(folder, options.flite, options.espeak)
        corpus = Corpus(folder)
        print(f"corpus: {len(corpus.hard)} frames, {time.time() - begin:.0f} s", flush=True)
        print("held-out sentences | accuracy, speech | all | openness r, speech | all | blended | time", flush=True)

        def report(name, network, wanted):
            values = " | ".join(f"{value:.3f}" for value in score(network, corpus, wanted))
            print(f"{name} | {values} | {time.time() - begin:.0f} s", flush=True)

        present = {part["speaker"] for part in corpus.index}
        for speaker in [name for name in options.folds if name in present]:
            family = {speaker} if not speaker.startswith("espeak") else {s for s in present if s.startswith("espeak")}
            rows = corpus.rows(lambda p, f=family: not p["test"] and p["speaker"] not in f)
            network = train(corpus, rows, options.fold_epochs)
            label = "unseen voice " + speaker if len(family) == 1 else "unseen engine espeak, voice en-us"
            report(label, network, lambda p, s=speaker: p["test"] and p["speaker"] == s)
        if options.epochs > 0:
            network = train(corpus, corpus.rows(lambda p: not p["test"]), options.epochs)
            for speaker in sorted(present):
                report("trained voice " + speaker, network, lambda p, s=speaker: p["test"] and p["speaker"] == s)
            if not options.dry:
                print(f"wrote {write_weights(network)} bytes of weights")


if __name__ == "__main__":
    main()
