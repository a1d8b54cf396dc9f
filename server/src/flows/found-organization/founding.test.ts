import { randomBytes } from 'node:crypto'
import { passwordProblems } from '@verbatim/contract/passwords.ts'
import { type TenantId, UserId } from '@verbatim/contract/ids.ts'
import { describe, expect, test } from 'vitest'
import { findFirstTenant } from '#domains/organizations/queries.ts'
import { makeSecrets } from '#platform/crypto.ts'
import { inTenant, type TenantTx } from '#platform/db.ts'
import { useTestDatabase } from '#testing/test-world.ts'
import type { TestDatabase } from '#testing/database.ts'
import { makeEmbeddedAdmin } from '#domains/identity/embedded-admin.ts'
import { openIdentity } from '#domains/identity/memory.ts'
import { makePassword } from '#domains/identity/made-password.ts'
import { byVerbatim } from '#domains/audit/commands.ts'
import { createUsers } from '#domains/users/commands.ts'
import { newId } from '#kernel/uuid.ts'
import { settleFirstAdministrator } from './first-administrator.ts'
import { type FoundingContext, foundOrganization } from './found-organization.ts'
import { completeSetUp, foundForSetUp, renewSetUp } from './set-up.ts'

let database: TestDatabase
useTestDatabase((opened) => {
  database = opened
})

const founding = {
  label: 'acme',
  name: 'Acme',
  administrator: { email: 'ann@acme.example', password: 'Correct-Horse-7' },
}

function environment(now = () => new Date()) {
  const secrets = makeSecrets(randomBytes(32))
  const identity = openIdentity('http://localhost/identity')
  return { db: database.db, now, identityAdmin: makeEmbeddedAdmin({ secrets, now, identity }) }
}

test('an organization is founded with an administrator who sees everything', async () => {
  const ctx = environment()
  const tenantId = await foundOrganization(ctx, founding)
  expect(await findFirstTenant(database.db)).toMatchObject({ id: tenantId })
  const users = await inTenant(database.db, tenantId, (tx) =>
    tx
      .selectFrom('tenant_user')
      .innerJoin('identity_user', 'identity_user.id', 'tenant_user.id')
      .select(['email', 'role', 'identity_user.status'])
      .execute(),
  )
  expect(users).toEqual([{ email: 'ann@acme.example', role: 'super_admin', status: 'CONFIRMED' }])
})

test('with a weak password, no organization is founded', async () => {
  const ctx = environment()
  const weak = { ...founding, label: 'weak', administrator: { email: 'a@b.example', password: 'weak' } }
  await expect(foundOrganization(ctx, weak)).rejects.toMatchObject({ code: 'identity.weak-password' })
})

test('a generated password follows the rules, is easy to read, and is always different', () => {
  const made = Array.from({ length: 200 }, () => makePassword(randomBytes))
  expect(new Set(made).size).toBe(200)
  for (const password of made) {
    expect(passwordProblems(password)).toEqual([])
    expect(password).toMatch(/^(?:[A-HJ-NP-Za-km-z2-9]{4}-){3}[A-HJ-NP-Za-km-z2-9]{4}$/)
  }
})

const via = { requestId: undefined, address: '127.0.0.1', agent: undefined }

