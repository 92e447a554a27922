// Runs before the page is painted: applies the reader's choices of colour scheme and sample language.
{
  const { dataset } = document.documentElement;
  dataset.language = 'curl';
  try {
    for (const [name, values] of Object.entries({
      theme: ['light', 'dark'],
      language: ['curl', 'TypeScript', 'Python'],
    })) {
      const chosen = localStorage.getItem(`visavis.docs.${name}`);
      if (values.includes(chosen)) dataset[name] = chosen;
    }
  } catch {
    // Private windows block storage.
  }
}
