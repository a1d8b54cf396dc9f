import type { AddressInfo } from 'node:net'
import type { UserId } from '@verbatim/contract/ids.ts'
import { createIdentityUsers } from '#domains/identity/commands.ts'
import { byVerbatim } from '#domains/audit/commands.ts'
import { createUsers } from '#domains/users/commands.ts'
import { newId } from '#kernel/uuid.ts'
import { inTenant } from '#platform/db.ts'
import { openTestDatabase } from '#testing/database.ts'
import { type Answer, ask } from '#testing/caller.ts'
import { openWorld, type World, worldPassword, type WorldTenant } from '#testing/world.ts'
import { openIntake } from '#flows/capture/intake/smtp.ts'
import { work } from '../../worker.ts'
import type { TwilioEndpoint } from './twilio-traffic.ts'

/** An installation with all its endpoints on loopback and a worker, in which time passes. Real input is played to it. */
export interface PlayedInstallation extends AsyncDisposable {
  readonly world: World
  readonly origin: string
  readonly smtpPort: number
  endpoint(tenant: WorldTenant, channel: TwilioEndpoint['channel']): TwilioEndpoint
  /** Makes an administrator who sees everything, and calls the API as that person. */
  person(tenant: WorldTenant): Promise<Ask>
  /** Calls the API without limit: one person may make 1,200 calls a minute, so each thousand uses another person. */
  crowd(tenant: WorldTenant): Ask
  /** Resolves when nothing waits to be ingested. @throws Error if that takes too long. */
  ingested(tenant: WorldTenant, timeoutMs: number): Promise<void>
}

/** One call of the API: a GET without a body, a POST with one. */
export type Ask = (url: string, body?: object) => Promise<Answer>

const publicBaseUrl = 'http://localhost:3000'
const tickMs = 5

/** A played installation on a separate database in the cluster of the test run. */
export async function openPlayedInstallation(): Promise<PlayedInstallation> {
  const database = await openTestDatabase()
  const world = await openWorld(database.url, { SMTP_INTAKE_PORT: '0', LISTEN_HOST: '127.0.0.1' })
  const ticking = setInterval(() => world.pass(tickMs), tickMs)
  const stop = new AbortController()
  const working = work(world.ctx, stop.signal)
  const intake = await openIntake(world.ctx)
  await world.app.listen({ port: 0, host: '127.0.0.1' })
  return {
    world,
    origin: `http://127.0.0.1:${(world.app.server.address() as AddressInfo).port}`,
    smtpPort: intake.port,
    endpoint: (tenant, channel) => ({
      url: `${publicBaseUrl}/hooks/${channel}/${tenant.accounts[channel]}`,
      channel,
      authToken: tenant.authToken,
      address: channel === 'sms' ? '+15550100001' : '+15550100002',
    }),
    person: (tenant) => makePerson(world, tenant),
    crowd(tenant) {
      let calls = 0
      let person: Promise<Ask> | undefined
      return async (url, body) => {
        if (!person || calls % 1_000 === 0) person = makePerson(world, tenant)
        calls += 1
        return (await person)(url, body)
      }
    },
    async ingested(tenant, timeoutMs) {
      const until = performance.now() + timeoutMs
      for (;;) {
        const waiting = await countBacklog(world, tenant)
        if (waiting === 0) return
        if (performance.now() > until) throw new Error(`${waiting} records still wait to be ingested`)
        await new Promise((resume) => setTimeout(resume, 50))
      }
    },
    async [Symbol.asyncDispose]() {
      stop.abort()
      await Promise.all([working, intake.close()])
      clearInterval(ticking)
      await world[Symbol.asyncDispose]()
      await database.close()
    },
  }
}

async function countBacklog({ ctx }: World, { id }: WorldTenant): Promise<number> {
  const { n } = await inTenant(ctx.db, id, (tx) =>
    tx
      .selectFrom('record_backlog')
      .select((select) => select.fn.countAll<string>().as('n'))
      .executeTakeFirstOrThrow(),
  )
  return Number(n)
}

async function makePerson(world: World, tenant: WorldTenant): Promise<Ask> {
  const { ctx } = world
  const id = newId<UserId>(ctx.now())
  await inTenant(ctx.db, tenant.id, async (tx) => {
    const profile = await tx
      .selectFrom('permission_profile')
      .where('all_groups', '=', true)
      .select('id')
      .executeTakeFirstOrThrow()
    const person = { id, email: `${id}@${tenant.label}.example`, firstName: 'Pat', lastName: id.slice(-6) }
    const user = { ...person, role: 'tenant_admin', profileIds: [profile.id] } as const
    await createUsers(tx, byVerbatim, [user], ctx.now())
    await createIdentityUsers(tx, ctx, [{ id, password: worldPassword }])
  })
  const { token } = await world.as(tenant, id)
  return (url, body) =>
    ask(world.app, {
      method: body === undefined ? 'GET' : 'POST',
      url,
      headers: {
        host: `${tenant.label}.verbatim.localhost:3000`,
        authorization: `Bearer ${token}`,
        ...(Buffer.isBuffer(body) && { 'content-type': 'application/octet-stream' }),
      },
      ...(body === undefined ? {} : { payload: body }),
    })
}
