import { hourMs, minuteMs } from '@verbatim/contract/durations.ts'
import { expect, test } from 'vitest'
import { inTenant } from '#platform/db.ts'
import { useTestPool } from '#testing/test-world.ts'
import type { TestDatabase } from '#testing/database.ts'
import { type PoolAnswer, type TestPool, testPassword } from '#testing/identity-pool.ts'
import { signInWith } from '#testing/sign-in.ts'
import { codeMailedTo, mailsTo } from '#testing/waiting-mail.ts'

let database: TestDatabase
let pool: TestPool
useTestPool((opened, itsDatabase) => {
  pool = opened
  database = itsDatabase
})

const wanted = 'Another-Horse-8'
const ask = (Username: string) => pool.call('ForgotPassword', { ClientId: pool.clientId, Username })
const confirm = (Username: string, ConfirmationCode: string, Password = wanted) =>
  pool.call('ConfirmForgotPassword', { ClientId: pool.clientId, Username, ConfirmationCode, Password })
const codeOf = (email: string) => codeMailedTo(pool.ctx, pool.tenantId, email)
const mails = (email: string) => mailsTo(pool.ctx, pool.tenantId, email)
const nameOf = ({ body }: PoolAnswer) => body.__type as string
const wrong = (code: string) => (code === '000000' ? '111111' : '000000')
/** Calls that take a fixed time each, so they wait for it together. */
const atOnce = <Answer>(times: number, call: () => Promise<Answer>) =>
  Promise.all(Array.from({ length: times }, call))
const canSignIn = (email: string, password: string) => signInWith(pool, email, password)

test('a mailed code sets another password and ends the sessions, and the user is notified by mail', async () => {
  await pool.add('anna@example.test')
  const { token } = await canSignIn('anna@example.test', testPassword)
  expect((await ask('Anna@Example.test')).body).toEqual({
    CodeDeliveryDetails: { AttributeName: 'email', DeliveryMedium: 'EMAIL', Destination: 'a***@e***' },
  })
  const code = await codeOf('anna@example.test')
  expect(await confirm('anna@example.test', code)).toMatchObject({ status: 200, body: {} })
  expect((await pool.call('GetUser', { AccessToken: token })).body.message).toMatch(/revoked/)
  await expect(canSignIn('anna@example.test', testPassword)).rejects.toMatchObject({
    code: 'identity.wrong-credentials',
  })
  await canSignIn('anna@example.test', wanted)
  expect((await mails('anna@example.test'))[0]).toMatchObject({ kind: 'notice' })
  expect(nameOf(await confirm('anna@example.test', code))).toBe('ExpiredCodeException')
})

test('a code works for an hour, and the next one ends it', async () => {
  await pool.add('bert@example.test')
  await ask('bert@example.test')
  const first = await codeOf('bert@example.test')
  pool.pass(minuteMs)
  await ask('bert@example.test')
  const second = await codeOf('bert@example.test')
  expect(second).not.toBe(first)
  expect(nameOf(await confirm('bert@example.test', first))).toBe('CodeMismatchException')
  pool.pass(hourMs)
  expect(nameOf(await confirm('bert@example.test', second))).toBe('ExpiredCodeException')
})

test('five wrong codes in an hour end the code, even for a right one and a new one', async () => {
  await pool.add('cara@example.test')
  await ask('cara@example.test')
  const code = await codeOf('cara@example.test')
  const names = await atOnce(5, async () => nameOf(await confirm('cara@example.test', wrong(code))))
  expect(new Set(names)).toEqual(new Set(['CodeMismatchException']))
  expect(nameOf(await confirm('cara@example.test', code))).toBe('LimitExceededException')
  await ask('cara@example.test')
  expect(nameOf(await confirm('cara@example.test', await codeOf('cara@example.test')))).toBe(
    'LimitExceededException',
  )
  pool.pass(61 * minuteMs)
  await ask('cara@example.test')
  expect((await confirm('cara@example.test', await codeOf('cara@example.test'))).status).toBe(200)
})

