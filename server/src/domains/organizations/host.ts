import { hostLabel, reservedLabels } from '@verbatim/contract/host-names.ts'
import type { Addresses } from './address.ts'

const reserved: ReadonlySet<string> = new Set(reservedLabels)

/** The names under which this server answers. */
export interface ServedNames extends Addresses {
  readonly environment: 'local' | 'dev' | 'stage' | 'production'
}

/** The target of a hostname. */
type HostMeaning =
  | { readonly kind: 'tenant'; readonly label: string }
  /** A name of the installation itself: the configured organization, or the oldest one. */
  | { readonly kind: 'installation' }
  | { readonly kind: 'redirect' }
  /** Three labels, but not one of our names. */
  | { readonly kind: 'foreign' }
  | { readonly kind: 'malformed' }

/**
 * Reads a hostname. Names of ours are `{tenant}.{main domain}`, `{environment}.{main domain}` of this environment,
 * `redirect.{main domain}`, the host of the public address, and in `local` the machine's own names. Source:
 * docs/rules/hosts.md.
 */
export function readHost(names: ServedNames, host: string): HostMeaning {
  const { publicBaseUrl, mainDomain, environment } = names
  const name = host.toLowerCase().replace(/:\d+$/, '')
  const [first = ''] = name.split('.')
  if (name === `${first}.${mainDomain}` && hostLabel.test(first)) {
    if (first === 'redirect') return { kind: 'redirect' }
    if (!reserved.has(first)) return { kind: 'tenant', label: first }
    if (first === environment) return { kind: 'installation' }
  }
  if (name === new URL(publicBaseUrl).hostname) return { kind: 'installation' }
  if (environment === 'local' && isThisMachine(name)) return { kind: 'installation' }
  const labels = name.split('.')
  const isFormed = labels.length === 3 && labels.every((one) => hostLabel.test(one))
  return { kind: isFormed ? 'foreign' : 'malformed' }
}

const isThisMachine = (name: string) =>
  name === 'localhost' || name === '[::1]' || /^127(\.\d{1,3}){3}$/.test(name)

/** The organization of the public address; undefined if it names none. The first organization is created under that label. */
export function labelOf({ publicBaseUrl, mainDomain }: Addresses): string | undefined {
  const { hostname } = new URL(publicBaseUrl)
  const [first = ''] = hostname.split('.')
  return hostname === `${first}.${mainDomain}` && isLabel(first) ? first : undefined
}

/** Whether an organization may use this label as the first one of its address. */
export const isLabel = (text: string) => hostLabel.test(text) && !reserved.has(text)
