/** First labels that name an environment or a service of ours, never a tenant. Source: decisions §12. */
const reserved = new Set(['dev', 'stage', 'local', 'redirect', 'www', 'api'])

/** What a hostname asks for. */
export type HostMeaning =
  | { readonly kind: 'tenant'; readonly label: string }
  /** `localhost`, or a host that names only its environment: the organization that the configuration names. */
  | { readonly kind: 'local' }
  | { readonly kind: 'redirect' }
  | { readonly kind: 'invalid' }

/**
 * Reads a hostname: exactly three labels, the first of which names a tenant or an environment; `localhost` and
 * addresses of this machine alone. Source: spec §2, decisions §12.
 */
export function readHost(host: string): HostMeaning {
  const name = host.toLowerCase().replace(/:\d+$/, '')
  if (name === 'localhost' || name === '127.0.0.1' || name === '[::1]') return { kind: 'local' }
  const labels = name.split('.')
  const [first = ''] = labels
  if (labels.length !== 3 || !labels.every((label) => /^[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?$/.test(label)))
    return { kind: 'invalid' }
  if (first === 'redirect') return { kind: 'redirect' }
  if (reserved.has(first)) return { kind: 'local' }
  return { kind: 'tenant', label: first }
}

export const isReservedLabel = (label: string) => reserved.has(label)
