import { defaultMessage, defaultSubject } from '@verbatim/contract/notification-template.ts'
import { afterEach, expect } from 'vitest'
import { sendMails } from '#flows/send-mail/send-mails.ts'
import { acrossTenants } from '#platform/db.ts'
import { type MailSender, openMailSender } from '#platform/mail-sender.ts'
import { parseMailServer } from '#platform/mail-server.ts'
import { sql } from 'kysely'
import { sendNotifications } from '#flows/notify/send-notifications.ts'
import type { TestDatabase } from './database.ts'
import { type MailServerFake, openMailServer } from './fakes/mail-server.ts'
import type { Caller } from './caller.ts'
import type { World, WorldTenant } from './world.ts'
import { useTenants } from './test-world.ts'

export const notificationsUrl = '/bff/notifications/alerts'

interface NotificationsBed {
  database: TestDatabase
  world: World
  server: MailServerFake
  sender: MailSender
  tenant: WorldTenant
  admin: Caller
  policyId: string
}

/** A policy that messages breach, and a mail server for its notifications: new ones for each test. */
export function useNotifications() {
  const bed = {} as NotificationsBed
  useTenants('notify', async (tenant, world, database) => {
    const server = await openMailServer()
    const sender = openMailSender(parseMailServer(server.url)!)
    const admin = await world.as(tenant, tenant.users.tenant_admin)
    const policy = await admin.call('POST', '/bff/api/v1/topic', {
      name: 'Off the record',
      severity: 'medium',
      rules: [{ name: 'Hush', type: 'phrase', pattern: 'off the record' }],
    })
    expect(policy.status).toBe(200)
    Object.assign(bed, { database, world, server, sender, tenant, admin, policyId: policy.json.id })
  })
  afterEach(async () => {
    bed.sender.close()
    await bed.server[Symbol.asyncDispose]()
  })

  const draft = (change: object = {}) => ({
    policyId: bed.policyId,
    recipients: ['ann@client.example'],
    emailSubject: defaultSubject,
    emailMessage: defaultMessage,
    delivery: 'immediate',
    minSeverity: 'low',
    enabled: true,
    ...change,
  })

  const create = async (change: object = {}) => {
    const { status, json } = await bed.admin.call('POST', notificationsUrl, draft(change))
    expect(status, JSON.stringify(json)).toBe(200)
    return json
  }

  const update = (id: string, change: object) => bed.admin.call('PUT', `${notificationsUrl}/${id}`, change)

  /** Breaches the policy in a separate conversation. */
  const breach = async (from: string, body = 'This is off the record, dear.') => {
    expect(await bed.world.deliver(bed.tenant, { from, body })).toBe(200)
    await bed.world.settle()
  }

  const note = () => sendNotifications(bed.world.ctx, bed.tenant.id)
  const send = async () => {
    while ((await note()) > 0);
    while (
      (await sendMails(
        { ...bed.world.ctx, mailFrom: 'no-reply@verbatim.example' },
        bed.sender,
        bed.tenant.id,
      )) > 0
    );
    return bed.server.received
  }

  const dueTenants = async () => {
    const { rows } = await acrossTenants(bed.world.ctx.db, 'a test looks for tenants with work', (tx) =>
      sql<{
        id: string
      }>`select tenant_id as id from due_tenants(array['notifications'], ${bed.world.ctx.now()})`.execute(tx),
    )
    return rows.map(({ id }) => id)
  }

  const eventIds = async () =>
    (await bed.admin.call('GET', '/bff/api/v1/cognitive-events')).json.items.map(
      (event: { id: string }) => event.id,
    )

  return { bed, draft, create, update, breach, note, send, dueTenants, eventIds }
}
