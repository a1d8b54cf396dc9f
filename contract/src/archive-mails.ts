/** The mails to an archive, and what has none. Source: docs/decisions/0102, 0106. */
import { z } from 'zod'
import { archiveEvents, archiveProblems } from './archiving.ts'
import { endpoint } from './endpoint.ts'
import { ConversationId, id, MessageId } from './ids.ts'
import { exportQuery, listParameters, listQuery, listSpec, page } from './list.ts'

export const ArchiveMailId = id<'ArchiveMailId'>()
export type ArchiveMailId = z.infer<typeof ArchiveMailId>

const access = 'smtp_integration.manage'

export const archiveMailStates = ['queued', 'deferred', 'accepted', 'failed'] as const
export type ArchiveMailState = (typeof archiveMailStates)[number]

/** `day`: the mail has everything of a conversation and day. */
const archiveMailEvents = [...archiveEvents, 'day'] as const
export type ArchiveMailEvent = (typeof archiveMailEvents)[number]

export const ArchivedMail = z.object({
  id: ArchiveMailId,
  /** Absent for a mail about a conversation. */
  messageId: MessageId.optional(),
  conversationId: ConversationId.optional(),
  /** In lists, of a message that the reader may see now: its subject, or its first words. */
  about: z.string().optional(),
  event: z.enum(archiveMailEvents),
  /** Of a mail about a day: which, in the organization's time zone; how much is in it; and which of the mails about it this is. */
  day: z.object({ date: z.iso.date(), items: z.int(), number: z.int() }).optional(),
  state: z.enum(archiveMailStates),
  attempts: z.int(),
  createdAt: z.iso.datetime(),
  finishedAt: z.iso.datetime().optional(),
  /** The time of the next attempt, while it waits. */
  dueAt: z.iso.datetime().optional(),
  /** Under which the archive's server queued it; of a split email, those of its parts. */
  queueId: z.string().optional(),
  problem: z.enum(archiveProblems).optional(),
  /** What the server said. */
  answer: z.string().optional(),
  /** The recipients that lack it, if others have it. */
  refusedRecipients: z.array(z.string()),
})
export type ArchivedMail = z.infer<typeof ArchivedMail>

export const archiveMailList = listSpec({
  fields: {
    createdAt: { type: 'date', sort: true },
    state: { type: 'enum', values: archiveMailStates, sort: true },
    event: { type: 'enum', values: archiveMailEvents },
    messageId: { type: 'uuid' },
  },
  defaultSort: '-createdAt',
  period: 'createdAt',
})

/** The list's question, and whether the answer says what messages are about: each such reading is in the audit trail. */
const MailsQuery = z
  .record(z.string(), z.union([z.string(), z.array(z.string())]).optional())
  .transform(({ about = 'true', ...raw }, ctx) => {
    if (about !== 'true' && about !== 'false') {
      ctx.addIssue({ code: 'custom', message: 'It is true or false.', path: ['about'] })
      return z.NEVER
    }
    const list = listQuery(archiveMailList).safeParse(raw)
    if (list.success) return { saysAbout: about === 'true', list: list.data }
    for (const { message, path } of list.error.issues) ctx.addIssue({ code: 'custom', message, path })
    return z.NEVER
  })
  .meta({
    parameters: [
      ...listParameters(archiveMailList),
      {
        name: 'about',
        description: 'Whether items say what messages are about: true (the default) or false.',
        schema: { type: 'string' },
      },
    ],
  })

export const listArchiveMails = endpoint({
  method: 'GET',
  path: '/bff/archiving/mails',
  query: MailsQuery,
  response: page(ArchivedMail),
  access,
})

/** Queues a failed mail again, for the recipients that lack it. */
export const resendArchiveMail = endpoint({
  method: 'POST',
  path: '/bff/archiving/mails/:id/resend',
  params: z.object({ id: ArchiveMailId }),
  response: ArchivedMail,
  access,
  failures: ['archiving.unknown-mail', 'archiving.not-failed'],
})

/** Queues the failed mails among those of the list's question again, as one act: the oldest ones, if there are more than one act takes. */
export const resendArchiveMails = endpoint({
  method: 'POST',
  path: '/bff/archiving/mails/resend',
  query: exportQuery(archiveMailList),
  response: z.object({
    resent: z.int(),
    /** Whether none of them is left. */
    isAll: z.boolean(),
  }),
  access,
})

/** Captured messages and changes against mails, by day of UTC. Each counts on the day that it was captured. */
export const summarizeArchiving = endpoint({
  method: 'GET',
  path: '/bff/archiving/summary',
  response: z.object({
    days: z.array(
      z.object({
        day: z.iso.date(),
        captured: z.int(),
        /** Those with a mail, whatever its state. */
        queued: z.int(),
        accepted: z.int(),
        failed: z.int(),
      }),
    ),
    /** The newest messages that have no mail, or one that failed; also if only one about a change of them did. */
    differences: z.array(MessageId),
    /** The same of conversations, for changes of their members. */
    conversations: z.array(ConversationId),
  }),
  access,
})
