import type { DemoPolicy } from '#organization.ts'
import { clientConduct } from './client-conduct.ts'
import { marketConduct } from './market-conduct.ts'
import { staffConduct } from './staff-conduct.ts'

/** The organization's policies: fourteen that run and a draft that does not. */
export const policies: readonly DemoPolicy[] = [...marketConduct, ...clientConduct, ...staffConduct]
