import { type ArchivingTest, archiveProblemWords, type testArchiving } from '@verbatim/contract/archiving.ts'
import type { OutputOf } from '@verbatim/contract/endpoint.ts'
import type { Actor } from '#kernel/actor.ts'
import { keptSecrets } from '#domains/archiving/commands.ts'
import { findArchiving } from '#domains/archiving/find.ts'
import { Failure } from '#kernel/failure.ts'
import { newId } from '#kernel/uuid.ts'
import { openArchiveLink } from '#platform/archive-link/link.ts'
import { inTenant } from '#platform/db.ts'
import { type Reached, receiverOf, storedReceiver } from './receiver.ts'
import type { ArchiveContext } from './deliver-mail.ts'
import { askForToken } from './token-endpoint.ts'

type TestContext = Pick<ArchiveContext, 'db' | 'secrets' | 'mediaHosts' | 'archiveLink' | 'now'>

const timeoutMs = 10_000

/**
 * Sends one mail that contains no message.
 * @throws Failure `archiving.no-password`
 */
export async function sendTest(
  ctx: TestContext,
  { tenantId }: Pick<Actor, 'tenantId'>,
  entered: ArchivingTest,
): Promise<OutputOf<typeof testArchiving>> {
  const reached = await reachedBy(ctx, tenantId, entered)
  if ('problem' in reached) {
    const { problem, answer } = reached
    return {
      accepted: false,
      problem,
      message: archiveProblemWords[problem],
      answer,
      refusedRecipients: [],
    }
  }
  const { mediaHosts, archiveLink, now } = ctx
  const { fromAddress: from, journalRecipients: to } = entered
  const domain = from.slice(from.lastIndexOf('@') + 1)
  const raw = [
    `From: <${from}>`,
    `To: ${to.map((address) => `<${address}>`).join(', ')}`,
    'Subject: Verbatim test email',
    `Date: ${now().toUTCString().replace('GMT', '+0000')}`,
    `Message-ID: <${newId(now())}.test@${domain}>`,
    'Auto-Submitted: auto-generated',
    'MIME-Version: 1.0',
    'Content-Type: text/plain; charset=utf-8',
    '',
    'This email tests the archiving by email of Verbatim. It contains no message.',
    '',
  ].join('\r\n')
  const link = openArchiveLink(reached.receiver, {
    extraHosts: mediaHosts,
    timeoutMs,
    ...archiveLink,
  })
  try {
    const outcome = await link.deliver({ from, to, raw: Buffer.from(raw) })
    if (outcome.state !== 'accepted') {
      const { problem, answer } = outcome
      const said = answer === undefined ? {} : { answer }
      return {
        accepted: false,
        problem,
        message: archiveProblemWords[problem],
        ...said,
        refusedRecipients: [],
      }
    }
    const refused = outcome.rejected.map(({ address }) => address)
    const { queueId, answer } = outcome
    return {
      accepted: refused.length === 0,
      ...(refused.length > 0 && { problem: 'recipients' as const }),
      message: refused.length > 0 ? archiveProblemWords.recipients : 'The server took the test email.',
      answer,
      ...(queueId !== undefined && { queueId }),
      refusedRecipients: refused,
    }
  } finally {
    link.close()
  }
}

/** The receiver with what was entered, or with what is stored for it. */
async function reachedBy(
  ctx: TestContext,
  tenantId: Actor['tenantId'],
  entered: ArchivingTest,
): Promise<Pick<Reached, 'receiver'> | { readonly problem: 'token'; readonly answer: string }> {
  const { signIn, password, refreshToken, tokenUrl: url, clientId, scope } = entered
  if (signIn === 'none') return { receiver: receiverOf(entered) }
  const kept = keptSecrets(await inTenant(ctx.db, tenantId, findArchiving), entered)
  if (password === undefined) {
    // With an entered refresh token, the stored secret is asked with it once both are saved.
    if (!kept?.password_sealed || refreshToken !== undefined) throw new Failure('archiving.no-password')
    return storedReceiver(ctx, { ...kept, sign_in: signIn })
  }
  if (signIn !== 'xoauth2') return { receiver: receiverOf(entered, password) }
  const given = await askForToken(
    { url, clientId, clientSecret: password, scope, refreshToken },
    { extraHosts: ctx.mediaHosts, now: ctx.now },
  )
  return 'problem' in given ? given : { receiver: receiverOf(entered, given.accessToken) }
}
