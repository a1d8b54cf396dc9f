import { listContactConsents } from '@verbatim/contract/contact-consents.ts'
import type { FastifyInstance } from 'fastify'
import { requireContact } from '#domains/contacts/list-queries.ts'
import { findConsents } from '#domains/messages/consents.ts'
import { route } from '#platform/http/route.ts'

/** What a contact has said about consent. */
export function contactConsentRoutes(app: FastifyInstance): void {
  route(app, listContactConsents, ({ actor: { scope }, params: { id }, read }) =>
    read(async (tx) => {
      await requireContact(tx, scope, id)
      return { items: await findConsents(tx, scope, id) }
    }),
  )
}
