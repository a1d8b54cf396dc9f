/** A connection that ends at the same mail each time is the mail's own failure, if the receiver takes others meanwhile. */
import type { Failure } from '#platform/archive-link/problem.ts'
import { inTenant, type TenantTx } from '#platform/db.ts'
import { prolong } from '#platform/work/tries.ts'
import type { Sending } from './deliver-mail.ts'
import { fail, type Taken } from './settle-mail.ts'
import { notifyOfGivenUp } from './notify-of-given-up.ts'

/** So often a connection ends at a mail before the mail is suspected. */
const mostCuts = 5

/** `suspect`: the receiver has taken no other mail meanwhile, so the next one of the conversation shows whose failure it is. */
type Blamed = 'receiver' | 'suspect' | 'given-up'

/** Notes that the connection ended after the receiver had let the mail in. */
export async function noteCut(sending: Sending, mail: Taken, { problem, answer }: Failure): Promise<Blamed> {
  const { db, tenantId, course, now } = sending
  const { row, tried } = mail
  // What the receiver took meanwhile decides.
  await course.acceptances.stored()
  return inTenant(db, tenantId, async (tx) => {
    const cuts = row.cuts + 1
    const at = now()
    if (!(await prolong(tx, tried, at, { cuts, cut_at: at, problem, answer: answer ?? null })))
      return 'receiver'
    if (cuts < mostCuts) return 'receiver'
    if (!row.cut_at || !(await hasTakenSince(tx, row.cut_at))) return 'suspect'
    await giveUp(tx, sending, [mail])
    return 'given-up'
  })
}

/** They wait for people, and those after them go on. */
export async function giveUp(tx: TenantTx, ctx: Sending, mails: readonly Taken[]): Promise<void> {
  const trouble = { problem: 'ends-connection', answer: null, lasting: true } as const
  for (const mail of mails) await fail(tx, mail, trouble, ctx.now())
  await notifyOfGivenUp(tx, ctx, mails, cutWords)
}

/** A connection that ends is a problem of the receiver, and the first mail that it takes afterwards is noted beside its settings. */
async function hasTakenSince(tx: TenantTx, at: Date): Promise<boolean> {
  const recovered = tx.selectFrom('archiving').where('taken_at', '>=', at).select('taken_at')
  return (await recovered.executeTakeFirst()) !== undefined
}

const cutWords = `The archive ended the connection ${mostCuts} times while this email was sent, but accepted other emails. Verbatim has stopped trying, so that later emails of the conversation can be sent. The archive did not confirm this email, but may have received it.`
