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
import { recordAudit } from '#domains/audit/commands.ts'
import { removeAvatar, requireAvatar, setAvatar } from '#domains/contacts/avatars.ts'
import { findContacts, requireContact } from '#domains/contacts/list-queries.ts'
import { checkWithin } from '#domains/contacts/within.ts'
import type { Actor } from '#kernel/actor.ts'
import { Failure } from '#kernel/failure.ts'
import { drawAvatar } from '#platform/pictures/avatar.ts'
import type { TenantTx } from '#platform/db.ts'
import { route } from '#platform/http/route.ts'
import { announcing } from './announcing.ts'
import type { Shares } from '#platform/shares.ts'
import { addContact } from '#flows/change-contact/change-contact.ts'
import { keepingOwnReach } from '#flows/own-reach/own-reach.ts'
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
  const tell = (tx: TenantTx, actor: Actor, { id, name }: { id: string; name: string }) =>
    recordAudit(
      tx,
      actor,
      {
        type: 'contact_updated',
        target: { kind: 'contact', id, name },
        changes: [{ field: 'avatar', old: null, new: 'changed' }],
      },
      now(),
    )
  route(
    app,
    setContactAvatar,
    async ({ actor, params: { id }, body, commit, signal }) => {
      const draw = async () => (body instanceof Uint8Array ? drawAvatar(body) : undefined)
      const picture = await pictures.run(actor, draw, signal)
      if (!picture) throw new Failure('contact.bad-avatar')
      return changingContacts(commit, actor, async (tx) => {
        await checkWithin(tx, actor.scope, id)
        await setAvatar(tx, id, picture)
        const contact = await requireContact(tx, actor.scope, id)
        await tell(tx, actor, contact)
        return contact
      })
    },
    { bodyLimit: contactLimits.avatar, tooLarge: () => new Failure('contact.bad-avatar') },
  )
  route(app, removeContactAvatar, ({ actor, params: { id }, commit }) =>
    changingContacts(commit, actor, async (tx) => {
      const contact = await requireContact(tx, actor.scope, id)
      if (await removeAvatar(tx, id)) await tell(tx, actor, contact)
      const { avatar: _, ...rest } = contact
      return rest
    }),
  )
  route(app, getContactAvatar, async ({ actor, params: { id }, read }) => ({
    body: await read(async (tx) => {
      await checkWithin(tx, actor.scope, id)
      return requireAvatar(tx, id)
    }),
    contentType: 'image/webp',
    fileName: 'avatar.webp',
    inline: true,
  }))
}
