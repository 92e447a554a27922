"""The same as loudness-stt.ts."""

from array import array

from livekit import rtc
from livekit.agents import APIConnectOptions, stt
from livekit.agents.language import LanguageCode

LOUD_LEVEL = 300
START_AFTER_MS = 100
END_AFTER_MS = 600


class LoudnessStt(stt.STT):
    def __init__(self) -> None:
        super().__init__(capabilities=stt.STTCapabilities(streaming=True, interim_results=True))

    def stream(self, *, conn_options: APIConnectOptions, **_: object) -> stt.RecognizeStream:
        return LoudnessStream(stt=self, conn_options=conn_options)

    async def _recognize_impl(self, *_: object, **__: object) -> stt.SpeechEvent:
        raise NotImplementedError("only streams are supported")


class LoudnessStream(stt.RecognizeStream):
    async def _run(self) -> None:
        loud_ms = quiet_ms = 0.0
        speaking = False
        async for frame in self._input_ch:
            if not isinstance(frame, rtc.AudioFrame):
                continue
            ms = frame.samples_per_channel * 1000 / frame.sample_rate
            samples = array("h", bytes(frame.data))
            if sum(map(abs, samples)) / len(samples) > LOUD_LEVEL:
                loud_ms, quiet_ms = loud_ms + ms, 0.0
            else:
                quiet_ms += ms
            if not speaking and loud_ms > START_AFTER_MS:
                speaking = True
                self._emit(stt.SpeechEventType.START_OF_SPEECH)
                self._emit(stt.SpeechEventType.INTERIM_TRANSCRIPT, "something")
            elif quiet_ms > END_AFTER_MS:
                if speaking:
                    self._emit(stt.SpeechEventType.FINAL_TRANSCRIPT, f"{round(loud_ms)} ms of speech")
                    self._emit(stt.SpeechEventType.END_OF_SPEECH)
                loud_ms, quiet_ms, speaking = 0.0, 0.0, False

    def _emit(self, event: stt.SpeechEventType, text: str = "") -> None:
        data = [stt.SpeechData(language=LanguageCode("en"), text=text)] if text else []
        self._event_ch.send_nowait(stt.SpeechEvent(type=event, alternatives=data))
