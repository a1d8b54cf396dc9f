/** Everything in the demo organization except conversations, created with the commands of people's requests. */
import type { BusinessHours } from '@verbatim/contract/business-hours.ts'
import { dayMs, hourMs, minuteMs } from '@verbatim/contract/durations.ts'
import type { AccountId, ContactId, GroupId, PermissionProfileId, UserId } from '@verbatim/contract/ids.ts'
import { PolicyDraft } from '@verbatim/contract/policies.ts'
import { createAccounts } from '@verbatim/server/domains/accounts/commands.ts'
import { byVerbatim } from '@verbatim/server/domains/audit/commands.ts'
import { createContacts } from '@verbatim/server/domains/contacts/commands.ts'
import { createGroups } from '@verbatim/server/domains/groups/commands.ts'
import { createOrganization } from '@verbatim/server/domains/organizations/commands.ts'
import { createProfiles } from '@verbatim/server/domains/permissions/create-profiles.ts'
import { findActor } from '@verbatim/server/domains/permissions/actors.ts'
import { createPolicy, updatePolicy } from '@verbatim/server/domains/policies/commands.ts'
import { createUsers } from '@verbatim/server/domains/users/commands.ts'
import { sealSecretsOf } from '@verbatim/server/flows/capture/account-secrets.ts'
import type { DemoAccount, DemoPolicy } from '#organization.ts'
import { inTenant, type TenantTx } from '@verbatim/server/platform/db.ts'
import type { Secrets } from '@verbatim/server/platform/crypto.ts'
import { historyDate } from './comparisons.ts'
import type { Seeding } from './seeding.ts'

/** The people, the policies and the accounts are a little older than the first message. */
const peopleBeforeMs = 374 * dayMs
const policiesBeforeMs = 372 * dayMs
const accountsBeforeMs = 370 * dayMs

/** The demo's endpoints are open to this machine only. */
const thisMachine = ['127.0.0.0/8', '::1']

/** The house opens early for Asia and stays open for New York. */
function officeHours(now: Date): BusinessHours {
  const year = now.getUTCFullYear()
  const holidays = [year - 1, year].flatMap((one) => [`${one}-01-01`, `${one}-12-25`, `${one}-12-26`])
  return { days: [1, 2, 3, 4, 5], from: '08:00', to: '19:00', holidays }
}

/** Makes the organization with its people, groups, contacts, accounts and policies, in one transaction. */
export async function seedPeople(seeding: Seeding): Promise<void> {
  const { ctx, demo, tenantId, label, idOf } = seeding
  await inTenant(ctx.db, tenantId, async (tx) => {
    const known = await tx.selectFrom('organization').select('tenant_id').executeTakeFirst()
    if (known) return
    const { name, domain } = demo.organization
    await createOrganization(tx, {
      id: tenantId,
      label,
      name,
      mailDomains: [domain],
      country: 'GB',
      timeZone: 'Europe/London',
      businessHours: officeHours(ctx.now()),
      initialHistoryDate: historyDate(seeding.beganAt),
    })
    await createGroups(
      tx,
      demo.groups.map(({ key, ...group }) => ({ ...group, id: idOf<GroupId>('group', key) })),
    )
    await createProfiles(
      tx,
      demo.profiles.map(({ key, name: title, description, channels, groupKeys }) => ({
        id: idOf<PermissionProfileId>('profile', key),
        name: title,
        description,
        channels,
        groupIds: groupKeys === 'all' ? 'all' : groupKeys.map((group) => idOf<GroupId>('group', group)),
      })),
    )
    await seedUsers(tx, seeding)
    await seedContacts(tx, seeding)
    await createAccounts(
      tx,
      demo.accounts.map((account) => newAccount(seeding, account)),
    )
    await seedPolicies(tx, seeding)
  })
}

/** All were added one after the other. The last representative was invited and has not signed in yet; the others signed in recently. */
function visitsOf({ demo, beganAt }: Pick<Seeding, 'demo' | 'beganAt'>, key: string) {
  const turn = [...demo.users, ...demo.representatives].findIndex((person) => person.key === key)
  const addedAt = new Date(beganAt.getTime() - peopleBeforeMs + turn * 3 * minuteMs)
  const at = demo.representatives.findIndex((person) => person.key === key)
  const hoursAgo = (hours: number) => new Date(beganAt.getTime() - hours * hourMs)
  return at === demo.representatives.length - 1
    ? { addedAt, source: 'invitation' as const, invitedAt: hoursAgo(30) }
    : { addedAt, lastSignInAt: hoursAgo(1 + (((at + 2) * 7) % 90)) }
}

