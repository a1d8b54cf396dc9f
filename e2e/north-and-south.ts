/** A client writes with two groups, of which a manager reads one. */
import { dayMs } from '@verbatim/contract/durations.ts'
import { captureHistory, messageOf } from '@verbatim/server/testing/history.ts'
import { expect, type Story } from '#world.ts'

export const [north, south, client] = ['+15550100001', '+15550100009', '+15550107001']

/** What was said two days ago, with its sender and its receiver; a manager reads the north alone. */
export async function speak(
  { installation: { world }, tenant }: Story,
  said: readonly (readonly [by: string, to: string, body: string])[],
): Promise<void> {
  const lines = said.map(([by, to, body]) =>
    messageOf(world, {
      conversationKey: [by, to].toSorted().join(),
      direction: by === client ? 'inbound' : 'outbound',
      author: { kind: 'phone', value: by },
      participants: [by, to].map((value) => ({
        identity: { kind: 'phone' as const, value },
        role: 'member' as const,
      })),
      sentAt: new Date(world.ctx.now().getTime() - 2 * dayMs),
      body,
    }),
  )
  await captureHistory(world, tenant, ...lines.map((line) => [line]))
  await world.settle()
  const admin = await world.as(tenant, tenant.users.super_admin)
  const { manager } = tenant.users
  const members = (profileId: string, change: object) =>
    admin.call('PUT', `/bff/api/v1/permission-profiles/${profileId}/members`, change)
  const added = await members(tenant.profiles.north, { added: [manager] })
  const removed = await members(tenant.profiles.everything, { removed: [manager] })
  expect([added.status, removed.status]).toEqual([200, 200])
}
