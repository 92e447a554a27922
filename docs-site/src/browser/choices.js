// Before the page is painted: what its reader chose, light or dark and the language of samples.
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
    // Private windows refuse storage.
  }
}
