/**
 * Pages can set `--visavis-accent`, `--visavis-on-accent`, `--visavis-ink`, `--visavis-ground`, `--visavis-card`,
 * `--visavis-line`, `--visavis-radius`, `--visavis-font`. Only logical sides are used, for right-to-left languages.
 */
const STYLES = `
:host {
  color-scheme: light dark;
  --ink: var(--visavis-ink, light-dark(#17211f, #e8efed));
  --soft: light-dark(#566663, #a3b4b0);
  --ground: var(--visavis-ground, light-dark(#f4f7f6, #101615));
  --card: var(--visavis-card, light-dark(#fff, #1a2321));
  --line: var(--visavis-line, light-dark(#d9e2e0, #2d3a37));
  --edge: light-dark(#7f8f8b, #64756f);
  --accent: var(--visavis-accent, light-dark(#146c5f, #3fb8a3));
  --on-accent: var(--visavis-on-accent, light-dark(#fff, #08211c));
  --danger: light-dark(#b3362b, #f08a7f);
  --radius: var(--visavis-radius, 20px);
  display: block;
  container-type: inline-size;
  color: var(--ink);
  font: 16px / 1.5 var(--visavis-font, system-ui, sans-serif);
  text-align: start;
}
:host([theme="light"]) { color-scheme: light; }
:host([theme="dark"]) { color-scheme: dark; }
:host([hidden]) { display: none; }
* { box-sizing: border-box; }
[hidden] { display: none !important; }
p { margin: 0; }
button, input, select { font: inherit; color: inherit; }
button {
  display: inline-flex; align-items: center; justify-content: center; gap: .5rem;
  padding: .55rem 1.1rem; border: 1px solid var(--line); border-radius: 12px;
  background: var(--card); font-weight: 600; cursor: pointer;
  transition: background .15s, border-color .15s, filter .15s;
}
button:disabled { opacity: .45; cursor: default; }
button.primary { border-color: transparent; background: var(--accent); color: var(--on-accent); }
button.primary:hover:enabled { filter: brightness(1.08); }
:focus-visible { outline: 3px solid var(--accent); outline-offset: 2px; }
svg { flex: none; }
.unseen { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); }

#launcher, #head { display: none; }
#panel { position: relative; display: flex; flex-direction: column; height: 100%; }
#notice {
  margin: 0 0 .75rem; padding: .6rem 1rem; border: 1px solid currentColor; border-radius: 12px;
  background: var(--card); color: var(--danger); font-size: .95rem;
}
#notice[data-kind="info"] { border-color: var(--line); color: var(--soft); }
#talk { display: grid; grid-template-columns: minmax(0, 1fr); gap: .75rem; }

#stage { position: relative; overflow: hidden; border-radius: var(--radius); background: #0d1312; align-self: start; }
#video { display: block; width: 100%; aspect-ratio: 1; max-height: 52dvh; object-fit: cover; }
#veil {
  position: absolute; inset: 0; display: grid; place-content: end center; justify-items: center; gap: .9rem;
  padding: 1.5rem 1.5rem 5.2rem; text-align: center; color: #fff; background: var(--poster, none) center / cover, #0d1312;
}
/* It fades from the picture that has come, and covers the next one at once. */
#veil[hidden] { display: grid !important; visibility: hidden; opacity: 0; transition: opacity .4s, visibility .4s; }
/* Below the face, which nothing covers. */
[data-phase="idle"] #veil { position: static; place-content: center; padding: 1rem; color: var(--ink); background: var(--card); gap: .6rem; }
[data-phase="idle"] #stage { background: var(--card); box-shadow: inset 0 0 0 1px var(--line); }
[data-phase="idle"] #video { max-height: min(52dvh, 100dvh - 16rem); background: var(--poster, none) center 25% / cover, #0d1312; }
[data-phase="idle"] #start-hint { text-shadow: none; }
[data-phase="idle"] #veil-text { padding: 0; background: none; font-size: 1.15rem; }
/* An avatar that is heard only: its portrait, lit by its voice. */
[data-voice-only]:not([data-phase="idle"]) #video {
  background: var(--poster, none) center 25% / cover, #0d1312;
  filter: brightness(calc(.8 + .3 * var(--level, 0)));
}
[data-voice-only] #stage { box-shadow: 0 0 0 calc(8px * var(--level, 0)) var(--accent); }
/* Above the controls, so that the portrait is seen until the video arrives. */
#veil-text { padding: .3rem .9rem; border-radius: 99px; background: #0d1312b0; font-weight: 600; }
[data-phase="calling"] #veil-text { animation: breathe 1.6s ease-in-out infinite alternate; }
@keyframes breathe { to { opacity: .55; } }
#start { font-size: 1.02rem; padding: .75rem 1.4rem; border-radius: 99px; }
#start-hint { max-width: 30ch; text-wrap: balance; font-size: .82rem; opacity: .9; text-shadow: 0 1px 6px #000; }
#start, #start-hint { display: none; }
[data-phase="idle"] #start { display: inline-flex; }
[data-phase="idle"] #start-hint { display: block; }

#chips { position: absolute; inset: .75rem .75rem auto; display: flex; flex-wrap: wrap; gap: .35rem; pointer-events: none; }
.chip {
  padding: .12rem .6rem; border-radius: 99px; background: #0d1312b0; color: #fff; font-size: .78rem; font-weight: 500;
  backdrop-filter: blur(8px); pointer-events: auto;
}
#state::before {
  content: ""; display: inline-block; width: .5rem; height: .5rem; margin-inline-end: .4rem; border-radius: 50%;
  background: #9fb0ac;
}
#state[data-state="listening"]::before { background: #5ee0a0; }
#state[data-state="speaking"]::before { background: #62c7ff; }
#state[data-state="thinking"]::before { background: #ffd166; animation: breathe .6s infinite alternate; }
#state[data-state="reconnecting"]::before { background: #ff8a7a; animation: breathe .6s infinite alternate; }
#unblock {
  position: absolute; inset: 3rem 1rem auto; width: fit-content; margin: 0 auto; border-color: transparent;
  background: #fff; color: #17211f; box-shadow: 0 6px 24px #0006;
}
#caption {
  position: absolute; inset: auto 6% 5.2rem; width: fit-content; max-width: 88%; margin-inline: auto; padding: .3rem .7rem;
  border-radius: 8px; background: #000b; color: #fff; font-size: 1rem; text-align: center; text-wrap: balance;
}
#controls {
  position: absolute; inset: auto 0 0; display: flex; justify-content: center; gap: .5rem; padding: 2.5rem .75rem .9rem;
  background: linear-gradient(#0000, #000a);
}
:host(:not([developer])) :is(#latency, #engine) { display: none; }
[data-phase="idle"] :is(#controls, #chips) { display: none; }
#controls button {
  width: 2.9rem; height: 2.9rem; padding: 0; border-radius: 50%; border-color: #fff3; background: #0009; color: #fff;
}
#controls button span { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); }
#controls button:hover:enabled:not([aria-pressed="true"], [aria-expanded="true"]) { background: #fff3; }
#controls :focus-visible { outline-color: #fff; }
#controls .danger { border-color: transparent; background: #c0392f; }
#controls button.danger:hover:enabled { background: #d8493e; }
#controls [aria-pressed="true"], #controls [aria-expanded="true"] { background: #fff; color: #17211f; }
#devices {
  position: absolute; inset: auto .75rem 4.6rem; display: grid; gap: .6rem; padding: .9rem; border-radius: 14px;
  background: var(--card); box-shadow: 0 10px 40px #0008;
}
#devices label { display: grid; gap: .2rem; font-size: .85rem; font-weight: 600; }
#devices select { font-weight: 400; }
input, select { width: 100%; padding: .6rem .8rem; border: 1px solid var(--edge); border-radius: 12px; background: var(--card); }
::placeholder { color: var(--soft); opacity: 1; }

#chat { display: flex; flex-direction: column; min-height: 0; }
[data-phase="idle"] #chat { display: none; }
#transcript { flex: 1 1 32dvh; min-height: 0; margin: 0; padding: .25rem; overflow-y: auto; list-style: none; border-radius: 12px; }
#transcript li {
  width: fit-content; max-width: 88%; margin: 0 0 .55rem; padding: .5rem .9rem; border: 1px solid var(--line);
  border-radius: 16px; border-start-start-radius: 4px; background: var(--card); overflow-wrap: anywhere;
}
#transcript li.user {
  margin-inline-start: auto; border-color: transparent; border-start-start-radius: 16px; border-start-end-radius: 4px;
  background: var(--accent); color: var(--on-accent);
}
#transcript li.interim { opacity: .65; }
#transcript li.cut::after { content: " — " attr(data-cut); color: var(--soft); font-size: .85em; }
#say { flex: none; display: flex; gap: .5rem; padding-block-start: .5rem; }
#say input { flex: 1; min-width: 0; }
#say button { padding: .55rem .9rem; }
:host(:dir(rtl)) #say svg { transform: scaleX(-1); }
#ears { flex: none; display: flex; flex-wrap: wrap; align-items: center; gap: .3rem .6rem; min-height: 1.5em; margin-block-start: .5rem; }
#hint { flex: 1; min-width: min(14rem, 60%); color: var(--soft); font-size: .85rem; }
/* The question about it is long. */
#ears:has(#use-browser:not([hidden])) #hint { flex-basis: 100%; }
#level { width: 3.5rem; height: .9rem; }
#use-browser { padding: .25rem .8rem; font-size: .85rem; }

#over { width: 100%; max-width: 34rem; margin-inline: auto; padding: 1.25rem 1.5rem 1.5rem; border: 1px solid var(--line); border-radius: var(--radius); background: var(--card); }
#over h2 { margin: 0 0 .25rem; font-size: 1.3rem; }
#over-actions { display: flex; flex-wrap: wrap; gap: .6rem; }
#over-actions > button, ::slotted([slot="over"]) { flex: 1 1 auto; }
#rate { display: flex; flex-wrap: wrap; align-items: center; gap: .5rem; margin-block-end: 1rem; }
#rate p { flex: 1; min-width: 6rem; }
#rate [aria-pressed="true"] { border-color: var(--accent); background: var(--line); }
#rate-comment { display: flex; gap: .5rem; width: 100%; }
#over-reason { margin-block-end: 1rem; color: var(--soft); }
#over-transcript { margin-block-end: 1rem; padding-block-start: 1rem; border-block-start: 1px solid var(--line); }
/* All the height but what is around it: a header of the page, the reason, the button. */
#over-transcript #transcript { max-height: max(10rem, 100dvh - 19rem); }

@container (min-width: 640px) {
  #talk { grid-template-columns: minmax(0, 1.15fr) minmax(0, 1fr); gap: 1.25rem; }
  [data-phase="idle"] #talk { grid-template-columns: minmax(0, 34rem); justify-content: center; }
  :not([data-phase="idle"]) > #talk #video { max-height: calc(100dvh - 5rem); }
  #chat { height: min(70dvh, 620px); }
}
/* The field stays at the bottom: of the height that the page gives, or below a list that does not grow. */
@container (max-width: 639.98px) {
  #talk { flex: 1; min-height: 0; grid-template-rows: auto minmax(0, 1fr); }
  :not([data-phase="idle"]) > #talk #video { max-height: clamp(7rem, 100dvh - 18rem, 52dvh); }
  /* Below the hint, which comes and goes and may have two lines. */
  #say { order: 1; }
  #ears { min-height: 0; }
  .chip { font-size: .7rem; padding-inline: .45rem; white-space: nowrap; }
  #chips { gap: .25rem; }
}
/* The keyboard of a phone leaves little height: the last lines and the field need it more than the hint. */
@media (max-height: 450px) {
  #chat:has(#text:focus) #ears { display: none; }
  /* The whole face, with the controls beside it: they would cover the mouth. */
  @container (max-width: 639.98px) {
    #panel:not([data-phase="idle"]) #stage {
      --face: clamp(6.5rem, 100dvh - 19rem, 10rem);
      display: flex;
      #video { flex: none; width: var(--face); height: var(--face); max-height: none; }
      #chips { inset-inline-start: calc(var(--face) + .6rem); inset-block-start: .5rem; }
      :is(#caption, #latency, #engine) { display: none; }
      #controls { position: static; flex: 1 1 0; flex-wrap: wrap; align-self: end; gap: .35rem; padding: 0 .4rem .8rem; background: none; }
      #controls button { width: 2.4rem; height: 2.4rem; }
    }
  }
}
@container (max-width: 360px) {
  #controls { gap: .3rem; padding-inline: .4rem; }
  #controls button { width: 2.6rem; height: 2.6rem; }
}

:host([mode="bubble"]) { position: fixed; inset-block-end: 1.25rem; inset-inline-end: 1.25rem; z-index: 2147483000; container-type: normal; }
:host([mode="bubble"][side="left"]) { inset-inline-end: auto; inset-inline-start: 1.25rem; }
:host([mode="bubble"]) #launcher {
  display: flex; padding: .4rem; padding-inline-end: 1.2rem; border-radius: 99px; border-color: transparent;
  background: var(--accent); color: var(--on-accent); box-shadow: 0 8px 30px #0005;
}
#launcher-face {
  display: grid; place-items: center; width: 3rem; height: 3rem; border-radius: 50%;
  background: var(--poster, none) center / cover, #fff2;
}
:host([poster]) #launcher-face svg { display: none; }
:host([mode="bubble"]) #panel {
  display: none; height: auto; container-type: inline-size; width: 24rem; max-height: calc(100dvh - 2.5rem); overflow-y: auto; padding: .75rem;
  border: 1px solid var(--line); border-radius: calc(var(--radius) + 4px); background: var(--ground); box-shadow: 0 16px 60px #0006;
}
:host([mode="bubble"][open]) #panel { display: flex; }
:host([mode="bubble"][open]) #launcher { display: none; }
:host([mode="bubble"]) #head { display: flex; align-items: center; justify-content: space-between; padding: 0 .25rem .6rem .5rem; }
#close { padding: .4rem; border-color: transparent; background: none; border-radius: 50%; }
#close:hover { background: var(--line); }
/* Its head says the name. */
:host([mode="bubble"]) [data-phase="idle"] #veil-text { display: none; }
:host([mode="bubble"]) #panel #video { max-height: min(44dvh, 100dvh - 20rem); }
:host([mode="bubble"]) #chat #transcript { flex-basis: 24dvh; }
@media (max-width: 480px) {
  :host([mode="bubble"][open]) { inset: 0; }
  :host([mode="bubble"]) #panel { width: 100%; height: 100%; max-height: none; border: 0; border-radius: 0; }
}
@media (prefers-reduced-motion: reduce) { * { animation: none !important; transition: none !important; } }
`;

let shared: CSSStyleSheet | undefined;

/** Returns the style sheet, created by script so that a strict Content-Security-Policy does not block it. */
export function styleSheet(): CSSStyleSheet {
  if (!shared) {
    shared = new CSSStyleSheet();
    shared.replaceSync(STYLES);
  }
  return shared;
}
