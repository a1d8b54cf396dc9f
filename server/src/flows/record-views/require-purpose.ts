/** Requires a stated purpose for reading messages without an event, if required. Source: docs/rules/purpose.md. */
import { listArchiveMails } from '@verbatim/contract/archive-mails.ts'
import {
  getAttachment,
  getAttachmentByQuery,
  getAttachmentPreview,
  getAttachmentText,
} from '@verbatim/contract/attachments.ts'
import { getContactEffect } from '@verbatim/contract/contact-changes.ts'
import { getConversation, getConversationSummary } from '@verbatim/contract/conversations.ts'
import { getDashboardUrl } from '@verbatim/contract/embedded-insights.ts'
import type { Endpoint } from '@verbatim/contract/endpoint.ts'
import { findThings, getPersonCard } from '@verbatim/contract/find.ts'
import { uuidPattern } from '@verbatim/contract/ids.ts'
import { listBursts, listMetricConversations, listWaitingClients } from '@verbatim/contract/metric-lists.ts'
import { exportMessages, getMessage, listMessages, listMessageSources } from '@verbatim/contract/messages.ts'
import { previewPolicy } from '@verbatim/contract/policy-trials.ts'
import { purposeText } from '@verbatim/contract/purposes.ts'
import { listThemeExamples, listThemeLines, listThemeMessages } from '@verbatim/contract/themes.ts'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { sql } from 'kysely'
import { withinScope } from '#access/scope-sql.ts'
import { copiesOf } from '#domains/messages/mirror-queries.ts'
import { standing } from '#domains/messages/standing.ts'
import { findPurpose } from '#domains/permissions/purposes.ts'
import type { Actor } from '#kernel/actor.ts'
import { Failure } from '#kernel/failure.ts'
import { type DbContext, inTenant, type TenantTx } from '#platform/db.ts'
import { onlyRow } from '#platform/rows.ts'

/** What a call shows: one thing, named by this parameter of the request, or anything. */
type Shown = { readonly message: string } | { readonly conversation: string } | 'anything' | 'with purpose'

export const shownBy: ReadonlyMap<Endpoint, Shown> = new Map<Endpoint, Shown>([
  [listMessages, 'anything'],
  [listThemeMessages, 'anything'],
  [listThemeExamples, 'anything'],
  [listThemeLines, 'anything'],
  [exportMessages, 'anything'],
  [previewPolicy, 'anything'],
  // What another product shows there is not known.
  [getDashboardUrl, 'anything'],
  // Without a purpose they name no message, or find everything else.
  [listArchiveMails, 'with purpose'],
  [findThings, 'with purpose'],
  [getPersonCard, 'with purpose'],
  // Without a purpose they name threads of mails by their people.
  [listMetricConversations, 'with purpose'],
  [listBursts, 'with purpose'],
  [listWaitingClients, 'with purpose'],
  [listMessageSources, 'with purpose'],
  [getContactEffect, 'with purpose'],
  [getMessage, { message: 'id' }],
  [getConversation, { conversation: 'id' }],
  [getConversationSummary, { conversation: 'id' }],
  [getAttachment, { message: 'messageId' }],
  [getAttachmentByQuery, { message: 'messageId' }],
  [getAttachmentPreview, { message: 'messageId' }],
  [getAttachmentText, { message: 'messageId' }],
])

/** Refuses calls without a purpose before their handlers run, and adds the purpose to the actor of other calls. */
export function requirePurpose(app: FastifyInstance, { db, now }: DbContext): void {
  app.addHook('preHandler', async (request) => {
    const { endpoint } = request.routeOptions.config
    const shown = endpoint && shownBy.get(endpoint)
    const { actor } = request
    if (!shown || !actor) return
    const purpose = await inTenant(db, actor.tenantId, async (tx) => {
      const { isRequired, current } = await findPurpose(tx, actor.userId, now())
      if (!isRequired) return undefined
      if (current) return { words: purposeText(current) }
      return (await hasEvent(tx, actor, request, shown)) ? undefined : ('missing' as const)
    })
    if (purpose === 'missing' && shown !== 'with purpose') throw new Failure('purpose.required')
    if (purpose) request.actor = { ...actor, purpose }
  })
}

/** Whether an event that the actor may see is about what is opened: then it is reviewed, as always. */
async function hasEvent(
  tx: TenantTx,
  { scope, permissions }: Actor,
  { params, query }: FastifyRequest,
  shown: Shown,
): Promise<boolean> {
  if (typeof shown === 'string' || !permissions.has('events.view')) return false
  const asked = { ...(query as object), ...(params as object) } as Record<string, unknown>
  const id = asked['message' in shown ? shown.message : shown.conversation]
  if (typeof id !== 'string' || !uuidPattern.test(id)) return false
  const about =
    'message' in shown
      ? sql`event.id in (select event_id from evidence where message_id = any(${copiesOf(sql`array[${id}]`)}))`
      : sql`event.conversation_id = ${standing(id)}`
  const asking = await sql<{ found: boolean }>`
    select exists (select from cognitive_event event where ${about} and ${withinScope(scope, 'event')}) as found`.execute(
    tx,
  )
  return onlyRow(asking).found
}
