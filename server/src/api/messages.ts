import { formatListQuery } from '@verbatim/contract/list.ts'
import { exportMessages, getMessage, listMessages, listMessageSources } from '@verbatim/contract/messages.ts'
import type { FastifyInstance } from 'fastify'
import { createExport } from '#domains/exports/commands.ts'
import { showMessage } from '#flows/show-threads/show-threads.ts'
import type { Actor } from '#kernel/actor.ts'
import type { Clock } from '#kernel/clock.ts'
import { route } from '#platform/http/route.ts'
import { checkFilterAccess } from './filter-access.ts'
import { findMessages } from '#domains/messages/queries.ts'
import { findMessageSources } from '#domains/messages/source-choices.ts'
import { titleReaderOf } from '#access/shown-title.ts'

/** Content Library and message details. */
export function messageRoutes(app: FastifyInstance, { now }: Clock): void {
  route(app, listMessages, ({ actor, query, read }) => {
    checkFilterAccess(actor, query)
    return read((tx) => findMessages(tx, actor.scope, query, { now: now(), withAttachments: mayOpen(actor) }))
  })

  route(app, listMessageSources, async ({ actor, query, read }) => ({
    items: await read((tx) => findMessageSources(tx, titleReaderOf(actor), query, mostChoices(actor))),
  }))

  route(app, getMessage, ({ actor, params, query, read }) =>
    read((tx) => showMessage(tx, actor, params.id, query)),
  )

  route(
    app,
    exportMessages,
    ({ actor, body, query, commit }) => {
      checkFilterAccess(actor, query)
      const { sort, filter, search } = query
      const asked = {
        kind: 'messages',
        format: body.format,
        question: formatListQuery({ sort, filter, ...(search && { search }) }),
      }
      return commit(async (tx) => ({ exportId: await createExport(tx, actor, asked, now()) }))
    },
    { status: 202 },
  )
}

/** Under pseudonyms, words are looked for in the pseudonyms of all of them. */
const mostChoices = ({ readsUnderPseudonyms }: Actor) => (readsUnderPseudonyms ? 5_000 : undefined)

const mayOpen = ({ permissions }: Actor) => permissions.has('messages.view_attachments')
