import { beforeEach } from 'vitest'
import { settleRequests } from '#flows/connect/settle-requests.ts'
import { inTenant } from '#platform/db.ts'
import { reconcile } from '#flows/reconcile/reconcile.ts'
import type { Caller } from './caller.ts'
import { type ProviderWorld, useProviderWorld } from './provider-world.ts'
import type { WorldTenant } from './world.ts'

export const numbersUrl = '/external-accounts/api/v1/sms/accounts'
export const client = '+15550107788'

/** A connected account. */
interface Connected {
  readonly id: string
  readonly number: string
}

interface ReconcilingBed extends ProviderWorld {
  tenant: WorldTenant
  admin: Caller
}

/** An organization for each test whose numbers are compared with the provider's list. */
export function setUpReconciling() {
  const bed = {} as ReconcilingBed
  useProviderWorld((opened) => {
    Object.assign(bed, opened)
    // An account's history begins with the day on which it was added: just after midnight, what was sent minutes ago would be before it.
    bed.world.passToNoon()
  })
  let turn = 0
  beforeEach(async () => {
    turn += 1
    bed.tenant = await bed.world.makeTenant(`list-${turn}`)
    bed.admin = await bed.world.as(bed.tenant, bed.tenant.users.tenant_admin)
    await configure({ authToken: bed.twilio.authToken })
  })

  const configure = (secrets: Record<string, string>, other: object = {}) =>
    bed.admin.call('PUT', '/bff/organizations', {
      messagingProviderAccountSid: bed.twilio.accountSid,
      secrets,
      ...other,
    })

  const ago = (ms: number) => new Date(bed.world.ctx.now().getTime() - ms)

  /** A connected account with a number of its own. */
  async function connect(number = `+1415556${String(turn).padStart(4, '0')}`): Promise<Connected> {
    bed.twilio.rest.addNumber(number)
    const { json } = await bed.admin.call('POST', numbersUrl, { name: 'Desk', address: number })
    while ((await settleRequests(bed.world.ctx, bed.tenant.id)) > 0);
    return { id: json.id, number }
  }

  /** Moves the clock; the administrator's session ends meanwhile. */
  async function pass(ms: number): Promise<void> {
    bed.world.pass(ms)
    bed.admin = await bed.world.as(bed.tenant, bed.tenant.users.tenant_admin)
  }

  async function compare(): Promise<void> {
    while ((await reconcile(bed.world.ctx, bed.tenant.id)) > 0);
    await bed.world.settle()
  }

  const coverage = async ({ id }: Pick<Connected, 'id'>) =>
    (await bed.admin.call('GET', `/bff/api/v1/accounts/${id}/coverage`)).json

  const bodies = async (): Promise<string[]> => {
    const { json } = await bed.admin.call('GET', '/bff/api/v1/messages?limit=200')
    return json.items.map(({ body }: { body: string }) => body).toSorted()
  }

  const transports = () =>
    inTenant(bed.world.ctx.db, bed.tenant.id, async (tx) => {
      const rows = await tx.selectFrom('message_record').select('transport').execute()
      return rows.map(({ transport }) => transport).toSorted()
    })

  return { bed, configure, ago, connect, pass, compare, coverage, bodies, transports }
}
