/** The demo's recipients of notifications. They are created after the year, so its events send no mail. */
import type { UserId } from '@verbatim/contract/ids.ts'
import { NotificationDraft } from '@verbatim/contract/notifications.ts'
import { defaultMessage, defaultSubject } from '@verbatim/contract/notification-template.ts'
import { createNotification } from '@verbatim/server/domains/notifications/commands.ts'
import { findActor } from '@verbatim/server/domains/permissions/actors.ts'
import { inTenant } from '@verbatim/server/platform/db.ts'
import type { Seeding } from './seeding.ts'

const planned = [
  {
    policy: 'market-abuse',
    to: ['compliance-head', 'compliance-officer'],
    delivery: 'immediate',
    from: 'high',
  },
  {
    policy: 'inside-information',
    to: ['compliance-head', 'compliance-asia'],
    delivery: 'immediate',
    from: 'low',
  },
  { policy: 'off-channel', to: ['compliance-officer'], delivery: 'hourly', from: 'medium' },
  { policy: 'complaints', to: ['operations', 'manager-london'], delivery: 'daily', from: 'low' },
  { policy: 'profanity', to: ['compliance-officer'], delivery: 'daily', from: 'low', enabled: false },
] as const

/** Not one of the organization's people: their address gets mails, but links do not work for them. */
const outside = 'surveillance-desk@auditors.example'

/** Creates the notifications, unless there are some. */
export async function seedNotifications({ ctx, demo, tenantId, beganAt, idOf }: Seeding): Promise<void> {
  await inTenant(ctx.db, tenantId, async (tx) => {
    if (await tx.selectFrom('notification').select('id').limit(1).executeTakeFirst()) return
    const author = await findActor(tx, idOf<UserId>('user', 'admin'))
    if (!author) throw new Error('The administrator of the demo is not there')
    const policies = await tx.selectFrom('policy_version').select(['policy_id', 'name']).execute()
    for (const { policy, to, delivery, from, ...rest } of planned) {
      const name = demo.policies.find(({ key }) => key === policy)?.name
      const draft = NotificationDraft.parse({
        policyId: policies.find((known) => known.name === name)?.policy_id,
        recipients: [
          ...demo.users.filter(({ key }) => to.some((one) => one === key)).map(({ email }) => email),
          ...(policy === 'market-abuse' ? [outside] : []),
        ],
        emailSubject: defaultSubject,
        emailMessage: defaultMessage,
        delivery,
        minSeverity: from,
        enabled: true,
        ...rest,
      })
      await createNotification(tx, author, draft, beganAt)
    }
  })
}
