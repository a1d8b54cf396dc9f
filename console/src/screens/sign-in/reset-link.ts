/**
 * What the link of a reset mail fills in. It is behind the hash, which no server gets, and is taken out of the address, so that
 * neither the history nor a screenshot has the code.
 */
export function takeResetLink(): { readonly email: string; readonly code: string } {
  const { hash, pathname, search } = location
  const filled = new URLSearchParams(hash.slice(1))
  if (filled.has('code')) history.replaceState(history.state, '', `${pathname}${search}`)
  return { email: filled.get('email') ?? '', code: filled.get('code') ?? '' }
}
