/** What the small organization spoke about in the last weeks, so that there are themes, and days behind the figures. */
import { dayMs } from '@verbatim/contract/durations.ts'
import type { CapturedMessage } from '@verbatim/server/kernel/captured-event.ts'
import { reviseThemes } from '@verbatim/server/flows/revise-themes/revise.ts'
import { captureHistory, messageOf } from '@verbatim/server/testing/history.ts'
import type { Installation } from '@verbatim/server/testing/installation.ts'
import type { WorldTenant } from '@verbatim/server/testing/world.ts'

/** Each writes of one subject, once in each of some weeks. */
export const clients = [
  {
    name: 'Helena Marsh',
    phone: '+447700900111',
    writes: [
      'What fees do I pay each year?',
      'Your fee letter says that the management charge goes up.',
      'Please send me the price list of next year.',
      'I am very unhappy with the new fees, they are far too high.',
      'Is the annual charge a percentage fee?',
      'Why are your prices higher than those of others?',
      'Thank you for the lower fee, that was very kind.',
    ],
  },
  {
    name: 'Oskar Lindberg',
    phone: '+447700900112',
    writes: [
      'Can my old pension be moved to you?',
      'What is the transfer value of my pension?',
      'I would like to retire at sixty.',
      'When does my pension begin?',
      'Please compare an annuity with a pension.',
      'My former employer asks about the pension transfer.',
      'The pension statement is wrong again, and I am angry.',
    ],
  },
  {
    name: 'Priya Nair',
    phone: '+447700900113',
    writes: [
      'The notary needs the purchase price of the house.',
      'We look for a villa, a second home abroad.',
      'The seller of the house wants an answer this week.',
      'Could you send the notary the papers of the apartment?',
      'Who pays the notary when we buy the house?',
      'The estate agent showed us another flat.',
      'We have the keys of the new house. Thank you!',
    ],
  },
] as const

/**
 * So many weeks ago, on a Tuesday morning: the same whatever day it is now, within office hours and within 90 days. None is
 * near the bounds of the last 7 or 30 days, where it would be in some runs and not in others.
 */
const weeksAgo = [11, 10, 7, 6, 5, 2, 1]

/** The client writes, and the desk answers ten minutes later; then themes are found as every night. */
export async function speakOfSubjects(
  { world }: Installation,
  tenant: WorldTenant,
  desk: string,
): Promise<void> {
  const now = world.ctx.now()
  const today = Date.UTC(now.getUTCFullYear(), now.getUTCMonth(), now.getUTCDate())
  const sinceTuesday = (now.getUTCDay() + 5) % 7
  const messages = clients.flatMap(({ phone, writes }, who) =>
    writes.flatMap((body, at): CapturedMessage[] => {
      const days = (weeksAgo[at] ?? 0) * 7 + sinceTuesday
      const sentAt = today - days * dayMs + (10 * 60 + who) * 60_000
      const ofClient = { kind: 'phone', value: phone } as const
      const ofDesk = { kind: 'phone', value: desk } as const
      const conversationKey = `subject${who}`
      return [
        messageOf(world, {
          conversationKey,
          author: ofClient,
          participants: [{ identity: ofDesk, role: 'recipient' }],
          sentAt: new Date(sentAt),
          body,
        }),
        messageOf(world, {
          conversationKey,
          direction: 'outbound',
          author: ofDesk,
          participants: [{ identity: ofClient, role: 'recipient' }],
          sentAt: new Date(sentAt + 10 * 60_000),
          body: 'You have my answer this afternoon.',
        }),
      ]
    }),
  )
  await captureHistory(world, tenant, messages)
  await world.settle()
  await reviseThemes(world.ctx, tenant.id)
}
