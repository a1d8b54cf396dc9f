import { isIPv6 } from 'node:net'

/**
 * The network that counts as one caller: an IPv4 address, also written as IPv6, or the /64 that an IPv6 subscriber gets,
 * within which addresses cost nothing.
 */
export function networkOf(address: string): string {
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)
  if (mapped) return mapped[1] ?? address
  if (!isIPv6(address)) return address
  const [head = '', tail] = (address.split('%', 1)[0] ?? '').split('::')
  const words = (part: string) => (part === '' ? [] : part.split(':'))
  const [before, after] = [words(head), words(tail ?? '')]
  const zeros = tail === undefined ? 0 : 8 - before.length - after.length
  const all = [...before, ...Array.from({ length: Math.max(0, zeros) }, () => '0'), ...after]
  return `${all
    .slice(0, 4)
    .map((word) => Number.parseInt(word, 16).toString(16))
    .join(':')}::/64`
}
