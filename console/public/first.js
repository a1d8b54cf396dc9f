// What must be settled before anything else runs. A file of its own, because the content security policy allows no
// inline script, and a classic one, because modules run too late.
{
  // The chosen colour scheme, before anything is painted. The key is the one of ui/src/frame/UiProvider.tsx.
  const kept = localStorage.getItem('verbatim.color-scheme')
  const dark = kept === 'dark' || (kept !== 'light' && matchMedia('(prefers-color-scheme: dark)').matches)
  document.documentElement.setAttribute('data-mantine-color-scheme', dark ? 'dark' : 'light')
  // Schemas are not compiled with `new Function`, which the policy refuses and reports. Read by Zod as it loads.
  globalThis.__zod_globalConfig = { jitless: true }
}
