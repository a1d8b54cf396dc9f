/** An organization with things that mail its users, and a real mail server that gets the mails. */
import { dayMs } from '@verbatim/contract/durations.ts'
import { afterEach, beforeEach, expect } from 'vitest'
import type { AuditType } from '@verbatim/contract/audit-types.ts'
import type { PermissionProfileId, TenantId, UserId } from '@verbatim/contract/ids.ts'
import { readFile } from '@verbatim/documents/text/read-file.ts'
import { sendMails } from '#flows/send-mail/send-mails.ts'
import { inTenant, type TenantTx } from '#platform/db.ts'
import { type MailSender, openMailSender } from '#platform/mail-sender.ts'
import { parseMailServer } from '#platform/mail-server.ts'
import { type MailServerFake, openMailServer } from './fakes/mail-server.ts'
import { captureHistory, messageOf } from './history.ts'
import { useTestWorld } from './test-world.ts'
import type { World, WorldTenant } from './world.ts'

interface MailedNoun {
  /** Of its usual calls. */
  readonly path: string
  readonly draft: (at: { readonly world: World; readonly tenant: WorldTenant }) => object
  /** What the worker does with those that are due. */
  readonly work: (ctx: World['ctx'], tenantId: TenantId) => Promise<unknown>
}

/** A new organization and a new mail server for each test of a file. */
export function setUpMailedNoun(label: string, { path, draft, work }: MailedNoun) {
  let world: World
  let server: MailServerFake
  let sender: MailSender
  let tenant: WorldTenant
  let count = 0
  useTestWorld((opened) => {
    world = opened
  })
  beforeEach(async () => {
    server = await openMailServer()
    sender = openMailSender(parseMailServer(server.url)!)
    tenant = await world.makeTenant(`${label}${(count += 1)}`)
  })
  afterEach(async () => {
    sender.close()
    await server[Symbol.asyncDispose]()
  })

  const inTx = <T>(act: (tx: TenantTx) => Promise<T>) => inTenant(world.ctx.db, tenant.id, act)
  /** As a person who has just signed in, because sessions end while time passes. */
  const as = (userId: string) => ({
    call: async (method: 'GET' | 'POST' | 'PUT' | 'DELETE', url: string, body?: unknown) =>
      (await world.as(tenant, userId as never)).call(method, url, body),
  })
  const admin = {
    call: (...asked: Parameters<ReturnType<typeof as>['call']>) =>
      as(tenant.users.tenant_admin).call(...asked),
  }
  const draftOf = (change: object = {}) => ({ ...draft({ world, tenant }), ...change })
  const deliverQueued = async () => {
    while ((await sendMails({ ...world.ctx, mailFrom: 'no-reply@verbatim.example' }, sender, tenant.id)) > 0);
    return server.received
  }
  const doWork = () => work(world.ctx, tenant.id)
  return {
    get world() {
      return world
    },
    get server() {
      return server
    },
    get tenant() {
      return tenant
    },
    admin,
    as,
    /** The address of a user. */
    of: (name: string) => `${name}@${tenant.label}.example`,
    inTx,
    draft: draftOf,
    async create(change: object = {}) {
      const { status, json } = await admin.call('POST', path, draftOf(change))
      expect(status, JSON.stringify(json)).toBe(200)
      return json
    },
    update: (id: string, change: object) => admin.call('PUT', `${path}/${id}`, change),
    work: doWork,
    /** Sends what waits. @returns All mails so far. */
    deliverQueued,
    /** Does the due work, and sends its mails. @returns All mails so far. */
    async send() {
      await doWork()
      return deliverQueued()
    },
    setUser: (
      userId: string,
      values: { readonly role?: 'none' | 'analyst' | 'tenant_admin'; readonly enabled?: boolean },
    ) =>
      inTx((tx) =>
        tx
          .updateTable('tenant_user')
          .set(values)
          .where('id', '=', userId as never)
          .execute(),
      ),
    /** The permission profiles of a user, instead of those they have. */
    setProfiles: (userId: UserId, profileIds: readonly PermissionProfileId[]) =>
      inTx(async (tx) => {
        await tx.deleteFrom('permission_profile_member').where('user_id', '=', userId).execute()
        const values = profileIds.map((profile_id) => ({ user_id: userId, profile_id }))
        await tx.insertInto('permission_profile_member').values(values).execute()
      }),
    /** Two messages of the north group's account, and three of an account that the north group does not reach. */
    async speak(): Promise<void> {
      for (const body of ['Hello?', 'Are you there?'])
        await world.deliver(tenant, { from: '+15550177002', body })
      const at = (days: number) =>
        messageOf(world, { sentAt: new Date(world.ctx.now().getTime() - days * dayMs) })
      await captureHistory(world, tenant, [at(1), at(2), at(3)])
      await world.settle()
      world.pass(dayMs)
    },
    /** The changes of the audited actions of a type. */
    async trail(type: AuditType) {
      const rows = await inTx((tx) =>
        tx.selectFrom('audit_event').select('changes').where('type', '=', type).orderBy('at').execute(),
      )
      return rows.map(({ changes }) => changes)
    },
  }
}

/** The text of a file in a mail, or of a download. */
export async function textOf(bytes: Buffer): Promise<string> {
  const file = await readFile(bytes)
  return 'text' in file ? file.text : ''
}
