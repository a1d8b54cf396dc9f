import type { UserId } from '@verbatim/contract/ids.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { newId } from '#kernel/uuid.ts'
import { silentLog } from '#platform/log.ts'
import { inTenant, type TenantTx } from '#platform/db.ts'
import { openTestDatabase, type TestDatabase } from '#testing/database.ts'
import { type FakeCognito, openFakeCognito } from '#testing/fakes/cognito.ts'
import { openTestPool, type TestPool, testPassword } from '#testing/identity-pool.ts'
import { openPoolTab } from '#testing/sign-in.ts'
import { mailsTo, passwordMailedTo } from '#testing/waiting-mail.ts'
import type { IdentityAdmin, Invitee } from './admin.ts'
import { openAwsAdmin } from './aws/open.ts'
import { awsPoolOf, poolUsername } from './aws/pool.ts'
import { makeAwsVerifier } from './aws/tokens.ts'
import { makeEmbeddedAdmin } from './embedded-admin.ts'
import { verifyAccessToken } from './sessions.ts'

/** The calls that both keepers of sign-ins answer in these tests. */
interface Keeper {
  readonly admin: IdentityAdmin
  /** Invitations that were mailed. */
  invitations(user: Invitee): Promise<number>
  /** Signs in with the invitation, and chooses a password. */
  settle(user: Invitee): Promise<void>
  /** An access token of another sign-in; rejects if the person cannot sign in. */
  signIn(user: Invitee): Promise<string>
  /** The user of the token. */
  verify(token: string): Promise<{ userId: UserId }>
  hasSecondStep(user: Invitee): Promise<boolean>
  addSecondStep(user: Invitee): Promise<void>
}

let database: TestDatabase
let pool: TestPool
let fake: FakeCognito
const keepers = {} as Record<'embedded' | 'aws', Keeper>
beforeAll(async () => {
  database = await openTestDatabase()
  pool = await openTestPool(database.db)
  fake = await openFakeCognito({ now: pool.ctx.now })
  keepers.embedded = embedded()
  keepers.aws = await aws()
})
afterAll(async () => {
  await pool?.close()
  await fake?.close()
  await database?.close()
})

const within = <T>(work: (tx: TenantTx) => Promise<T>) => inTenant(database.db, pool.tenantId, work)
const nameOf = ({ id }: { id: UserId }) => poolUsername(pool.tenantId, id)
const refused = (code: string) => expect.objectContaining({ code })

function embedded(): Keeper {
  const authenticator = ({ id }: Invitee) =>
    within((tx) =>
      tx.selectFrom('identity_user').select('totp_enabled').where('id', '=', id).executeTakeFirst(),
    )
  return {
    admin: makeEmbeddedAdmin(pool.ctx),
    invitations: async ({ email }) =>
      (await mailsTo(pool.ctx, pool.tenantId, email)).filter(({ kind }) => kind === 'invitation').length,
    async settle({ email }) {
      const password = await passwordMailedTo(pool.ctx, pool.tenantId, email)
      const step = await openPoolTab(pool).signIn(email, password)
      if (step.next === 'new-password') await step.answer(testPassword)
    },
    async signIn({ email, id }) {
      // The caller writes `tenant_user.enabled`; this test does not.
      const tab = openPoolTab(pool)
      const step = await tab.signIn(email, testPassword)
      if (step.next !== 'done') throw new Error(`${id} is asked for ${step.next}`)
      return tab.accessToken()
    },
    verify: (token) => verifyAccessToken(pool.ctx, token),
    hasSecondStep: async (user) => (await authenticator(user))?.totp_enabled ?? false,
    addSecondStep: ({ id }) =>
      within(async (tx) => {
        const on = { totp_enabled: true, totp_sealed: Buffer.of(1) }
        await tx.updateTable('identity_user').set(on).where('id', '=', id).execute()
      }),
  }
}

async function aws(): Promise<Keeper> {
  const ctx = { secrets: pool.ctx.secrets, now: pool.ctx.now, log: silentLog }
  const configured = awsPoolOf(fake.config)!
  return {
    admin: await openAwsAdmin(configured, ctx),
    invitations: ({ email }) => Promise.resolve(fake.mails.filter((to) => to === email).length),
    settle: (user) => Promise.resolve(fake.confirm(nameOf(user))),
    signIn: (user) => fake.accessToken(nameOf(user)),
    verify: makeAwsVerifier(configured, { db: database.db, now: pool.ctx.now, log: silentLog }),
    hasSecondStep: (user) => Promise.resolve(fake.find(nameOf(user))?.authenticator ?? false),
    addSecondStep: (user) => Promise.resolve(void (fake.find(nameOf(user))!.authenticator = true)),
  }
}

let people = 0
async function person(): Promise<Invitee> {
  const id = newId<UserId>(pool.ctx.now())
  const email = `person${(people += 1)}@example.test`
  await within((tx) =>
    tx.insertInto('tenant_user').values({ id, email, email_key: email, phone_number: null }).execute(),
  )
  return { id, email, firstName: 'Nina' }
}

