// Before the page is painted: what its reader chose, light or dark and the language of samples.
{
  const { dataset } = document.documentElement;
  const read = (name) => {
    try {
      return localStorage.getItem(`visavis.docs.${name}`);
    } catch {
      return null;
    }
  };
  const scheme = read('scheme');
  if (scheme === 'light' || scheme === 'dark') dataset.scheme = scheme;
  const language = read('language');
  dataset.language = ['curl', 'TypeScript', 'Python'].includes(language) ? language : 'curl';
}
