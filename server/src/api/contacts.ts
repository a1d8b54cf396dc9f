import {
  contactLimits,
  createContact,
  getContact,
  getContactAvatar,
  listContacts,
  removeContactAvatar,
  setContactAvatar,
} from '@verbatim/contract/contacts.ts'
import type { FastifyInstance } from 'fastify'
import { removeAvatar, requireAvatar, setAvatar } from '#domains/contacts/avatars.ts'
import { findContacts, requireContact } from '#domains/contacts/list-queries.ts'
import { Failure } from '#kernel/failure.ts'
import { drawAvatar } from '#platform/pictures/avatar.ts'
import { route } from '#platform/http/route.ts'
import { announcing } from './announcing.ts'
import type { Shares } from '#platform/shares.ts'
import { addContact } from '#flows/change-contact/change-contact.ts'
import { keepingOwnReach } from '#flows/keep-own-reach/own-reach.ts'
import type { Clock } from '#kernel/clock.ts'

interface ContactContext extends Clock {
  readonly pictures: Shares
}

/** Announces the slices that a change of contacts affects. */
export const changingContacts = announcing(['contacts', 'groups', 'conversations', 'audit'], keepingOwnReach)

/** Contact Management: people outside the organization, and their pictures. */
export function contactRoutes(app: FastifyInstance, ctx: ContactContext): void {
  const { now } = ctx
  route(app, listContacts, ({ actor, query, read }) =>
    read((tx) => findContacts(tx, actor.scope, query, now())),
  )
  route(app, getContact, ({ actor, params: { id }, read }) =>
    read((tx) => requireContact(tx, actor.scope, id)),
  )
  route(app, createContact, ({ actor, body, commit }) =>
    changingContacts(commit, actor, async (tx) =>
      requireContact(tx, actor.scope, await addContact(tx, actor, body, now())),
    ),
  )
  avatarRoutes(app, ctx)
}

function avatarRoutes(app: FastifyInstance, { pictures, now }: ContactContext): void {
  route(
    app,
    setContactAvatar,
    async ({ actor, params: { id }, body, commit, signal }) => {
      const draw = async () => (body instanceof Uint8Array ? drawAvatar(body) : undefined)
      const picture = await pictures.run(actor, draw, signal)
      if (!picture) throw new Failure('contact.bad-avatar')
      return changingContacts(commit, actor, (tx) => setAvatar(tx, actor, { id, picture }, now()))
    },
    { bodyLimit: contactLimits.avatar, tooLarge: () => new Failure('contact.bad-avatar') },
  )
  route(app, removeContactAvatar, ({ actor, params: { id }, commit }) =>
    changingContacts(commit, actor, (tx) => removeAvatar(tx, actor, id, now())),
  )
  route(app, getContactAvatar, async ({ actor, params: { id }, read }) => ({
    body: await read((tx) => requireAvatar(tx, actor.scope, id)),
    contentType: 'image/webp',
    fileName: 'avatar.webp',
    inline: true,
  }))
}