describe.each(['embedded', 'aws'] as const)('the service that keeps sign-ins: %s', (which) => {
  const keeper = () => keepers[which]
  const act = (
    name: Exclude<keyof IdentityAdmin, 'invite' | 'resendInvitation' | 'settlePassword'>,
    { id }: Invitee,
  ) => within((tx) => keeper().admin[name](tx, id))
  const invite = (...users: Invitee[]) => within((tx) => keeper().admin.invite(tx, users))
  const settlePassword = (user: Invitee, password: string) =>
    within((tx) => keeper().admin.settlePassword(tx, user, password))
  const resend = (user: Invitee) => within((tx) => keeper().admin.resendInvitation(tx, user))
  const settled = async () => {
    const user = await person()
    await invite(user)
    await keeper().settle(user)
    return user
  }

  test('an invitation is mailed once, even if it is requested often, and works', async () => {
    const [one, two] = [await person(), await person()]
    await invite(one, two)
    await invite(one)
    expect([await keeper().invitations(one), await keeper().invitations(two)]).toEqual([1, 1])
    await keeper().settle(one)
    expect(await keeper().verify(await keeper().signIn(one))).toMatchObject({
      userId: one.id,
      tenantId: pool.tenantId,
    })
  })

  test('a password chosen at the founding works at once, and no mail is sent', async () => {
    const user = await person()
    await settlePassword(user, testPassword)
    expect(await keeper().verify(await keeper().signIn(user))).toMatchObject({ userId: user.id })
    expect(await keeper().invitations(user)).toBe(0)
    await expect(resend(user)).rejects.toEqual(refused('identity.already-signed-in'))
  })

  test('another password replaces the first one and ends existing sessions', async () => {
    const user = await person()
    await settlePassword(user, 'First-Horse-7')
    await settlePassword(user, 'Second-Horse-7')
    await settlePassword(user, testPassword)
    const token = await keeper().signIn(user)
    pool.pass(2_000)
    await settlePassword(user, testPassword)
    pool.pass(5_000)
    await expect(keeper().verify(token)).rejects.toEqual(refused('session.expired'))
    expect(await keeper().verify(await keeper().signIn(user))).toMatchObject({ userId: user.id })
  })

  test.each([
    ['weak', 'identity.weak-password'],
    ['Password1!', 'identity.common-password'],
  ])('the password %s admits no user', async (password, code) => {
    const user = await person()
    await expect(settlePassword(user, password)).rejects.toEqual(refused(code))
    await expect(keeper().signIn(user)).rejects.toThrow()
  })

  test('an invitation can be sent again until the person accepts it', async () => {
    const user = await person()
    await invite(user)
    await resend(user)
    expect(await keeper().invitations(user)).toBe(2)
    await keeper().settle(user)
    await expect(resend(user)).rejects.toEqual(refused('identity.already-signed-in'))
  })

  test('signing out everywhere and blocking end all sessions; only after a sign-out can the user sign in again', async () => {
    const user = await settled()
    const token = await keeper().signIn(user)
    await act('signOutEverywhere', user)
    pool.pass(5_000)
    await expect(keeper().verify(token)).rejects.toEqual(refused('session.expired'))
    const next = await keeper().signIn(user)
    expect(await keeper().verify(next)).toMatchObject({ userId: user.id })
    await act('disable', user)
    pool.pass(5_000)
    await expect(keeper().verify(next)).rejects.toEqual(refused('session.expired'))
    await act('enable', user)
    expect(await keeper().verify(await keeper().signIn(user))).toMatchObject({ userId: user.id })
  })

  test('removal ends every session and can be repeated, and a new invitation works', async () => {
    const user = await settled()
    const token = await keeper().signIn(user)
    await act('remove', user)
    await act('remove', user)
    pool.pass(5_000)
    await expect(keeper().verify(token)).rejects.toEqual(refused('session.expired'))
    await expect(keeper().signIn(user)).rejects.toThrow()
    await invite(user)
    expect(await keeper().invitations(user)).toBe(2)
    await keeper().settle(user)
    expect(await keeper().verify(await keeper().signIn(user))).toMatchObject({ userId: user.id })
  })

  test('a second step is removed, the sessions end, and the person is notified', async () => {
    const user = await settled()
    const token = await keeper().signIn(user)
    await keeper().addSecondStep(user)
    await act('resetSecondStep', user)
    pool.pass(5_000)
    expect(await keeper().hasSecondStep(user)).toBe(false)
    await expect(keeper().verify(token)).rejects.toEqual(refused('session.expired'))
    const mails = await mailsTo(pool.ctx, pool.tenantId, user.email)
    expect(mails.some(({ subject }) => subject.includes('second step'))).toBe(true)
  })

  test('blocking unknown people does nothing', async () => {
    const user = await person()
    for (const name of ['enable', 'disable', 'remove', 'resetSecondStep', 'signOutEverywhere'] as const)
      await act(name, user)
  })
})
