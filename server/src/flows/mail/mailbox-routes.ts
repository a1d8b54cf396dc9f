import { listWaitingMails } from '@verbatim/contract/mail.ts'
import type { FastifyInstance } from 'fastify'
import { findWaitingMails } from '#domains/mail/queries.ts'
import { Failure } from '#kernel/failure.ts'
import type { Secrets } from '#platform/crypto.ts'
import { type Db, inTenant } from '#platform/db.ts'
import { route } from '#platform/http/route.ts'

export interface MailboxContext {
  readonly db: Db
  readonly secrets: Secrets
  /** Whether mail waits here instead of leaving: environment `local`, and no mail server. */
  readonly hasMailbox: boolean
}

const thisMachine = /^(127\.|::1$|::ffff:127\.)/

/** Mails that wait, for whoever sits at this machine: codes and first passwords are in them. */
export function mailboxRoutes(app: FastifyInstance, { db, secrets, hasMailbox }: MailboxContext): void {
  route(app, listWaitingMails, async ({ request }) => {
    if (!hasMailbox || !request.tenant || !thisMachine.test(request.ip))
      throw new Failure('request.not-found')
    return { items: await inTenant(db, request.tenant.id, (tx) => findWaitingMails(tx, secrets)) }
  })
}
