import { z } from 'zod'

/** The severities, lowest first; a policy sets one. Source: docs/rules/channels.md. */
export const severities = ['low', 'medium', 'high'] as const
export const Severity = z.enum(severities)
export type Severity = z.infer<typeof Severity>

export const severityNames: Record<Severity, string> = { low: 'Low', medium: 'Medium', high: 'High' }
