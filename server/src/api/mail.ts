import { listWaitingMails, mailboxPath } from '@verbatim/contract/mail.ts'
import type { FastifyInstance } from 'fastify'
import { mailboxKey } from '#domains/mail/mailbox-key.ts'
import { findWaitingMails } from '#domains/mail/queries.ts'
import { Failure } from '#kernel/failure.ts'
import { type Secrets, sameSecret } from '#platform/crypto.ts'
import { type Db, inTenant } from '#platform/db.ts'
import { type Cookie, readCookie, setCookie } from '#platform/http/cookies.ts'
import { route } from '#platform/http/route.ts'

interface MailboxContext {
  readonly db: Db
  readonly secrets: Secrets
  readonly publicBaseUrl: string
  /** Whether mail waits here instead of being sent: environment `local`, and no mail server. */
  readonly hasMailbox: boolean
}

const cookie: Cookie = { name: 'mailbox', sameSite: 'Strict' }
const thisMachine = /^(127\.|::1$|::ffff:127\.)/

/**
 * Waiting mails, for a person at this machine who has seen the output of the start: they contain codes and first passwords.
 * The printed link carries a key; the browser that opened it keeps the key in a cookie.
 */
export function mailboxRoutes(app: FastifyInstance, ctx: MailboxContext): void {
  const { db, secrets, publicBaseUrl, hasMailbox } = ctx
  if (!hasMailbox) {
    route(app, listWaitingMails, () => {
      throw new Failure('request.not-found')
    })
    return
  }
  const key = mailboxKey(secrets)

  app.addHook('onRequest', async (request, reply) => {
    if (!request.url.startsWith(`${mailboxPath}?`)) return
    const { key: given } = request.query as { key?: unknown }
    if (typeof given !== 'string' || !sameSecret(given, key)) return
    setCookie(publicBaseUrl, reply, cookie, key)
    return reply.header('cache-control', 'no-store').redirect(mailboxPath, 303)
  })

  route(app, listWaitingMails, async ({ request }) => {
    if (!request.tenant || !thisMachine.test(request.ip)) throw new Failure('request.not-found')
    if (!sameSecret(readCookie(publicBaseUrl, request, cookie), key)) throw new Failure('mailbox.closed')
    return { items: await inTenant(db, request.tenant.id, (tx) => findWaitingMails(tx, secrets)) }
  })
}
