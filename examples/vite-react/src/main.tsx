import { type ConversationSource, VisavisAvatar } from '@visavis/react';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';

const source: ConversationSource = {
  async session() {
    const response = await fetch('/conversations', { method: 'POST' });
    if (!response.ok) throw new Error('Nobody can talk just now. Please try again later.');
    return response.json();
  },
};

createRoot(document.querySelector('#root')!).render(
  <StrictMode>
    <h1>Ask our guide</h1>
    <VisavisAvatar source={source} name="Your guide" />
  </StrictMode>,
);