async function seedUsers(tx: TenantTx, seeding: Seeding): Promise<void> {
  const { demo, idOf, administratorEmail } = seeding
  const profilesOf = (key: string) =>
    demo.profiles
      .filter(({ memberKeys }) => memberKeys.includes(key))
      .map((profile) => idOf<PermissionProfileId>('profile', profile.key))
  await createUsers(
    tx,
    byVerbatim,
    [
      ...demo.users.map(({ key, email, firstName, lastName, role }) => ({
        id: idOf<UserId>('user', key),
        email: key === 'admin' ? administratorEmail : email,
        firstName,
        lastName,
        role,
        profileIds: profilesOf(key),
        ...visitsOf(seeding, key),
      })),
      ...demo.representatives.map((person) => ({
        id: idOf<UserId>('user', person.key),
        email: person.email,
        firstName: person.firstName,
        lastName: person.lastName,
        role: person.role,
        messengerRole: person.isManager ? ('manager' as const) : ('user' as const),
        phoneNumber: person.phone,
        addresses: person.identities.map(({ value }) => value),
        groupIds: person.groupKeys.map((key) => idOf<GroupId>('group', key)),
        ...visitsOf(seeding, person.key),
      })),
    ],
    seeding.beganAt,
  )
}

async function seedContacts(tx: TenantTx, { demo, idOf, beganAt }: Seeding): Promise<void> {
  await createContacts(
    tx,
    demo.contacts.map(({ key, displayName, shareLevel, ownerKey, identities, groupKeys }) => ({
      id: idOf<ContactId>('contact', key),
      name: displayName,
      shareLevel,
      ownerId: idOf<UserId>('user', ownerKey),
      addresses: identities.map(({ value }) => value),
      groupIds: groupKeys.map((group) => idOf<GroupId>('group', group)),
    })),
    beganAt,
  )
}

function newAccount({ ctx, tenantId, beganAt, idOf }: Seeding, account: DemoAccount) {
  const { key, channel, name, address, ownerKey } = account
  const id = idOf<AccountId>('account', key)
  return {
    id,
    channel,
    name,
    address: address.value,
    connectedAt: new Date(beganAt.getTime() - accountsBeforeMs),
    ...(ownerKey && { ownerId: idOf<UserId>('user', ownerKey) }),
    ...(channel === 'proofpoint' && { settings: { networks: thisMachine } }),
    ...((channel === 'sms' || channel === 'whatsapp') && {
      sealedSecrets: sealSecretsOf({ tenantId, id }, doorSecrets(ctx.secrets, id), ctx.secrets),
    }),
  }
}

/** The signing token of the account's provider, specific to this installation and the same at every attempt. */
function doorSecrets(secrets: Secrets, id: AccountId) {
  return {
    accountSid: `AC${secrets.derive('demo account sid', id, 16).toString('hex')}`,
    authTokens: [secrets.derive('demo auth token', id, 16).toString('hex')],
  }
}

async function seedPolicies(tx: TenantTx, { demo, beganAt, idOf }: Seeding): Promise<void> {
  const author = await findActor(tx, idOf<UserId>('user', 'admin'))
  if (!author) throw new Error('The administrator of the demo is not there')
  const since = new Date(beganAt.getTime() - policiesBeforeMs)
  for (const [at, policy] of demo.policies.entries()) {
    const draft = draftOf(policy, idOf)
    const draftedAt = new Date(since.getTime() + at * 11 * minuteMs)
    // Each was tried out for a day.
    const id = await createPolicy(tx, author, { ...draft, enabled: false }, draftedAt)
    if (!draft.enabled) continue
    const change = { expectedVersion: 1, enabled: true }
    await updatePolicy(tx, author, { id, change }, new Date(draftedAt.getTime() + dayMs))
  }
}

/** Checked like a person's request. */
function draftOf(policy: DemoPolicy, idOf: Seeding['idOf']): PolicyDraft {
  const { name, severity, scope, groupKeys, action, enabled } = policy
  return PolicyDraft.parse({
    name,
    severity,
    scope,
    groupIds: groupKeys.map((key) => idOf<GroupId>('group', key)),
    action,
    enabled,
    rules: policy.rules.map((rule) => ({ ...rule, scope: rule.scope ?? 'message' })),
  })
}
