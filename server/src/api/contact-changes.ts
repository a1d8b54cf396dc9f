import {
  deleteContact,
  getContactEffect,
  getContactHistory,
  undoContactChange as undoContactChangeEndpoint,
  updateContact as updateContactEndpoint,
} from '@verbatim/contract/contact-changes.ts'
import type { FastifyInstance } from 'fastify'
import { findHistory, requireContact } from '#domains/contacts/list-queries.ts'
import {
  findContactEffect,
  removeContact,
  undoContactChange,
  updateContact,
} from '#flows/change-contact/change-contact.ts'
import type { Clock } from '#kernel/clock.ts'
import { route } from '#platform/http/route.ts'
import { changingContacts } from './contacts.ts'

/** Changes of a contact: their preview, their history, and undoing them. */
export function contactChangeRoutes(app: FastifyInstance, { now }: Clock): void {
  route(app, getContactHistory, ({ actor, params: { id }, read }) =>
    read((tx) => findHistory(tx, actor.scope, id, now())),
  )
  route(
    app,
    getContactEffect,
    ({ actor, params: { id }, body: edit, read }) => read((tx) => findContactEffect(tx, actor, { id, edit })),
    { asks: true },
  )
  route(app, updateContactEndpoint, ({ actor, params: { id }, body: change, commit }) =>
    changingContacts(commit, actor, (tx) => updateContact(tx, actor, { id, change }, now())),
  )
  route(app, deleteContact, ({ actor, params: { id }, query: { expectedVersion }, commit }) =>
    changingContacts(commit, actor, async (tx) => {
      await removeContact(tx, actor, { id, expectedVersion }, now())
      return { id }
    }),
  )
  route(app, undoContactChangeEndpoint, ({ actor, params: { id, changeId }, commit }) =>
    changingContacts(commit, actor, async (tx) =>
      requireContact(tx, actor.scope, await undoContactChange(tx, actor, { contactId: id, changeId }, now())),
    ),
  )
}
