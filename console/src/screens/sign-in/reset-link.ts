/**
 * The values from the link of a reset mail. They are after the hash, which no server receives, and are removed from the address, so
 * that neither the history nor a screenshot contains the code.
 */
export function takeResetLink(): { readonly email: string; readonly code: string } {
  const { hash, pathname, search } = location
  const filled = new URLSearchParams(hash.slice(1))
  if (filled.has('code')) history.replaceState(history.state, '', `${pathname}${search}`)
  return { email: filled.get('email') ?? '', code: filled.get('code') ?? '' }
}
