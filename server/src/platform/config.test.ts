import fc from 'fast-check'
import { expect, test } from 'vitest'
import { ConfigError, describeVariables, readConfig } from './config.ts'

const problemsOf = (env: NodeJS.ProcessEnv): readonly string[] => {
  try {
    readConfig(env)
    return []
  } catch (error) {
    if (error instanceof ConfigError) return error.problems
    throw error
  }
}

test('no variable is required', () => {
  expect(readConfig({})).toMatchObject({
    PORT: 3000,
    SMTP_INTAKE_PORT: 2525,
    VERBATIM_HOME: expect.stringMatching(/^\/.*\/\.verbatim$/),
    VERBATIM_ENVIRONMENT: 'local',
    VERBATIM_ROLE: new Set(['api', 'intake', 'worker']),
    VERBATIM_DEMO: true,
    PUBLIC_BASE_URL: 'http://localhost:3000',
    LOG_LEVEL: 'info',
    TRUST_PROXY: 0,
  })
})

test('values that follow from another variable are derived', () => {
  expect(readConfig({ PORT: '8080' }).PUBLIC_BASE_URL).toBe('http://localhost:8080')
  expect(readConfig({ PUBLIC_BASE_URL: 'https://a.example.com/' }).PUBLIC_BASE_URL).toBe(
    'https://a.example.com',
  )
  expect(readConfig({ VERBATIM_ENVIRONMENT: 'production' }).VERBATIM_DEMO).toBe(false)
  expect(readConfig({ VERBATIM_ENVIRONMENT: 'production', VERBATIM_DEMO: 'on' }).VERBATIM_DEMO).toBe(true)
})

test('in environment local the intake listens on this machine only, unless configured; elsewhere on the network', () => {
  expect(readConfig({}).LISTEN_HOST).toBe('127.0.0.1')
  expect(readConfig({ LISTEN_HOST: '0.0.0.0' }).LISTEN_HOST).toBe('0.0.0.0')
  for (const VERBATIM_ENVIRONMENT of ['dev', 'stage', 'production']) {
    expect(readConfig({ VERBATIM_ENVIRONMENT }).LISTEN_HOST).toBe('0.0.0.0')
    expect(readConfig({ VERBATIM_ENVIRONMENT, LISTEN_HOST: '::1' }).LISTEN_HOST).toBe('::1')
  }
})

test('a role to act in is accepted in upper or lower case, and only in local', () => {
  expect(readConfig({ ROLE_OVERRIDE: 'ANALYST' }).ROLE_OVERRIDE).toBe('analyst')
  for (const VERBATIM_ENVIRONMENT of ['dev', 'stage', 'production'])
    expect(readConfig({ VERBATIM_ENVIRONMENT, ROLE_OVERRIDE: 'super_admin' }).ROLE_OVERRIDE).toBeUndefined()
  expect(() => readConfig({ ROLE_OVERRIDE: 'owner' })).toThrow('ROLE_OVERRIDE')
})

test('lists are split', () => {
  expect(readConfig({ VERBATIM_ROLE: 'api,worker' }).VERBATIM_ROLE).toEqual(new Set(['api', 'worker']))
  expect(readConfig({ MEDIA_HOSTS: 'a.example,b.example:81' }).MEDIA_HOSTS).toEqual([
    'a.example',
    'b.example:81',
  ])
})

test('an empty variable counts as not set', () => {
  expect(readConfig({ PORT: '', DATABASE_URL: '' })).toEqual(readConfig({}))
})

test.each([
  ['PORT', 'abc'],
  ['PORT', '70000'],
  ['PORT', '80.5'],
  ['PORT', ' 80'],
  ['LISTEN_HOST', 'everywhere'],
  ['VERBATIM_ENVIRONMENT', 'Production'],
  ['VERBATIM_DEMO', 'true'],
  ['VERBATIM_ADMIN_EMAIL', 'ann'],
  ['LOG_LEVEL', 'loud'],
  ['VERBATIM_ROLE', 'api,all'],
  ['MEDIA_HOSTS', 'http://media.example'],
  ['TRUST_PROXY', 'true'],
  ['PUBLIC_BASE_URL', 'javascript:alert(1)'],
  ['MAIN_DOMAIN', 'Example.com'],
])('%s=%s is refused by its name, with the expected form', (name, value) => {
  const form = describeVariables().find((variable) => variable.name === name)!.form
  expect(problemsOf({ [name]: value })).toEqual([`${name} is "${value}". Expected: ${form}.`])
})

test.each([
  ['DATABASE_URL', 'mysql://ann:geheim@db'],
  ['VERBATIM_ADMIN_PASSWORD', 'geheim'],
])('the refusal of %s does not repeat a secret', (name, value) => {
  const [problem] = problemsOf({ [name]: value })
  expect(problem).toContain(name)
  expect(problem).not.toContain('geheim')
})

test('an unknown VERBATIM_ variable is refused, and the error names the closest known one', () => {
  expect(problemsOf({ VERBATIM_ADMIN_EMIAL: 'a@b.example' })).toEqual([
    'VERBATIM_ADMIN_EMIAL is not a variable of Verbatim. Did you mean VERBATIM_ADMIN_EMAIL?',
  ])
  expect(problemsOf({ SOMETHING_ELSE: 'x' })).toEqual([])
})

test('all wrong variables are reported together', () => {
  expect(problemsOf({ PORT: 'x', LOG_LEVEL: 'x', VERBATIM_HOEM: 'x' })).toHaveLength(3)
})

test('both halves of a setting are required, and two listeners cannot share a port', () => {
  expect(problemsOf({ SMTP_INTAKE_TLS_CERT: 'a.pem' })[0]).toMatch(/^SMTP_INTAKE_TLS_KEY is not set/)
  expect(problemsOf({ PORT: '2525' })[0]).toContain('SMTP_INTAKE_PORT is the same as PORT')
  expect(problemsOf({ PORT: '0', SMTP_INTAKE_PORT: '0' })).toEqual([])
})

test('without any variables, it fails with the same error', () => {
  const names = describeVariables().map(({ name }) => name)
  fc.assert(
    fc.property(fc.dictionary(fc.constantFrom(...names, 'VERBATIM_X', '__proto__'), fc.string()), (env) => {
      problemsOf(env)
    }),
  )
})

test.each([
  ['postgresql://a:b@db.example.com/d', true],
  ['postgresql://a:b@db.example.com/d?sslmode=require', true],
  ['postgresql://a:b@localhost.example.com/d', true],
  ['postgresql://a:b@localhost/d?host=db.example.com', true],
  ['postgresql://a:b@db.example.com/d?sslmode=verify-full', false],
  ['postgresql://a:b@db.example.com/d?sslrootcert=/ca.pem&sslmode=verify-ca', false],
  ['postgresql://a:b@127.0.0.1:5432/d', false],
  ['postgresql://a:b@[::1]/d', false],
  ['postgresql://a:b@localhost/d', false],
  ['postgresql:///d?host=/var/run/postgresql', false],
  ['postgresql://a:b@%2Fvar%2Frun/d', false],
])('%s is a database whose connection others could read: %s', (url, isRefused) => {
  const env = { VERBATIM_ENVIRONMENT: 'production', DATABASE_URL: url }
  const problems = problemsOf(env)
  expect(problems.length > 0).toBe(isRefused)
  expect(problems.join('')).not.toContain('a:b')
  expect(problemsOf({ ...env, DATABASE_CLEAR_TEXT: 'accepted' })).toEqual([])
  expect(problemsOf({ ...env, VERBATIM_ENVIRONMENT: 'local' })).toEqual([])
})
