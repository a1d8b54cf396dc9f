import type { Page } from '@playwright/test'
import { categories, urgencies } from '@verbatim/contract/categories.ts'
import { channels } from '@verbatim/contract/channels.ts'
import { dayMs } from '@verbatim/contract/durations.ts'
import { ConversationId, GroupId, UserId } from '@verbatim/contract/ids.ts'
import { inTenant } from '@verbatim/server/platform/db.ts'
import { insertMessages } from '@verbatim/server/testing/messages.ts'
import { randomUUID } from 'node:crypto'
import { makeFurtherPolicy } from '#events.ts'
import type { Story } from '#world.ts'

/** On how many sheets of paper the page is printed. */
export async function sheetsOf(page: Page): Promise<number> {
  const pdf = await page.pdf({ format: 'A4' })
  return pdf.toString('latin1').match(/\/Type\s*\/Page\b/g)?.length ?? 0
}

/** More of everything than figures are divided into, and than a page of a list has. */
const many = 56
const messages = 1_200

/** People, groups, policies and a year's messages: more of each than a table of figures shows. */
export async function fillFigures(story: Story): Promise<void> {
  const { installation, tenant } = story
  const { ctx } = installation.world
  const now = ctx.now()
  const each = Array.from({ length: many }, (_, at) => at)
  const people = each.map((at) => ({ id: UserId.parse(randomUUID()), email: `person${at}@print.example` }))
  const groups = each.map(() => GroupId.parse(randomUUID()))
  const conversations = each.map(() => ConversationId.parse(randomUUID()))
  const at = <T>(all: readonly T[], place: number) => all[place % all.length] as T
  const said = Array.from({ length: messages }, (_, i) => {
    const isOurs = i % 2 === 0
    const turn = Math.floor(i / 2)
    return {
      conversation_id: at(conversations, turn),
      channel: at(channels, turn % many),
      direction: isOurs ? ('outbound' as const) : ('inbound' as const),
      author_user_id: isOurs ? at(people, turn).id : null,
      group_ids: [at(groups, turn)],
      category: at(categories, turn),
      urgency: at(urgencies, turn),
      // Half of it within the days of the insights.
      posted_at: new Date(now.getTime() - (1 + (i < messages / 2 ? i % 25 : i % 360)) * dayMs),
      body: 'Good morning',
    }
  })
  await inTenant(ctx.db, tenant.id, async (tx) => {
    await tx
      .insertInto('conversation_group')
      .values(groups.map((id, place) => ({ id, name: `Desk ${place}`, name_key: `desk ${place}` })))
      .execute()
    await tx
      .insertInto('tenant_user')
      .values(
        people.map(({ id, email }, place) => ({
          id,
          email,
          email_key: email,
          first_name: `Person ${place}`,
          role: 'compliance' as const,
          phone_number: null,
        })),
      )
      .execute()
    await insertMessages(tx, said, now)
  })
  const phrases = each.map((place) => `promise number ${place} of ours`)
  for (const [place, pattern] of phrases.entries())
    await makeFurtherPolicy(story, { name: `Promises of kind ${place}`, pattern })
  // Each policy has an open event and a false alarm, of days that are over.
  for (const from of ['+15550960001', '+15550960002']) await story.deliver({ from, body: phrases.join('. ') })
  await inTenant(ctx.db, tenant.id, async (tx) => {
    const raised = new Date(now.getTime() - 2 * dayMs)
    const events = await tx.selectFrom('cognitive_event').select('id').orderBy('id').execute()
    for (const [place, { id }] of events.entries())
      await tx
        .updateTable('cognitive_event')
        .set(
          place < many
            ? { assignee_id: at(people, place).id }
            : { status: 'dismissed', disposition: 'false_positive' },
        )
        .set({ triggered_at: raised, last_evidence_at: raised })
        .where('id', '=', id)
        .execute()
  })
}
