import type { CallLimits } from './provider-calls.ts'

/**
 * An address at a provider's own host, or at the first extra host with a port, which only the installation sets and
 * which takes its place.
 */
export function addressAt(
  host: string,
  path: string,
  { extraHosts = [] }: Pick<CallLimits, 'extraHosts'>,
): URL {
  const bench = extraHosts.find((one) => /^(?:[^:]+|\[.+\]):\d+$/.test(one))
  const base = bench ? `http://${bench}` : `https://${host}`
  const url = new URL(base)
  const asked = new URL(path, base) // a full address, too, gives only its path
  url.pathname = asked.pathname
  url.search = asked.search
  return url
}
