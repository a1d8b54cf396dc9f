import type { TenantId, UserId } from '@verbatim/contract/ids.ts'
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import type { IdentityAdmin, Invitee } from '#domains/identity/admin.ts'
import { newId } from '#kernel/uuid.ts'
import { inTenant, type TenantTx } from '#platform/db.ts'
import { silentLog } from '#platform/log.ts'
import { openTestDatabase, type TestDatabase } from '#testing/database.ts'
import { type FakeCognito, openFakeCognito } from '#testing/fakes/cognito.ts'
import { openTestPool, type TestPool, testPassword } from '#testing/identity-pool.ts'
import { openAwsAdmin } from './open.ts'
import { awsPoolOf, poolUsername } from './pool.ts'
import { makeAwsVerifier } from './tokens.ts'

let database: TestDatabase
let pool: TestPool
let fake: FakeCognito
let admin: IdentityAdmin
/** The difference between the clock of AWS and this machine's. */
let skewMs = 0
beforeAll(async () => {
  database = await openTestDatabase()
  pool = await openTestPool(database.db)
  fake = await openFakeCognito({
    now: pool.ctx.now,
    machineTime: () => new Date(Date.now() + skewMs),
  })
  admin = await openAdmin()
  // The client calls a busy service again after a random time: here at once.
  vi.spyOn(Math, 'random').mockReturnValue(0)
})
afterAll(async () => {
  vi.restoreAllMocks()
  await pool?.close()
  await fake?.close()
  await database?.close()
})

const within = <T>(work: (tx: TenantTx) => Promise<T>) => inTenant(database.db, pool.tenantId, work)
const nameOf = ({ id }: { id: UserId }) => poolUsername(pool.tenantId, id)
const refused = (code: string) => expect.objectContaining({ code })
const configured = (changed: object = {}) => awsPoolOf({ ...fake.config, ...changed })!
const openAdmin = (changed: object = {}) => openAwsAdmin(configured(changed), { ...pool.ctx, log: silentLog })
const invite = (user: Invitee, by = admin) => within((tx) => by.invite(tx, [user]))

let people = 0
const unknownPerson = (): Invitee => ({
  id: newId<UserId>(pool.ctx.now()),
  email: `person${(people += 1)}@aws.example`,
  firstName: 'Nina',
})
const insert = (tx: TenantTx, { id, email }: Invitee) =>
  tx.insertInto('tenant_user').values({ id, email, email_key: email, phone_number: null }).execute()
async function person(): Promise<Invitee> {
  const user = unknownPerson()
  await within((tx) => insert(tx, user))
  return user
}

/** A person who was invited in a change that was rolled back after its call. */
async function rolledBack(tenantId = pool.tenantId): Promise<Invitee> {
  const user = unknownPerson()
  const change = inTenant(database.db, tenantId, async (tx) => {
    await insert(tx, user)
    await admin.invite(tx, [user])
    throw new Error('rolled back')
  })
  await expect(change).rejects.toThrow('rolled back')
  return user
}

