/** Creates the demo organization in a database, with the commands and the path of real people and messages. */
import { TenantId, type UserId } from '@verbatim/contract/ids.ts'
import { findTenantByHost } from '@verbatim/server/domains/organizations/queries.ts'
import { letSignIn } from '@verbatim/server/flows/found-organization/let-sign-in.ts'
import { reviseThemes } from '@verbatim/server/flows/revise-themes/revise.ts'
import { newId } from '@verbatim/server/kernel/uuid.ts'
import type { DemoPerson } from './introduce.ts'
import type { DemoOrganization } from './organization.ts'
import { seedComparisons } from '#seeding/comparisons.ts'
import { seedDeliveries } from '#seeding/deliveries.ts'
import { seedDisconnections } from '#seeding/disconnections.ts'
import { writeIntakeCard } from '#seeding/intake-card.ts'
import { namedIds } from '#seeding/named-id.ts'
import { seedNotifications } from '#seeding/notifications.ts'
import { seedPeople } from '#seeding/people.ts'
import { seedRetention } from '#seeding/retention.ts'
import { seedReviews } from '#seeding/review-work.ts'
import type { SeedContext, Seeding } from '#seeding/seeding.ts'
import { seedQuarantined, seedRefusals } from '#seeding/troubles.ts'

export interface SeedOptions {
  readonly demo: DemoOrganization
  /** The first label of the organization's address. */
  readonly label: string
  /** When the first attempt started; the demo is made for this time. */
  readonly beganAt: Date
  readonly administrator: { readonly email: string; readonly password: string }
  /** All platform users and a few representatives sign in with that password, too: on a developer's own machine only. */
  readonly allSignIn?: boolean
  /** The folder for `demo.json`, which describes how to try the endpoints. */
  readonly home: string
  readonly tell?: (text: string) => void
}

/**
 * Seeds the demo organization. An interrupted attempt is continued by the next one with the same `demo`, `label` and
 * `beganAt`: each step does only the missing part, so nothing is created twice.
 * @returns Who can sign in.
 */
export async function seedDemo(ctx: SeedContext, options: SeedOptions): Promise<DemoPerson[]> {
  const { demo, label, beganAt, administrator, allSignIn = false, home, tell = () => {} } = options
  const known = await findTenantByHost(ctx.db, label)
  const tenantId = known?.id ?? TenantId.parse(newId(beganAt))
  const seeding: Seeding = {
    ctx,
    demo,
    tenantId,
    label,
    beganAt,
    administratorEmail: administrator.email,
    idOf: namedIds(tenantId, beganAt),
    tell,
  }
  tell('people, accounts and policies')
  await seedPeople(seeding)
  await seedDeliveries(seeding)
  await seedQuarantined(seeding)
  await seedRefusals(seeding)
  await seedDisconnections(seeding)
  tell('what the providers list')
  await seedComparisons(seeding)
  await seedReviews(seeding)
  await seedNotifications(seeding)
  await seedRetention(seeding)
  tell('themes')
  await reviseThemes(ctx, tenantId)
  await writeIntakeCard(seeding, home)
  const platformUsers = demo.users.filter(({ key }) => allSignIn || key === 'admin')
  const messengerUsers = allSignIn ? tellingRepresentatives(demo) : []
  const userIds = [...platformUsers, ...messengerUsers].map(({ key }) => seeding.idOf<UserId>('user', key))
  await letSignIn(ctx, tenantId, { userIds, password: administrator.password })
  const reviewers = platformUsers.map(({ key, firstName, lastName, role, email }) => ({
    name: `${firstName} ${lastName}`,
    role,
    email: key === 'admin' ? administrator.email : email,
    profiles: demo.profiles.filter(({ memberKeys }) => memberKeys.includes(key)).map(({ name }) => name),
  }))
  return [
    ...reviewers,
    ...messengerUsers.map(({ firstName, lastName, role, email }) => ({
      name: `${firstName} ${lastName}`,
      role,
      email,
      profiles: ['the messenger, at /messenger/'],
    })),
  ]
}

/** A representative, and the manager of the same desk, who also reads the conversations of its contacts. */
function tellingRepresentatives({ representatives }: DemoOrganization): DemoOrganization['representatives'] {
  const manager = representatives.find(({ isManager }) => isManager)
  const other = representatives.find(({ desk, isManager }) => !isManager && desk === manager?.desk)
  return [other, manager].filter((person) => person !== undefined)
}
