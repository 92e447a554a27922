import { ICONS } from './icons.ts';
import type { Texts } from './texts/en.ts';

/** Returns the element's HTML. It contains only our own texts: foreign text is set as `textContent`. */
export function renderTemplate(texts: Texts): string {
  const button = (id: string, icon: string, label: string, more = '') =>
    `<button id="${id}" type="button" part="control" title="${label}" ${more}>${icon}<span>${label}</span></button>`;
  return `
<button id="launcher" type="button" part="launcher" aria-haspopup="dialog" aria-expanded="false">
  <span id="launcher-face">${ICONS.talk}</span><span id="launcher-text"></span>
</button>
<div id="panel" part="panel">
  <div id="head" part="head"><strong id="head-name"></strong>
    <button id="close" type="button" aria-label="${texts.close}" title="${texts.close}">${ICONS.close}</button></div>
  <p id="notice" part="notice" role="alert" hidden></p>
  <div id="talk">
    <section id="stage" part="stage">
      <video id="video" part="video" autoplay playsinline muted aria-label="${texts.avatar}"></video>
      <div id="veil" part="veil"><p id="veil-text" role="status"></p>
        <button id="start" class="primary" type="button">${ICONS.microphone}<span>${texts.start}</span></button>
        <p id="start-hint">${texts.microphoneUse}</p></div>
      <div id="chips"><span id="state" class="chip" role="status" hidden></span><span id="latency" class="chip" title="${texts.latencyHint}" hidden></span><span id="engine" class="chip" hidden></span></div>
      <button id="unblock" type="button" hidden>${texts.playSound}</button>
      <p id="caption" part="caption" aria-hidden="true" hidden></p>
      <div id="devices" part="devices" role="group" aria-label="${texts.settings}" hidden>
        <label>${texts.microphone}<select id="microphones"></select></label>
        <label>${texts.speaker}<select id="speakers"></select></label>
      </div>
      <div id="controls">
        ${button('mute', ICONS.microphone, texts.mute, 'aria-pressed="false"')}
        ${button('interrupt', ICONS.interrupt, texts.interrupt, 'disabled')}
        ${button('captions', ICONS.captions, texts.captions, 'aria-pressed="false"')}
        ${button('settings', ICONS.settings, texts.settings, 'aria-expanded="false" aria-controls="devices"')}
        ${button('hang-up', ICONS.hangUp, texts.hangUp, 'class="danger"')}
      </div>
    </section>
    <section id="chat" part="chat">
      <ol id="transcript" part="transcript" tabindex="0" aria-label="${texts.transcript}"></ol>
      <p id="heard" class="unseen" aria-live="polite"></p>
      <form id="say"><input id="text" autocomplete="off" aria-label="${texts.message}" />
        <button class="primary" type="submit" aria-label="${texts.send}" title="${texts.send}">${ICONS.send}</button></form>
      <div id="ears"><meter id="level" max="1" aria-label="${texts.level}" hidden></meter><p id="hint" aria-live="polite"></p>
        <button id="use-browser" type="button" hidden></button></div>
    </section>
  </div>
  <section id="over" part="over" hidden>
    <h2>${texts.over}</h2>
    <p id="over-reason"></p>
    <div id="over-transcript"></div>
    <form id="rate" hidden><p role="status"></p>
      <button type="button" value="up" aria-pressed="false" aria-label="${texts.rateUp}" title="${texts.rateUp}">${ICONS.up}</button>
      <button type="button" value="down" aria-pressed="false" aria-label="${texts.rateDown}" title="${texts.rateDown}">${ICONS.down}</button>
      <div id="rate-comment" hidden><input maxlength="500" autocomplete="off" aria-label="${texts.rateComment}" placeholder="${texts.rateComment}" />
        <button type="submit">${texts.send}</button></div></form>
    <div id="over-actions">
      <button id="again" class="primary" type="button" aria-describedby="over-reason">${texts.again}</button>
      <slot name="over"></slot>
      <button id="download" type="button">${texts.download}</button>
    </div>
  </section>
</div>`;
}