test('at most five codes are sent in an hour', { tags: ['whole'] }, async () => {
  await pool.add('dora@example.test')
  const asked = await atOnce(5, () => ask('dora@example.test'))
  expect(new Set(asked.map(({ status }) => status))).toEqual(new Set([200]))
  expect(nameOf(await ask('dora@example.test'))).toBe('LimitExceededException')
  expect(await mails('dora@example.test')).toHaveLength(5)
  pool.pass(61 * minuteMs)
  expect((await ask('dora@example.test')).status).toBe(200)
})

test('guesses at once count one by one', async () => {
  await pool.add('egon@example.test')
  await ask('egon@example.test')
  const code = await codeOf('egon@example.test')
  const names = await atOnce(20, async () => nameOf(await confirm('egon@example.test', wrong(code))))
  expect(names.filter((name) => name === 'CodeMismatchException')).toHaveLength(5)
})

test('if two requests use one code at once, one wins', async () => {
  await pool.add('fay@example.test')
  await ask('fay@example.test')
  const code = await codeOf('fay@example.test')
  const both = await Promise.all([confirm('fay@example.test', code), confirm('fay@example.test', code)])
  expect(both.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 400])
})

test('a weak or common password is refused, and the code stays valid', async () => {
  await pool.add('gita@example.test')
  await ask('gita@example.test')
  const code = await codeOf('gita@example.test')
  expect(nameOf(await confirm('gita@example.test', code, 'weak'))).toBe('InvalidPasswordException')
  expect((await confirm('gita@example.test', code, 'Password1!')).body.message).toMatch(/too common/)
  const long = `Zx-9 ${'q w'.repeat(80)}`
  expect((await confirm('gita@example.test', code, long)).status).toBe(200)
  await canSignIn('gita@example.test', long)
})

test('unknown and blocked people get the same answers and limits as known ones', async () => {
  const id = await pool.add('stranger@example.test')
  await inTenant(database.db, pool.tenantId, (tx) =>
    tx.updateTable('tenant_user').set({ enabled: false }).where('id', '=', id).execute(),
  )
  await pool.add('someone@example.test')
  const answerFor = async (email: string) => {
    const answers = [await confirm(email, '123456'), await ask(email)]
    const code = (await codeOf(email)) || '999999'
    for (let i = 0; i < 6; i++) answers.push(await confirm(email, wrong(code)))
    for (let i = 0; i < 5; i++) answers.push(await ask(email))
    return answers.map(({ status, body }) => ({ status, body }))
  }
  const people = ['someone', 'secondstranger', 'stranger']
  const [existing, unknown, blocked] = await Promise.all(
    people.map((name) => answerFor(`${name}@example.test`)),
  )
  expect(unknown).toEqual(existing)
  expect(blocked).toEqual(existing)
  expect(await mails('stranger@example.test')).toEqual([])
  expect(await mails('secondstranger@example.test')).toEqual([])
})

test('known and unknown people wait equally long', async () => {
  await pool.add('timed@example.test')
  const timeOf = async (email: string) => {
    const begin = performance.now()
    await confirm(email, '123456')
    return performance.now() - begin
  }
  const times: [existing: number, invented: number][] = []
  // In turn, so that both have the same load of the machine.
  for (let i = 0; i < 9; i++)
    times.push([await timeOf('timed@example.test'), await timeOf(`untimed${i}@example.test`)])
  const [existing, invented] = ([0, 1] as const).map(
    (which) => times.map((pair) => pair[which]).toSorted((a, b) => a - b)[4]!,
  ) as [number, number]
  expect(Math.abs(existing - invented) / existing).toBeLessThan(0.15)
})

test('an invited person who requests a code is referred to the invitation', async () => {
  await pool.add('invited@example.test', { temporary: true })
  await ask('invited@example.test')
  expect(await mails('invited@example.test')).toMatchObject([
    { kind: 'notice', text: expect.stringContaining('invitation') },
  ])
})
