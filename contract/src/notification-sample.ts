import { tokenValues, type TokenValues } from './notification-template.ts'
import { type Severity, severityNames } from './severities.ts'

const sampleId = '0198f2c4-6a1b-7d3e-9c52-4be1f07a8d36'

/** The tokens of an invented event, for a preview and a test mail. */
export function sampleValues(of: {
  readonly policyName: string
  readonly severity: Severity
  readonly organizationName: string
  /** The address of the product, without a slash at the end. */
  readonly address: string
}): TokenValues {
  const event = {
    id: sampleId,
    severity: severityNames[of.severity],
    ruleNames: ['Example rule'],
    channel: 'WhatsApp Business',
    groupNames: ['Example group'],
    triggeredTime: '21 Nov 2026, 09:30 (UTC)',
    link: `${of.address}/events/${sampleId}`,
    assignee: undefined,
  }
  return tokenValues([event], {
    policyName: of.policyName,
    organizationName: of.organizationName,
    count: 1,
    listLink: `${of.address}/events`,
  })
}