describe('a pool at AWS', () => {
  test('receives the address as verified, no role, and no password', async () => {
    const user = await person()
    await invite(user)
    const { body } = fake.calls.at(-1)!
    expect(body).toEqual({
      UserPoolId: fake.userPoolId,
      Username: `${pool.tenantId}.${user.id}`,
      DesiredDeliveryMediums: ['EMAIL'],
      UserAttributes: [
        { Name: 'email', Value: user.email },
        { Name: 'email_verified', Value: 'true' },
        { Name: 'given_name', Value: 'Nina' },
      ],
    })
  })

  test('that is busy is called again; if it stays busy, the call fails and nothing changes', async () => {
    const user = await person()
    fake.failNext('TooManyRequestsException', 2)
    await invite(user)
    expect(fake.find(nameOf(user))?.status).toBe('FORCE_CHANGE_PASSWORD')
    const other = await person()
    fake.failNext('TooManyRequestsException', 4)
    await expect(invite(other)).rejects.toEqual(refused('unavailable'))
    expect(fake.find(nameOf(other))).toBeUndefined()
  })

  test('that knows the address under another name refuses it', async () => {
    const user = await person()
    await invite(user)
    const twin = { ...(await person()), email: user.email }
    await expect(invite(twin)).rejects.toEqual(refused('user.email-taken'))
  })

  test('that still has the address of a rolled-back change gives it to the next attempt', async () => {
    const undone = await rolledBack()
    const user = { ...(await person()), email: undone.email }
    await invite(user)
    expect(fake.find(nameOf(undone))).toBeUndefined()
    expect(fake.find(nameOf(user))?.attributes['email']).toBe(undone.email)
  })

  test('that has the address for another organization does not move it', async () => {
    const elsewhere = newId<TenantId>(pool.ctx.now())
    const neighbour = await rolledBack(elsewhere)
    const user = { ...(await person()), email: neighbour.email }
    await expect(invite(user)).rejects.toEqual(refused('user.email-taken'))
    expect(fake.find(poolUsername(elsewhere, neighbour.id))).toBeDefined()
  })

  test('sets the founding password permanently, and sends no mail', async () => {
    const user = await person()
    await within((tx) => admin.settlePassword(tx, user, testPassword))
    expect(fake.calls.slice(-2)).toMatchObject([
      { operation: 'AdminCreateUser', body: { MessageAction: 'SUPPRESS' } },
      { operation: 'AdminSetUserPassword', body: { Password: testPassword, Permanent: true } },
    ])
    expect(fake.calls.at(-2)?.body).not.toHaveProperty('TemporaryPassword')
    expect(fake.mails).not.toContain(user.email)
  })

  test('whose policy refuses the password says that it is weak', async () => {
    const user = await person()
    await invite(user)
    // It exists, which is two calls; the third is the password.
    fake.failNext('UsernameExistsException')
    fake.answerNext()
    fake.failNext('InvalidPasswordException')
    const work = within((tx) => admin.settlePassword(tx, user, testPassword))
    await expect(work).rejects.toEqual(refused('identity.weak-password'))
  })

  describe('whose clock is not this machine’s', () => {
    afterEach(() => void (skewMs = 0))

    test.each([-4, 4])('by %i minutes still accepts the signature', async (minutes) => {
      skewMs = minutes * 60_000
      const calls = fake.refusedSignatures
      await invite(await person(), await openAdmin())
      expect(fake.refusedSignatures).toBe(calls)
    })

    test.each([-60, 60])('by %i minutes is called again by its own clock', async (minutes) => {
      skewMs = minutes * 60_000
      const calls = fake.refusedSignatures
      const user = await person()
      await invite(user, await openAdmin())
      expect(fake.refusedSignatures).toBe(calls + 1)
      expect(fake.find(nameOf(user))).toBeDefined()
    })

    test('accepts no signature that was recorded earlier', async () => {
      await invite(await person())
      const recorded = fake.lastSigned!
      skewMs = 6 * 60_000
      const again = await fetch(`${fake.endpoint}/`, {
        method: 'POST',
        headers: recorded.headers,
        body: recorded.body,
      })
      expect(again.status).toBe(400)
      expect(await again.json()).toMatchObject({ __type: 'InvalidSignatureException' })
    })
  })

  test.each([
    ['a wrong secret', { AWS_SECRET_ACCESS_KEY: 'another-secret-key' }],
    ['a foreign key', { AWS_ACCESS_KEY_ID: 'AKIASOMEBODYELSE' }],
    ['a foreign pool', { IDENTITY_USER_POOL_ID: 'eu-central-1_Another' }],
    ['another region', { IDENTITY_USER_POOL_ID: 'us-east-1_FakePool1' }],
  ])('refuses %s, and the change is undone', async (_what, changed) => {
    const wrong = await openAdmin(changed)
    const user = await person()
    const work = within(async (tx) => {
      await tx.updateTable('tenant_user').set({ first_name: 'Changed' }).where('id', '=', user.id).execute()
      await wrong.invite(tx, [user])
    })
    await expect(work).rejects.toEqual(refused('unavailable'))
    const row = await within((tx) =>
      tx.selectFrom('tenant_user').select('first_name').where('id', '=', user.id).executeTakeFirstOrThrow(),
    )
    expect(row.first_name).not.toBe('Changed')
  })

  test.each([
    'ExpiredTokenException',
    'AccessDeniedException',
    'InternalErrorException',
    'LimitExceededException',
  ])('that answers %s counts as unreachable', async (name) => {
    fake.failNext(name, 4)
    await expect(invite(await person())).rejects.toEqual(refused('unavailable'))
    while (
      fake.calls.length > 0 &&
      (await invite(await person()).then(
        () => false,
        () => true,
      ))
    );
  })

  describe('tokens', () => {
    const verify = (text: string) =>
      makeAwsVerifier(configured(), { db: database.db, now: pool.ctx.now, log: silentLog })(text)
    const token = async (changed = {}, signer = 'access') => {
      const user = await person()
      await invite(user)
      fake.confirm(nameOf(user))
      return fake.accessToken(nameOf(user), changed, signer)
    }
    const now = () => Math.floor(pool.ctx.now().getTime() / 1000)

    test('of the pool are accepted', async () => {
      expect(await verify(await token())).toMatchObject({ tenantId: pool.tenantId })
    })

    test.each([
      [
        'another issuer',
        () => ({ iss: 'https://cognito-idp.eu-central-1.amazonaws.com/eu-central-1_Other' }),
      ],
      ['another client', () => ({ client_id: 'other' })],
      ['no client', () => ({ client_id: undefined })],
      ['the use of an ID token', () => ({ token_use: 'id' })],
      ['no use', () => ({ token_use: undefined })],
      ['an end that has passed', () => ({ exp: now() - 60 })],
      ['no end', () => ({ exp: undefined })],
      ['a beginning to come', () => ({ nbf: now() + 600 })],
      ['no time of sign-in', () => ({ auth_time: undefined })],
      ['a name that was not given here', () => ({ username: 'somebody' })],
      ['a name with more to it', () => ({ username: `${pool.tenantId}.${pool.tenantId}.x` })],
      ['no name', () => ({ username: undefined })],
      ['no subject', () => ({ sub: undefined })],
    ])('with %s are refused', async (_what, changed) => {
      await expect(verify(await token(changed()))).rejects.toEqual(refused('session.expired'))
    })

    test('with a changed byte, another algorithm or no signature are refused', async () => {
      const right = await token()
      const [head = '', payload = '', signature = ''] = right.split('.')
      const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')
      const forged = Buffer.from(payload, 'base64url').toString().replace('"access"', '"access" ')
      for (const wrong of [
        `${head}.${Buffer.from(forged).toString('base64url')}.${signature}`,
        `${part({ alg: 'none' })}.${payload}.`,
        `${part({ alg: 'HS256', kid: 'access' })}.${payload}.${signature}`,
        `${part({ alg: 'RS256', kid: 'unknown' })}.${payload}.${signature}`,
        'nonsense',
        '',
      ])
        await expect(verify(wrong)).rejects.toEqual(refused('session.expired'))
    })
  })
})
