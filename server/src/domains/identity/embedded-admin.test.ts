import { dayMs } from '@verbatim/contract/durations.ts'
import type { UserId } from '@verbatim/contract/ids.ts'
import { expect, test } from 'vitest'
import { newId } from '#kernel/uuid.ts'
import { inTenant, type TenantTx } from '#platform/db.ts'
import { useTestPool } from '#testing/test-world.ts'
import type { TestDatabase } from '#testing/database.ts'
import { type TestPool, testPassword } from '#testing/identity-pool.ts'
import { openPoolTab } from '#testing/sign-in.ts'
import { countWaiting } from '#testing/waiting.ts'
import { passwordMailedTo as mailed } from '#testing/waiting-mail.ts'
import type { IdentityAdmin, Invitee } from './admin.ts'
import { createIdentityUsers, setPassword } from './commands.ts'
import { makeEmbeddedAdmin } from './embedded-admin.ts'
import { endSessions } from './endings.ts'
import { verifyAccessToken } from './sessions.ts'

let database: TestDatabase
let pool: TestPool
let admin: IdentityAdmin
useTestPool((opened, itsDatabase) => {
  pool = opened
  database = itsDatabase
  admin = makeEmbeddedAdmin(pool.ctx)
})

const within = <T>(work: (tx: TenantTx) => Promise<T>) => inTenant(database.db, pool.tenantId, work)
const day7 = 7 * dayMs

async function person(email: string): Promise<Invitee> {
  const id = newId<UserId>(pool.ctx.now())
  await within((tx) =>
    tx.insertInto('tenant_user').values({ id, email, email_key: email, phone_number: null }).execute(),
  )
  return { id, email, firstName: 'Nina' }
}

const passwordMailedTo = (email: string) => mailed(pool.ctx, pool.tenantId, email)

const openTab = () => openPoolTab(pool)
const signIn = (email: string, password: string) => openTab().signIn(email, password)
const refused = (code: string) => expect.objectContaining({ code })

test('an invitation is mailed, works once, and asks for a new password', async () => {
  const user = await person('nina@example.test')
  await within((tx) => admin.invite(tx, [user]))
  const sent = await passwordMailedTo(user.email)
  const step = await signIn(user.email, sent)
  if (step.next !== 'new-password') throw new Error(step.next)
  expect(await step.answer('My-Own-Secret-1')).toEqual({ next: 'done' })
  await expect(signIn(user.email, sent)).rejects.toEqual(refused('identity.wrong-credentials'))
  expect(await signIn(user.email, 'My-Own-Secret-1')).toEqual({ next: 'done' })
})

test('an invitation expires after seven days, and only the holder of its password learns that', async () => {
  const user = await person('late@example.test')
  await within((tx) => admin.invite(tx, [user]))
  const sent = await passwordMailedTo(user.email)
  pool.pass(day7 + 1000)
  await expect(signIn(user.email, sent)).rejects.toEqual(refused('identity.invitation-expired'))
  await expect(signIn(user.email, `${sent}x`)).rejects.toEqual(refused('identity.wrong-credentials'))
  await within((tx) => admin.resendInvitation(tx, user))
  await expect(signIn(user.email, sent)).rejects.toEqual(refused('identity.wrong-credentials'))
  expect(await signIn(user.email, await passwordMailedTo(user.email))).toMatchObject({ next: 'new-password' })
})

test('a user who has signed in gets no invitation, and keeps their password', async () => {
  const id = await pool.add('known@example.test')
  const user = { id, email: 'known@example.test', firstName: '' }
  await within((tx) => admin.invite(tx, [user]))
  expect(await passwordMailedTo(user.email)).toBe('')
  await expect(within((tx) => admin.resendInvitation(tx, user))).rejects.toEqual(
    refused('identity.already-signed-in'),
  )
  expect(await signIn(user.email, testPassword)).toEqual({ next: 'done' })
})

test.each(['invite', 'resendInvitation'] as const)(
  'a password that a user chooses while %s is at work is kept, and no other is mailed',
  async (act) => {
    const user = await person(`meanwhile-${act.toLowerCase()}@example.test`)
    if (act === 'resendInvitation') await within((tx) => admin.invite(tx, [user]))
    else await within((tx) => createIdentityUsers(tx, pool.ctx, [{ id: user.id, password: undefined }]))
    const before = await passwordMailedTo(user.email)
    const password = 'My-Own-Secret-1'
    let invited: Promise<unknown> | undefined
    await within(async (tx) => {
      await setPassword(tx, pool.ctx, { id: user.id, password })
      const again = { invite: [user], resendInvitation: user }
      invited = within((other) => admin[act](other, again[act] as never)).catch((error: unknown) => error)
      await expect.poll(() => countWaiting(tx), { timeout: 10_000 }).toBe(1)
    })
    const answer = await invited
    if (act === 'resendInvitation') expect(answer).toEqual(refused('identity.already-signed-in'))
    else expect(answer).toBeUndefined()
    expect(await passwordMailedTo(user.email)).toBe(before)
    expect(await signIn(user.email, password)).toEqual({ next: 'done' })
  },
)

test('removing, blocking and signing out everywhere end every session', async () => {
  const id = await pool.add('gone@example.test')
  for (const act of ['signOutEverywhere', 'disable', 'remove'] as const) {
    const tab = openTab()
    await tab.signIn('gone@example.test', testPassword)
    const token = await tab.accessToken()
    await within((tx) => admin[act](tx, id))
    await expect(verifyAccessToken(pool.ctx, token)).rejects.toEqual(refused('session.expired'))
  }
  await expect(signIn('gone@example.test', testPassword)).rejects.toEqual(
    refused('identity.wrong-credentials'),
  )
  await within((tx) => admin.invite(tx, [{ id, email: 'gone@example.test', firstName: '' }]))
  expect(await signIn('gone@example.test', await passwordMailedTo('gone@example.test'))).toMatchObject({
    next: 'new-password',
  })
})

test('a hundred people are invited at once', { tags: ['whole'] }, async () => {
  const users = await Promise.all(Array.from({ length: 100 }, (_, i) => person(`many${i}@example.test`)))
  await within((tx) => admin.invite(tx, users))
  expect(await signIn('many99@example.test', await passwordMailedTo('many99@example.test'))).toMatchObject({
    next: 'new-password',
  })
})

test('a token that was checked while its session was being ended is refused once it has ended', async () => {
  const user = { email: 'oda@example.test', id: await pool.add('oda@example.test') }
  const tab = openTab()
  await tab.signIn(user.email, testPassword)
  const token = await tab.accessToken()
  await within(async (tx) => {
    await endSessions(tx, pool.ctx, { userId: user.id })
    // Not committed yet.
    expect((await verifyAccessToken(pool.ctx, token)).userId).toBe(user.id)
  })
  await expect(verifyAccessToken(pool.ctx, token)).rejects.toEqual(refused('session.expired'))
})
