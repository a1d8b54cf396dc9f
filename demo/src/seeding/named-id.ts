import { createHash } from 'node:crypto'
import type { TenantId } from '@verbatim/contract/ids.ts'

/** Gives the things of the demo their ids, the same at every attempt, so that seeding can be repeated. */
export type NameIds = <Id extends string>(kind: string, key: string) => Id

/** Ids in the format of `newId` with the time `at`, whose random part is a hash of the tenant and the name. */
export function namedIds(tenantId: TenantId, at: Date): NameIds {
  const time = at.getTime().toString(16).padStart(12, '0')
  return <Id extends string>(kind: string, key: string) => {
    const digest = createHash('sha256').update(`${tenantId}|${kind}|${key}`).digest('hex')
    return `${time.slice(0, 8)}-${time.slice(8)}-7${digest.slice(0, 3)}-8${digest.slice(3, 6)}-${digest.slice(6, 18)}` as Id
  }
}
