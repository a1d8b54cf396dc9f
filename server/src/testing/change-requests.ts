import { expect } from 'vitest'
import type { Caller } from './caller.ts'
import { useTenants } from './test-world.ts'
import type { World, WorldTenant } from './world.ts'

export const requestsUrl = '/bff/api/v1/change-requests'

export const rule = { name: 'Secrecy', type: 'phrase', pattern: 'off the record', scope: 'message' }

/** A policy that is asked for. */
export const draft = { name: 'Secrets', rules: [rule] }

export const refusedWith = ({ status, json }: { status: number; json: { code: string } }) => [
  status,
  json.code,
]

interface ApprovalBed {
  world: World
  tenant: WorldTenant
  admin: Caller
  compliance: Caller
  analyst: Caller
}

/** An organization for each test, those who ask for its changes, and those who decide. */
export function setUpApproval(label: string) {
  const bed = {} as ApprovalBed
  useTenants(label, async (tenant, world) => {
    const as = (role: 'super_admin' | 'compliance' | 'analyst') => world.as(tenant, tenant.users[role])
    const [admin, compliance, analyst] = [
      await as('super_admin'),
      await as('compliance'),
      await as('analyst'),
    ]
    Object.assign(bed, { world, tenant, admin, compliance, analyst })
  })

  const setting = (body: object, caller = bed.admin) => caller.call('PUT', '/bff/organizations', body)

  const send = (change: object, caller = bed.admin, note = '') =>
    caller.call('POST', requestsUrl, { change, note })

  const decide = (id: string, decision: 'approve' | 'reject', caller = bed.compliance, reason = '') =>
    caller.call('POST', `${requestsUrl}/${id}/decision`, { decision, reason })

  const policyNames = async () =>
    (await bed.admin.call('GET', '/bff/api/v1/topics')).json.items.map(({ name }: { name: string }) => name)

  async function sent(change: object, caller = bed.admin, note = '') {
    const { status, json } = await send(change, caller, note)
    expect({ status, json }).toMatchObject({ status: 200 })
    return json
  }

  async function createPolicy() {
    const { status, json } = await bed.admin.call('POST', '/bff/api/v1/topic', draft)
    expect({ status, json }).toMatchObject({ status: 200 })
    return json
  }

  return { bed, setting, send, decide, policyNames, sent, createPolicy }
}
