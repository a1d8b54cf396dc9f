/** A stranger gets the same answers for people who exist and people who do not, apart from their names. */
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { srpTimestamp } from '@verbatim/contract/identity.ts'
import { isWhole, shareOf } from '@verbatim/reference/share.ts'
import { inTenant } from '#platform/db.ts'
import { useTestPool } from '#testing/test-world.ts'
import type { TestDatabase } from '#testing/database.ts'
import { type PoolAnswer, type TestPool, testPassword } from '#testing/identity-pool.ts'
import { beginSignIn, callSignIn } from '#testing/srp-calls.ts'
import { setPassword } from './commands.ts'
import { makeEmbeddedAdmin } from './embedded-admin.ts'

let database: TestDatabase
let pool: TestPool
useTestPool((opened, itsDatabase) => {
  pool = opened
  database = itsDatabase
})

/** How a stranger names the person: by mail address, as it may be typed, or by the username given for it. */
const names = ['address', 'shouted', 'username', 'username shouted'] as const
const acts = [
  'begin',
  'prove',
  'forgot',
  'confirm',
  'confirm long',
  'resend',
  'sign up',
  'password',
  'wait',
] as const

const step = fc.record({
  act: fc.constantFrom(...acts),
  name: fc.constantFrom(...names),
  from: fc.constantFrom('192.0.2.1', '198.51.100.2'),
  repeat: fc.integer({ min: 1, max: 6 }),
})

interface Step {
  readonly act: (typeof acts)[number]
  readonly name: (typeof names)[number]
  readonly from: string
  readonly repeat: number
}

/**
 * Takes one step after another with a person. Each answer is whole, and each value in it that differs between people is replaced by
 * the place where it first appeared.
 */
async function watch(email: string) {
  const seen = new Map<string, string>()
  const rename = (kind: string, value: string) => {
    if (!seen.has(value)) seen.set(value, `${kind} ${seen.size}`)
    return seen.get(value)
  }
  const { answer } = await beginSignIn(pool.at('192.0.2.99'), email)
  const username = answer.body.ChallengeParameters.USERNAME as string
  rename('username', username)
  rename('username', username.toUpperCase())
  const nameOf: Record<string, string> = {
    address: email,
    shouted: ` ${email.toUpperCase()} `,
    username,
    'username shouted': username.toUpperCase(),
  }
  return async ({ act, name, from }: Step) => {
    const { status, headers, body } = await take(pool.at(from), act, nameOf[name] ?? '')
    const { USERNAME, USER_ID_FOR_SRP, SALT, SRP_B, SECRET_BLOCK, ...rest } = body.ChallengeParameters ?? {}
    const challenge = USERNAME && {
      names: [rename('username', USERNAME), rename('username', USER_ID_FOR_SRP)],
      salt: rename('salt', SALT),
      sizes: [SALT.length, SRP_B.length > 740, SECRET_BLOCK.length],
      rest,
    }
    const cookie = headers.get('set-cookie')?.replace(/=[\w-]{43}/, '')
    return { act, status, cookie, ...body, ...(challenge && { ChallengeParameters: challenge }) }
  }
}

async function take(at: TestPool, act: (typeof acts)[number], Username: string): Promise<PoolAnswer> {
  const { clientId: ClientId } = pool
  // Without the client's computation: the server's answers do not depend on it.
  const begin = () =>
    at.call('InitiateAuth', {
      ClientId,
      AuthFlow: 'USER_SRP_AUTH',
      AuthParameters: { USERNAME: Username, SRP_A: 'abc123' },
    })
  switch (act) {
    case 'begin':
      return begin()
    case 'prove': {
      const { USERNAME, SECRET_BLOCK } = (await begin()).body.ChallengeParameters
      const claim = { PASSWORD_CLAIM_SECRET_BLOCK: SECRET_BLOCK, PASSWORD_CLAIM_SIGNATURE: 'd3Jvbmc=' }
      return at.call('RespondToAuthChallenge', {
        ClientId,
        ChallengeName: 'PASSWORD_VERIFIER',
        ChallengeResponses: { USERNAME, TIMESTAMP: srpTimestamp(pool.ctx.now()), ...claim },
      })
    }
    case 'forgot':
      return at.call('ForgotPassword', { ClientId, Username })
    case 'confirm':
    case 'confirm long': {
      const ConfirmationCode = act === 'confirm' ? 'zzzzzz' : 'abcde-fghjk-mnpqr-stuvw'
      return at.call('ConfirmForgotPassword', {
        ClientId,
        Username,
        ConfirmationCode,
        Password: 'Another-Horse-8',
      })
    }
    case 'resend':
      return at.call('ResendConfirmationCode', { ClientId, Username })
    case 'sign up':
      return at.call('SignUp', { ClientId, Username, Password: 'Another-Horse-8' })
    case 'password':
      return at.call('InitiateAuth', {
        ClientId,
        AuthFlow: 'USER_PASSWORD_AUTH',
        AuthParameters: { USERNAME: Username, PASSWORD: 'Wr0ng-password' },
      })
    case 'wait':
      return { status: 0, headers: new Headers(), body: {} }
  }
}

