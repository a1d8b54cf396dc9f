/** A connection that ends at the same mail each time is the mail's own failure, if the receiver takes others meanwhile. */
import { sql } from 'kysely'
import { unarchivedMails } from '#domains/archiving/due.ts'
import { queueMails } from '#domains/mail/commands.ts'
import { organizationAddress } from '#domains/organizations/address.ts'
import { requireOrganization } from '#domains/organizations/queries.ts'
import { mayDo } from '#domains/permissions/holders.ts'
import type { Failure } from '#platform/archive-link/problem.ts'
import { inTenant, type TenantTx } from '#platform/db.ts'
import { prolong } from '#platform/work/tries.ts'
import type { Sending } from './deliver-mail.ts'
import { fail, type Taken } from './settle-mail.ts'

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
  await tell(tx, ctx, mails)
}

/** A connection that ends is a problem of the receiver, and the first mail that it takes afterwards is noted beside its settings. */
async function hasTakenSince(tx: TenantTx, at: Date): Promise<boolean> {
  const recovered = tx.selectFrom('archiving').where('taken_at', '>=', at).select('taken_at')
  return (await recovered.executeTakeFirst()) !== undefined
}

const hourMs = 60 * 60_000

/** Notifies those who manage archiving at once, at most once an hour; the list has every mail that failed. */
async function tell(tx: TenantTx, ctx: Sending, mails: readonly Taken[]): Promise<void> {
  const { name, hostLabel } = await requireOrganization(tx)
  const address = organizationAddress(ctx.addresses, hostLabel)
  const { rows } = await sql<{ id: string; email: string }>`
    select person.id, person.email from tenant_user person
    where person.removed_at is null and ${mayDo('smtp_integration.manage')} order by person.id`.execute(tx)
  const links = mails.flatMap(({ row: { message_id: id } }) => (id ? [ctx.form.linkOf(id)] : []))
  const text = `Archiving by mail of ${name}. The archive ended the connection ${mostCuts} times at the same email, and accepted other emails meanwhile.

Verbatim no longer tries to send this email, so that later emails of its conversation can be sent. The archive did not confirm it, but may have it.
You find it among the failed emails, and can send it again there. It keeps its Message-ID.

${[...links, ''].join('\n')}
${address}/organization/smtp-integration
`
  const hour = Math.floor(ctx.now().getTime() / hourMs)
  await queueMails(
    tx,
    ctx,
    rows.map(({ id, email }) => ({
      kind: 'notice',
      to: email,
      subject: 'Archiving: an email was given up',
      text,
      dedupeKey: `${unarchivedMails.name} given up ${hour} ${id}`,
    })),
  )
}