describe('a first start that continues', () => {
  const next = { email: 'other@acme.example', password: 'Another-Horse-8' }
  let count = 0
  const founded = async () => {
    const ctx = environment()
    const administrator = { email: 'ann@acme.example', password: 'Correct-Horse-7' }
    const tenantId = await foundOrganization(ctx, {
      label: `again${(count += 1)}`,
      name: 'Acme',
      administrator,
    })
    const run = <T>(work: (tx: TenantTx) => Promise<T>) => inTenant(ctx.db, tenantId, work)
    return { ctx, tenantId, run, settle: () => settleFirstAdministrator(ctx, tenantId, next) }
  }
  const passwords = (tx: TenantTx) =>
    tx.selectFrom('identity_user').select(['id', 'salt', 'verifier_sealed']).orderBy('id').execute()

  test('gives the administrator of an interrupted attempt the password that it shows', async () => {
    const { run, settle } = await founded()
    const before = await run(passwords)
    expect(await settle()).toBe('ann@acme.example')
    const after = await run(passwords)
    expect(after.map(({ id }) => id)).toEqual(before.map(({ id }) => id))
    expect(after).not.toEqual(before)
  })

  const invite = async (tx: TenantTx, ctx: FoundingContext) => {
    const person = { id: UserId.parse(newId(ctx.now())), email: 'eve@acme.example', firstName: 'Eve' }
    const user = { ...person, lastName: 'Day', role: 'none', source: 'invitation' } as const
    await createUsers(tx, byVerbatim, [user], ctx.now())
    await ctx.identityAdmin.settlePassword(tx, person, 'Battery-Staple-9')
  }
  const change = (set: { last_sign_in_at: Date } | { removed_at: Date }) => (tx: TenantTx) =>
    tx.updateTable('tenant_user').set(set).execute()

  test.each<[string, (tx: TenantTx, ctx: FoundingContext) => Promise<unknown>]>([
    ['has another person', invite],
    ['has an administrator who has signed in', change({ last_sign_in_at: new Date() })],
    ['has an administrator who was removed', change({ removed_at: new Date() })],
  ])('changes no password of an organization that %s', async (_, use) => {
    const { ctx, run, settle } = await founded()
    await run((tx) => use(tx, ctx))
    const before = await run(passwords)
    expect(await settle()).toBeUndefined()
    expect(await run(passwords)).toEqual(before)
  })

  test('changes no password of an organization that was set up by the link, and uses up a link that waits', async () => {
    const ctx = environment()
    const waiting = await Promise.all(
      ['used', 'unused'].map((label) => foundForSetUp(ctx, { label, name: 'Acme', token: label })),
    )
    const [used, unused] = waiting as [TenantId, TenantId]
    const person = {
      firstName: 'Ann',
      lastName: 'Bell',
      email: 'ann@acme.example',
      password: 'Correct-Horse-7',
    }
    const setUp = { ...person, organizationName: 'Acme', country: 'GB' }
    const open = (tenantId: TenantId, token: string) =>
      inTenant(ctx.db, tenantId, (tx) => completeSetUp(tx, ctx, { setUp: { ...setUp, token }, via }))
    await open(used, 'used')
    const before = await inTenant(ctx.db, used, passwords)
    expect(await settleFirstAdministrator(ctx, used, next)).toBeUndefined()
    expect(await inTenant(ctx.db, used, passwords)).toEqual(before)

    expect(await settleFirstAdministrator(ctx, unused, next)).toBe('other@acme.example')
    await expect(open(unused, 'unused')).rejects.toMatchObject({ code: 'set-up.over' })
    expect(await inTenant(ctx.db, unused, passwords)).toHaveLength(1)
  })
})

describe('a set-up link', () => {
  const setUp = {
    token: 'first',
    organizationName: 'Halden',
    country: 'GB',
    firstName: 'Ana',
    lastName: 'Bell',
    email: 'ana@halden.example',
    password: 'Correct-Horse-7',
  }
  let count = 0
  const found = async (now = () => new Date()) => {
    const ctx = environment(now)
    const tenantId = await foundForSetUp(ctx, {
      label: `waits${(count += 1)}`,
      name: 'My organization',
      token: 'first',
    })
    const open = (given: Partial<typeof setUp> = {}) =>
      inTenant(ctx.db, tenantId, (tx) => completeSetUp(tx, ctx, { setUp: { ...setUp, ...given }, via }))
    return { ctx, tenantId, open }
  }

  test('creates one administrator, once, and names the organization', async () => {
    const { ctx, tenantId, open } = await found()
    const answers = await Promise.allSettled([open(), open({ email: 'eve@halden.example' })])
    expect(answers.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
    await expect(open()).rejects.toMatchObject({ code: 'set-up.over' })
    const made = await inTenant(ctx.db, tenantId, async (tx) => ({
      users: await tx.selectFrom('tenant_user').select(['role', 'first_name']).execute(),
      organization: await tx.selectFrom('organization').select(['name', 'country']).execute(),
      audited: await tx.selectFrom('audit_event').select(['type', 'actor_name', 'changes']).execute(),
    }))
    expect(made).toEqual({
      users: [{ role: 'super_admin', first_name: 'Ana' }],
      organization: [{ name: 'Halden', country: 'GB' }],
      audited: [
        {
          type: 'organization_founded',
          actor_name: 'Ana Bell',
          changes: [{ field: 'country', old: null, new: 'GB' }],
        },
      ],
    })
  })

  test('with another token, of an earlier start, or of last week does not work', async () => {
    let now = new Date('2026-01-01T00:00:00Z')
    const { ctx, tenantId, open } = await found(() => now)
    await expect(open({ token: 'guessed' })).rejects.toMatchObject({ code: 'set-up.over' })
    expect(await inTenant(ctx.db, tenantId, (tx) => renewSetUp(tx, 'second', now))).toBe(true)
    await expect(open()).rejects.toMatchObject({ code: 'set-up.over' })
    now = new Date('2026-01-08T00:00:00Z')
    await expect(open({ token: 'second' })).rejects.toMatchObject({ code: 'set-up.over' })
    await inTenant(ctx.db, tenantId, (tx) => renewSetUp(tx, 'third', now))
    await open({ token: 'third' })
    expect(await inTenant(ctx.db, tenantId, (tx) => renewSetUp(tx, 'fourth', now))).toBe(false)
  })

  test('stays valid after a weak password', async () => {
    const { open } = await found()
    await expect(open({ password: 'weak' })).rejects.toMatchObject({ code: 'identity.weak-password' })
    await open()
  })
})
