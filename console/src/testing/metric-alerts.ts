import type { MetricAlert } from '@verbatim/contract/metric-alerts.ts'

/** An alert on what rises, with one recipient. */
export const busyAlert = {
  id: '0198abcd-0000-7000-8000-00000000000b',
  version: 3,
  name: 'Busy',
  metric: 'messages',
  filter: {},
  days: 7,
  condition: { kind: 'rises', percent: 20 },
  recipients: [{ id: '0198abcd-0000-7000-8000-00000000000c', name: 'Ana Bell' }],
  enabled: true,
  crossedFor: 0,
  failedChecks: 0,
  changedBy: 'Ana Bell',
  changedAt: '2026-11-28T09:00:00Z',
} as unknown as MetricAlert
