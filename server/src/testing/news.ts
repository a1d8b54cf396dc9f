import type { WaitingMail } from '@verbatim/contract/mail.ts'
import { findWaitingMails } from '#domains/mail/queries.ts'
import { inTenant } from '#platform/db.ts'
import type { World, WorldTenant } from './world.ts'

/** @returns Reads the mails whose subjects begin so and that it has not read before. */
export function readNews(
  bed: () => { readonly world: World; readonly tenant: WorldTenant },
  subject: string,
): () => Promise<WaitingMail[]> {
  const read = new Set<string>()
  return async () => {
    const { world, tenant } = bed()
    const mails = await inTenant(world.ctx.db, tenant.id, (tx) => findWaitingMails(tx, world.ctx.secrets))
    const fresh = mails.filter((mail) => !read.has(mail.id) && mail.subject.startsWith(subject))
    for (const { id } of fresh) read.add(id)
    return fresh
  }
}
