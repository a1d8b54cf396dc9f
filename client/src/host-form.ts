import { hostLabel } from '@verbatim/contract/host-names.ts'

/**
 * Whether a host, with or without its port, has the form of ours: exactly three labels, or `localhost` alone. Which organization it
 * names is for the server to say. Source: docs/rules/hosts.md.
 */
export function hasHostForm(host: string): boolean {
  const [name = ''] = host.toLowerCase().split(':')
  const labels = name.split('.')
  const isAddress = /^[\d.]+$/.test(name)
  return (
    name === 'localhost' ||
    (labels.length === 3 && labels.every((label) => hostLabel.test(label)) && !isAddress)
  )
}
