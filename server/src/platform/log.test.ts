import { expect, test } from 'vitest'
import { openLog } from './log.ts'

function written(speak: (log: ReturnType<typeof openLog>) => void, pretty = false): string {
  const lines: string[] = []
  speak(openLog({ level: 'debug', name: 'api', pretty, write: (line) => lines.push(line) }))
  return lines.join('')
}

test('a line is one JSON object with time, level, name, fields and sentence', () => {
  const line = written((log) => log.info({ requestId: 'r1' }, 'served'))
  expect(line.endsWith('\n')).toBe(true)
  expect(JSON.parse(line)).toEqual({
    level: 'info',
    time: expect.stringMatching(/^\d{4}-\d\d-\d\dT.*Z$/),
    name: 'api',
    requestId: 'r1',
    msg: 'served',
  })
})

test.each([
  'Password',
  'NEW_PASSWORD',
  'ProposedPassword',
  'PreviousPassword',
  'SRP_A',
  'PASSWORD_CLAIM_SIGNATURE',
  'PASSWORD_CLAIM_SECRET_BLOCK',
  'Session',
  'RefreshToken',
  'accessToken',
  'SOFTWARE_TOKEN_MFA_CODE',
  'UserCode',
  'SecretCode',
  'code',
  'authorization',
  'cookie',
  'set-cookie',
  'x-twilio-signature',
  'authToken',
  'DATABASE_URL',
  'ownerUrl',
])('%s is never written, however deep', (field) => {
  const line = written((log) => log.info({ a: { b: [{ [field]: 'geheim' }] }, [field]: 'geheim' }, 'x'))
  expect(line).not.toContain('geheim')
})

test.each(['errorCode', 'statusCode', 'tenantId', 'sessionCount'])('%s is written', (field) => {
  expect(written((log) => log.info({ [field]: 'seen' }, 'x'))).toContain('seen')
})

test('an error keeps useful details, and loses values of rows and passwords in addresses', () => {
  const error = Object.assign(new Error('connect postgresql://ann:geheim@db/x failed'), {
    code: '23505',
    detail: 'Key (email)=(geheim) already exists.',
    parameters: ['geheim'],
    cause: new Error('because redis://:geheim@cache'),
  })
  const line = written((log) => log.error({ err: error }, 'failed'))
  expect(line).not.toContain('geheim')
  expect(JSON.parse(line).err).toMatchObject({
    type: 'Error',
    code: '23505',
    stack: expect.stringContaining('log.test.ts'),
  })
})

test('an error without fields is described in the same way', () => {
  const line = JSON.parse(written((log) => log.error(new Error('no disk'))))
  expect(line).toMatchObject({ msg: 'no disk', err: { type: 'Error', message: 'no disk' } })
})

test('bytes are counted, not written', () => {
  expect(JSON.parse(written((log) => log.info({ body: Buffer.from('geheim') }, 'x'))).body).toBe('[6 bytes]')
})

test.each([false, true])('no character acts on the terminal (pretty: %s)', (pretty) => {
  const line = written((log) => log.info({ from: '\u001b[2J\u009b31m\u202e\r\n' }, 'a\u0007\nb'), pretty)
  expect(line).toMatch(/^[^\p{Cc}\p{Cf}\u2028\u2029]*\n$/u)
})

test('a terminal gets a short line, and for an error its place', () => {
  const info = written((log) => log.info({ port: 3000 }, 'listening'), true)
  expect(info).toMatch(/^\d\d:\d\d:\d\d api {4}listening port=3000\n$/)
  const error = written((log) => log.error({ err: new Error('no disk') }, 'not stored'), true)
  expect(error).toMatch(/^\S+ api {4}error: not stored \(no disk\)\n {9}at .*log\.test\.ts/)
})

test('a temporary error is logged at intervals with its count, without a stack; a bug is logged each time', async () => {
  const lines: { msg: string; times?: number; err: { stack?: string } }[] = []
  const log = openLog({
    level: 'debug',
    name: 'api',
    gatherMs: 40,
    write: (line) => lines.push(JSON.parse(line)),
  })
  const away = () => Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' })
  for (let n = 0; n < 500; n++) log.child({ reqId: n }).warn({ err: away() }, 'request refused')
  log.warn({ err: Object.assign(new Error('too many'), { code: '53300' }) }, 'request refused')
  for (let n = 0; n < 2; n++) log.error({ err: new Error('a bug') }, 'request failed')
  expect(lines.map(({ msg }) => msg)).toEqual([
    'request refused',
    'request refused',
    'request failed',
    'request failed',
  ])
  await expect.poll(() => lines.length).toBe(5)
  expect(lines[4]).toMatchObject({ msg: 'request refused', times: 499, err: { code: 'ECONNREFUSED' } })
  expect(lines.map(({ err }) => err.stack !== undefined)).toEqual([false, false, true, true, false])
  await new Promise((resolve) => setTimeout(resolve, 100))
  log.warn({ err: away() }, 'request refused')
  expect(lines).toHaveLength(6)
})
