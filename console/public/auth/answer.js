// What both static pages of single sign-on do with an answer. On the shared host it is handed to the organization that
// asked: a label in the state, never an address, so that what is built of it is always a host below our own domain; the
// code is worthless there without the verifier, which stays in the tab that asked. At the organization's own address it
// is handed to the console, which checks its state and exchanges its code.
{
  const { protocol, host, search } = location
  const answer = new URLSearchParams(search)
  const passed = new URLSearchParams()
  for (const name of ['code', 'state', 'error']) if (answer.has(name)) passed.set(name, answer.get(name))

  const [label = ''] = (answer.get('state') ?? '').split('.')
  const reserved = ['dev', 'stage', 'local', 'redirect', 'www', 'api']
  const isLabel = /^[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?$/.test(label) && !reserved.includes(label)
  if (!host.startsWith('redirect.')) location.replace(`/sign-in/return?${passed}`)
  else if (isLabel)
    location.replace(`${protocol}//${label}.${host.slice('redirect.'.length)}/auth/callback.html?${passed}`)
  else
    document.getElementById('words').textContent = 'This sign-in names no organization. Please begin again.'
}
