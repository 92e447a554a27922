'use client';

import { useConversation } from '@visavis/react';
import { useState } from 'react';

async function pass() {
  const response = await fetch('/pass', { method: 'POST' });
  if (!response.ok) throw new Error('Nobody can talk just now. Please try again later.');
  return response.json();
}

export function Talk() {
  const { state, transcript, error, start, end, sendText } = useConversation();
  const [notice, setNotice] = useState('');
  if (state === 'idle' || state === 'ended' || state === 'failed')
    return (
      <>
        <button type="button" onClick={() => start({ pass })}>
          Talk
        </button>
        {error && <p role="alert">{error.message}</p>}
      </>
    );
  return (
    <>
      <p role="status">{notice || state}</p>
      <ul>
        {transcript.map(({ id, author, text }) => (
          <li key={id} className={author}>
            {text}
          </li>
        ))}
      </ul>
      <form
        action={(form) =>
          sendText(String(form.get('text'))).then(
            () => setNotice(''),
            () => setNotice('It was not sent. Please try again.'),
          )
        }
      >
        <input name="text" aria-label="Your question" required />
        <button type="submit">Send</button>
      </form>
      <button type="button" onClick={end}>
        Hang up
      </button>
    </>
  );
}
