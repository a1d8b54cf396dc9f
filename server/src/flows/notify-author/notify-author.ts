/** The author of a flagged message gets a note by mail, if they are a user. Source: docs/rules/review.md. */
import type { EventId } from '@verbatim/contract/ids.ts'
import { recordAudit } from '#domains/audit/commands.ts'
import { type AuthorOf, noteAuthorNotified, takeAuthorOf } from '#domains/cognitive-events/authors.ts'
import { type MailContext, type NewMail, queueMails } from '#domains/mail/commands.ts'
import { greeting, noReply } from '#domains/mail/words.ts'
import { requireOrganization } from '#domains/organizations/queries.ts'
import type { Actor } from '#kernel/actor.ts'
import { Failure } from '#kernel/failure.ts'
import type { TenantTx } from '#platform/db.ts'

interface Note {
  readonly id: EventId
  readonly note: string
  /** Also if the author was sent one before. */
  readonly again?: boolean | undefined
}

/**
 * Mails the note to the author of the event's first message. The address is the product's to know: under pseudonyms the caller
 * does not learn it.
 * @throws Failure `event.not-found`, `event.author-is-no-user`, `event.author-notified`
 */
export async function notifyAuthor(
  tx: TenantTx,
  ctx: MailContext,
  actor: Actor,
  { id, note, again = false }: Note,
): Promise<{ notifiedAt: string }> {
  const now = ctx.now()
  const event = await takeAuthorOf(tx, actor.scope, id)
  if (!event.email) throw new Failure('event.author-is-no-user')
  if (event.notifiedAt && !again)
    throw new Failure('event.author-notified', { at: event.notifiedAt.toISOString() })
  const { name: organization } = await requireOrganization(tx)
  await queueMails(tx, ctx, [mailTo(event, { organization, from: actor.name, note })])
  await noteAuthorNotified(tx, id, now)
  await recordAudit(
    tx,
    actor,
    {
      type: 'author_notified',
      target: { kind: 'cognitive-event', id },
      changes: [{ field: 'note', old: null, new: note }],
    },
    now,
  )
  return { notifiedAt: now.toISOString() }
}

interface Words {
  readonly organization: string
  readonly from: string
  readonly note: string
}

function mailTo({ email, firstName }: AuthorOf, { organization, from, note }: Words): NewMail {
  return {
    to: email ?? '',
    kind: 'notice',
    subject: `A note from ${organization} about one of your messages`,
    text: `${greeting(firstName ?? '')}

${from} reviewed a message that you wrote at work for ${organization}, and left you this note:

${note}

Please reply to ${from} in person or through your organization’s usual channels. ${noReply}
`,
  }
}
