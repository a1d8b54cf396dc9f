import { type ArchivingTest, archiveProblemWords, type testArchiving } from '@verbatim/contract/archiving.ts'
import type { OutputOf } from '@verbatim/contract/endpoint.ts'
import type { Actor } from '#kernel/actor.ts'
import { keptPassword } from '#domains/archiving/commands.ts'
import { findArchiving } from '#domains/archiving/find.ts'
import { Failure } from '#kernel/failure.ts'
import { newId } from '#kernel/uuid.ts'
import { openArchiveLink } from '#platform/archive-link/link.ts'
import { inTenant } from '#platform/db.ts'
import { receiverOf, unsealed } from './receiver.ts'
import type { ArchiveContext } from './send-archive.ts'

const timeoutMs = 10_000

/**
 * Sends one mail that contains no message.
 * @throws Failure `archiving.no-password`
 */
export async function sendTest(
  { db, secrets, mediaHosts, now }: Pick<ArchiveContext, 'db' | 'secrets' | 'mediaHosts' | 'now'>,
  { tenantId }: Pick<Actor, 'tenantId'>,
  entered: ArchivingTest,
): Promise<OutputOf<typeof testArchiving>> {
  const stored = await inTenant(db, tenantId, findArchiving)
  const password = entered.password ?? unsealed(keptPassword(stored, entered), secrets, tenantId)
  if (entered.signIn !== 'none' && password === undefined) throw new Failure('archiving.no-password')
  const { fromAddress: from, journalRecipients: to } = entered
  const domain = from.slice(from.lastIndexOf('@') + 1)
  const raw = [
    `From: <${from}>`,
    `To: ${to.map((address) => `<${address}>`).join(', ')}`,
    'Subject: Verbatim test mail',
    `Date: ${now().toUTCString().replace('GMT', '+0000')}`,
    `Message-ID: <${newId(now())}.test@${domain}>`,
    'Auto-Submitted: auto-generated',
    'MIME-Version: 1.0',
    'Content-Type: text/plain; charset=utf-8',
    '',
    'This mail tests the archiving by mail of Verbatim. It contains no message.',
    '',
  ].join('\r\n')
  const link = openArchiveLink(receiverOf(entered, password), { extraHosts: mediaHosts, timeoutMs })
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
      message: refused.length > 0 ? archiveProblemWords.recipients : 'The server took the test mail.',
      answer,
      ...(queueId !== undefined && { queueId }),
      refusedRecipients: refused,
    }
  } finally {
    link.close()
  }
}
