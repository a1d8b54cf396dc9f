// Sets the chosen colour scheme before anything is painted. A file of its own because the content security policy
// allows no inline script; the key is the one of ui/src/UiProvider.tsx.
{
  const kept = localStorage.getItem('verbatim.color-scheme')
  const dark = kept === 'dark' || (kept !== 'light' && matchMedia('(prefers-color-scheme: dark)').matches)
  document.documentElement.setAttribute('data-mantine-color-scheme', dark ? 'dark' : 'light')
}
