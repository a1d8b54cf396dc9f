import {
  listArchiveMails,
  resendArchiveMail,
  resendArchiveMails,
  summarizeArchiving,
} from '@verbatim/contract/archive-mails.ts'
import type { FastifyInstance } from 'fastify'
import { summarize } from '#domains/archiving/day-queries.ts'
import { findArchiveMails, requireArchiveMail } from '#domains/archiving/queries.ts'
import { resendMail, resendMails } from '#domains/archiving/resend-commands.ts'
import type { Clock } from '#kernel/clock.ts'
import { route } from '#platform/http/route.ts'
import { announcing } from './announcing.ts'

const changing = announcing(['organization', 'audit'])

/** The mails to the archive, and what has none. */
export function archiveMailRoutes(app: FastifyInstance, { now }: Clock): void {
  route(app, listArchiveMails, ({ actor, query, read }) =>
    read((tx) => findArchiveMails(tx, actor, query, now())),
  )
  route(app, resendArchiveMail, ({ actor, params: { id }, commit }) =>
    changing(commit, actor, async (tx) => {
      await resendMail(tx, actor, id, now())
      return requireArchiveMail(tx, id)
    }),
  )
  route(app, resendArchiveMails, ({ actor, query, commit }) =>
    changing(commit, actor, (tx) => resendMails(tx, actor, query, now())),
  )
  route(app, summarizeArchiving, ({ read }) => read((tx) => summarize(tx, now())))
}