let people = 0
/** The answers for both to each step, at the same time: many answers take a fixed time. */
async function knownAndUnknown(steps: readonly Step[], person: object = {}) {
  people += 1
  // Both destinations show the same letters.
  const emails = [`anna${people}@example.test`, `alex${people}@example.test`]
  await pool.add(emails[0]!, person)
  const both = await Promise.all(emails.map(watch))
  const answers: object[][] = [[], []]
  for (const step of steps.flatMap((one) => Array.from({ length: one.repeat }, () => one))) {
    if (step.act === 'wait') pool.pass(7 * 60_000)
    const given = await Promise.all(both.map((answerTo) => answerTo(step)))
    for (const [at, answer] of given.entries()) answers[at]!.push(answer)
  }
  return answers
}

test(
  'a stranger’s calls get the same answers, in any order',
  { tags: ['whole'], timeout: 120_000 },
  async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 2, maxLength: 6 }), async (steps) => {
        const [known, unknown] = await knownAndUnknown(steps)
        expect(unknown).toEqual(known)
      }),
      { numRuns: 8 },
    )
  },
)

const kinds = {
  'with a password': {},
  'with a temporary password': { temporary: true },
  'who must have a second step': { mfaRequired: true },
  'without a password': { password: undefined },
}

test('people of each kind, by address and by username, get the same answers as an unknown one', async () => {
  const once = (act: Step['act'], name: Step['name']) => ({ act, name, from: '192.0.2.1', repeat: 1 })
  const steps = [
    once('begin', 'address'),
    once('begin', 'username'),
    once('begin', 'username shouted'),
    once('forgot', 'username'),
    once('forgot', 'address'),
    { ...once('confirm', 'username'), repeat: 4 },
    { ...once('confirm', 'address'), repeat: 2 },
    { ...once('prove', 'username'), repeat: 4 },
    { ...once('prove', 'address'), repeat: 2 },
  ]
  const expectAlike = async ([kind, person]: [kind: string, person: object]) => {
    const [known, unknown] = await knownAndUnknown(steps, person)
    expect([kind, unknown]).toEqual([kind, known])
    const challenges = known
      ?.slice(0, 3)
      .map((one) => 'ChallengeParameters' in one && one.ChallengeParameters)
    const challenge = expect.objectContaining({ names: ['username 0', 'username 0'], salt: 'salt 2' })
    expect([kind, challenges]).toEqual([kind, [challenge, challenge, challenge]])
  }
  await Promise.all(shareOf(Object.entries(kinds), 2).map(expectAlike))
})

test('a changed password does not change any answer before the proof', async () => {
  const id = await pool.add('salted@example.test')
  const shown = async () => (await beginSignIn(pool, 'salted@example.test')).answer.body.ChallengeParameters
  const before = await shown()
  await inTenant(database.db, pool.tenantId, (tx) =>
    setPassword(tx, pool.ctx, { id, password: 'Another-Horse-8' }),
  )
  const after = await shown()
  expect([after.SALT, after.USERNAME]).toEqual([before.SALT, before.USERNAME])
  expect((await callSignIn(pool, 'salted@example.test', 'Another-Horse-8')).status).toBe(200)
})

test('a mail address gets a stranger the same answers before, while and after a person has it', async () => {
  const email = 'comes-and-goes@example.test'
  const answersTo = async (name: string) => {
    const { USERNAME, SALT } = (await beginSignIn(pool, name)).answer.body.ChallengeParameters
    const { body } = await pool.call('ForgotPassword', { ClientId: pool.clientId, Username: name })
    return [USERNAME, SALT, body.CodeDeliveryDetails?.Destination]
  }
  const before = await answersTo(email)
  const username = before[0] as string
  expect(before[2]).toBe('c***@e***')
  const everywhere = () => {
    pool.pass(60 * 60_000) // the limit of mailed codes per hour
    return Promise.all([email, username].map(answersTo))
  }
  expect(await everywhere()).toEqual([before, before])
  for (let times = 0; times < (isWhole ? 2 : 1); times += 1) {
    const id = await pool.add(email)
    expect(await everywhere()).toEqual([before, before])
    expect((await callSignIn(pool, email, testPassword)).status).toBe(200)
    await inTenant(database.db, pool.tenantId, async (tx) => {
      await makeEmbeddedAdmin(pool.ctx).remove(tx, id)
      await tx
        .updateTable('tenant_user')
        .set({ email_key: `removed ${id}` })
        .where('id', '=', id)
        .execute()
    })
    expect(await everywhere()).toEqual([before, before])
  }
})
