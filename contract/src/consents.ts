/** What a client says about being archived (agreed, disagreed) or being written to (opted out, opted in). Source: docs/rules/channels.md. */
export const consents = ['granted', 'refused', 'stopped', 'resumed'] as const
export type Consent = (typeof consents)[number]

export const consentNames: Readonly<Record<Consent, string>> = {
  granted: 'Agreed to archiving',
  refused: 'Disagreed with archiving',
  stopped: 'Opted out',
  resumed: 'Opted in',
}
