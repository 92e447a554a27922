import { applyLook, readLook } from '../element/look.ts';
import { notLoaded, talkWith } from './loader-texts.ts';

/**
 * `<script src="https://avatars.example/embed.js" data-embed="emb_…" async></script>` shows a button in the corner that
 * loads the widget when it is clicked. With `data-target="#somewhere"` it shows the avatar in that element instead.
 */
const script = document.currentScript as HTMLScriptElement;
const { embed: id, target } = script.dataset;
const serviceUrl = new URL('.', script.src).href.replace(/\/$/, '');

const BUTTON_STYLE =
  'all:unset;display:flex;align-items:center;gap:.5rem;padding:.4rem 1.2rem .4rem .4rem;border-radius:99px;cursor:pointer;font:600 16px/1.5 system-ui,sans-serif;box-shadow:0 8px 30px #0005;';

const ERROR_STYLE =
  'max-inline-size:20rem;margin:0 0 .5rem;padding:.6rem 1rem;border-radius:12px;background:#fff;color:#b3362b;font:16px/1.5 system-ui,sans-serif;box-shadow:0 8px 30px #0005;';

async function load(): Promise<void> {
  if (!id) throw new Error('the script element must have the attribute data-embed="emb_…"');
  const look = await readLook({ serviceUrl, id });
  const createAvatar = async () => {
    await import(/* @vite-ignore */ `${serviceUrl}/widget/widget.js`);
    const avatar = document.createElement('visavis-avatar');
    avatar.setAttribute('embed', id);
    avatar.setAttribute('service', serviceUrl);
    applyLook(avatar, look);
    return avatar;
  };
  if (target) {
    const container = document.querySelector(target);
    if (!container) throw new Error(`data-target: no element of this page matches ${target}`);
    container.append(await createAvatar());
    return;
  }
  const host = document.createElement('div');
  host.style.cssText = `position:fixed;inset-block-end:1.25rem;inset-inline-${look.side === 'left' ? 'start' : 'end'}:1.25rem;z-index:2147483000`;
  const button = document.createElement('button');
  button.type = 'button';
  button.style.cssText = BUTTON_STYLE;
  button.style.background = look.accentColor ?? '#146c5f';
  button.onfocus = () => {
    button.style.outline = button.matches(':focus-visible') ? '3px solid currentColor' : '';
  };
  button.onblur = () => {
    button.style.outline = '';
  };
  const thumbnail = new Image(48, 48);
  thumbnail.src = look.thumbnailUrl;
  thumbnail.alt = '';
  thumbnail.style.cssText = 'border-radius:50%;object-fit:cover';
  const languages = [look.language, document.documentElement.lang, navigator.language];
  button.append(thumbnail, look.title ?? talkWith(look.name, languages));
  const errorMessage = document.createElement('p');
  errorMessage.setAttribute('role', 'alert');
  button.onclick = () => {
    errorMessage.remove();
    button.setAttribute('aria-busy', 'true');
    createAvatar().then(
      (avatar) => {
        avatar.setAttribute('mode', 'bubble');
        avatar.setAttribute('open', '');
        host.replaceWith(avatar);
      },
      (error: unknown) => {
        button.removeAttribute('aria-busy');
        errorMessage.style.cssText = ERROR_STYLE;
        errorMessage.textContent = notLoaded(languages);
        button.before(errorMessage);
        console.error('Visavis: the widget could not be loaded.', error);
      },
    );
  };
  host.attachShadow({ mode: 'open' }).append(button);
  document.body.append(host);
  // Uses the element's own rule to find a text colour that is readable on the accent colour.
  applyLook(host, look);
  button.style.color = host.style.getPropertyValue('--visavis-on-accent') || '#fff';
}

load().catch((error: unknown) => console.error(`Visavis embed ${id ?? ''}: ${(error as Error).message}`));
