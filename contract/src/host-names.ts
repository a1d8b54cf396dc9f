/** What names of hosts may consist of. Source: docs/rules/hosts.md. */

/** First labels that name one of our environments or services, never an organization. */
export const reservedLabels = ['dev', 'stage', 'local', 'redirect', 'www', 'api'] as const

/** One label of a host name. */
export const hostLabel = /^[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?$/
