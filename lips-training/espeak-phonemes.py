"""Speaks sentences with eSpeak NG and notes when each phoneme begins.

Reads a JSON list of {"text", "voice", "rate", "pitch", "out"} from standard input; writes <out>.pcm (signed 16 bit,
mono) and <out>.json ({"sampleRate", "phones": [[mnemonic, end in milliseconds], ...]}). A program of its own, run
only for training: nothing of eSpeak NG is part of the product.
"""

import ctypes
import json
import sys

RETRIEVAL, PHONEME_EVENTS, EVENT_PHONEME, CHARS_UTF8, RATE, PITCH = 1, 1, 7, 1, 1, 3


class Id(ctypes.Union):
    _fields_ = [("number", ctypes.c_int), ("name", ctypes.c_char_p), ("string", ctypes.c_char * 8)]


class Event(ctypes.Structure):
    _fields_ = [
        ("type", ctypes.c_int),
        ("unique_identifier", ctypes.c_uint),
        ("text_position", ctypes.c_int),
        ("length", ctypes.c_int),
        ("audio_position", ctypes.c_int),
        ("sample", ctypes.c_int),
        ("user_data", ctypes.c_void_p),
        ("id", Id),
    ]


CALLBACK = ctypes.CFUNCTYPE(ctypes.c_int, ctypes.POINTER(ctypes.c_short), ctypes.c_int, ctypes.POINTER(Event))


def main():
    espeak = ctypes.CDLL("libespeak-ng.so.1")
    sample_rate = espeak.espeak_Initialize(RETRIEVAL, 0, None, PHONEME_EVENTS)
    sound, starts = bytearray(), []

    def collect(samples, count, events):
        if samples and count > 0:
            sound.extend(ctypes.string_at(samples, 2 * count))
        index = 0
        while events[index].type != 0:
            if events[index].type == EVENT_PHONEME:
                mnemonic = events[index].id.string.decode("utf8", "ignore")
                starts.append((events[index].audio_position, mnemonic))
            index += 1
        return 0

    callback = CALLBACK(collect)
    espeak.espeak_SetSynthCallback(callback)
    for job in json.load(sys.stdin):
        sound.clear()
        starts.clear()
        espeak.espeak_SetVoiceByName(job["voice"].encode())
        espeak.espeak_SetParameter(RATE, job["rate"], 0)
        espeak.espeak_SetParameter(PITCH, job["pitch"], 0)
        text = job["text"].encode()
        espeak.espeak_Synth(text, len(text) + 1, 0, 1, 0, CHARS_UTF8, None, None)
        espeak.espeak_Synchronize()
        end = len(sound) / 2 / sample_rate * 1000
        ends = [start for start, _ in starts[1:]] + [end]
        phones = [[mnemonic, stop] for (start, mnemonic), stop in zip(starts, ends) if stop > start]
        if starts and starts[0][0] > 0:
            phones.insert(0, ["_", starts[0][0]])
        with open(job["out"] + ".pcm", "wb") as file:
            file.write(sound)
        with open(job["out"] + ".json", "w") as file:
            json.dump({"sampleRate": sample_rate, "phones": phones}, file)


main()
