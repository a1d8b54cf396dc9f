import { hostLabel, namedEnvironments, reservedLabels } from '@verbatim/contract/host-names.ts'

/** The host name's meaning for the page. Source: docs/rules/hosts.md. */
interface Host {
  readonly environment: 'local' | 'dev' | 'stage' | 'production'
  /** The organization's label; undefined if the host names an environment or no organization. */
  readonly tenant: string | undefined
  /** The last two labels, with the port. */
  readonly mainDomain: string
  /** Serves only the two static authentication pages. */
  readonly isRedirect: boolean
}

/**
 * Reads a host, with or without its port. Exactly three labels, or `localhost` alone.
 *
 * @returns undefined if the host is neither: show `request.bad-host`.
 */
export function parseHost(host: string): Host | undefined {
  const [name = '', port] = host.toLowerCase().split(':')
  if (name === 'localhost') {
    return { environment: 'local', tenant: undefined, mainDomain: host.toLowerCase(), isRedirect: false }
  }
  const labels = name.split('.')
  const [first = '', ...rest] = labels
  if (labels.length !== 3 || !labels.every((part) => hostLabel.test(part)) || /^[\d.]+$/.test(name))
    return undefined
  const environment = namedEnvironments.find((candidate) => candidate === first)
  const isReserved = reservedLabels.some((candidate) => candidate === first)
  return {
    environment: environment ?? (rest.at(-1) === 'localhost' ? 'local' : 'production'),
    tenant: isReserved ? undefined : first,
    mainDomain: rest.join('.') + (port ? `:${port}` : ''),
    isRedirect: first === 'redirect',
  }
}
