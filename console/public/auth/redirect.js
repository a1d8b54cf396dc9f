// On the shared host: hands the answer of a sign-in to the organization that asked. The organization is a label in the
// state, never an address: what is built of it is always a host below our own domain. The code is worthless there
// without the verifier, which stays in the tab that asked.
{
  const { protocol, host, search } = location
  const answer = new URLSearchParams(search)
  const [label = ''] = (answer.get('state') ?? '').split('.')
  const reserved = ['dev', 'stage', 'local', 'redirect', 'www', 'api']
  const isLabel = /^[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?$/.test(label) && !reserved.includes(label)
  if (isLabel && host.startsWith('redirect.')) {
    const passed = new URLSearchParams()
    for (const name of ['code', 'state', 'error']) if (answer.has(name)) passed.set(name, answer.get(name))
    location.replace(`${protocol}//${label}.${host.slice('redirect.'.length)}/auth/callback.html?${passed}`)
  } else {
    document.getElementById('words').textContent = 'This sign-in names no organization. Please begin again.'
  }
}
