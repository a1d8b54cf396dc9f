import { openApi } from '@verbatim/client/api.ts'
import { openSession } from '@verbatim/client/session.ts'
import { listChannelAccounts } from '@verbatim/contract/accounts.ts'
import { listCognitiveEvents } from '@verbatim/contract/cognitive-events.ts'
import { isOpen } from '@verbatim/contract/event-status.ts'
import type { TenantId } from '@verbatim/contract/ids.ts'
import { listMessages } from '@verbatim/contract/messages.ts'
import { listPolicies } from '@verbatim/contract/policies.ts'
import { cognitoConfig } from '@verbatim/server/domains/identity/config.ts'
import { inTenant } from '@verbatim/server/platform/db.ts'
import { openTestTab } from '@verbatim/server/testing/client-environment.ts'
import type { Installation } from '@verbatim/server/testing/installation.ts'
import { administrator, type Sights } from './stage.ts'

/** The best example of each kind of screen. */
export async function findSights(installation: Installation, tenantId: TenantId): Promise<Sights> {
  const environment = openTestTab()
  const session = openSession(cognitoConfig(tenantId, installation.origin), environment)
  await session.signIn(administrator.email, administrator.password)
  const api = openApi({ baseUrl: installation.origin, session, environment })
  const events = await api(listCognitiveEvents, { query: { limit: '100', period: '365' } })
  // Not every machine has fonts for every script.
  const event = events.items
    .filter(({ preview, from, blocked }) => /^[ -~’“”…£€–]+$/.test(preview + from) && !blocked)
    .toSorted((a, b) => b.commentCount - a.commentCount || b.evidenceCount - a.evidenceCount)
    .find(({ status, commentCount }) => isOpen(status) && commentCount > 0)
  const messages = await api(listMessages, {
    query: { limit: '1', filter: 'attachmentCount[gte]:1,channelType[eq]:whatsapp' },
  })
  const policies = await api(listPolicies, { query: { search: 'market abuse' } })
  const accounts = await api(listChannelAccounts, { query: { sort: '-refused' } })
  session.close()
  const [message] = messages.items
  if (!event || !message) throw new Error('The demo has too little to show')
  return {
    message: message.id,
    conversation: message.conversationId,
    event: event.id,
    eventOfOurs: (await findEventOfOurs(installation, tenantId)) ?? event.id,
    policy: policies.items[0]?.id ?? '',
    account: accounts.items[0]?.id ?? '',
    mail: (await findMail(installation, tenantId)) ?? '',
  }
}

/** The newest open event about a message that a colleague wrote. */
async function findEventOfOurs({ world }: Installation, tenantId: TenantId): Promise<string | undefined> {
  const found = await inTenant(world.ctx.db, tenantId, (tx) =>
    tx
      .selectFrom('cognitive_event as event')
      .innerJoin('message', 'message.id', 'event.message_id')
      .where('message.author_user_id', 'is not', null)
      .where('event.status', '=', 'new')
      .select('event.id')
      .orderBy('event.triggered_at', 'desc')
      .executeTakeFirst(),
  )
  return found?.id
}

/** The newest mail with hidden words. */
async function findMail({ world }: Installation, tenantId: TenantId): Promise<string | undefined> {
  const found = await inTenant(world.ctx.db, tenantId, (tx) =>
    tx
      .selectFrom('message')
      .select(['id', 'others'])
      .where('others', 'is not', null)
      .orderBy('posted_at', 'desc')
      .execute(),
  )
  return found.find(({ others }) => others?.some(({ kind }) => kind === 'hidden'))?.id
}
