import type { DemoPolicy } from '#organization.ts'
import { clientConduct } from './client-conduct.ts'
import { marketConduct } from './market-conduct.ts'
import { staffConduct } from './staff-conduct.ts'

/** The organization's policies: fourteen enabled ones and a disabled draft. */
export const policies = [...marketConduct, ...clientConduct, ...staffConduct].map((written): DemoPolicy => ({
  scope: 'global',
  groupKeys: [],
  action: 'raise',
  enabled: true,
  ...written,
}))
