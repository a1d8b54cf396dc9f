import { closest } from 'fastest-levenshtein'
import type { z } from 'zod'
import { channelVariables } from './config/channels.ts'
import { installation } from './config/installation.ts'
import { operation } from './config/operation.ts'
import { organizations } from './config/organizations.ts'
import type { Variable } from './config/variable.ts'
import { Refusal } from './refusal.ts'

export { type ProcessRole, processRoles } from './config/operation.ts'

/** Every variable that the program reads. No other code reads the environment. */
const variables = { ...installation, ...organizations, ...operation, ...channelVariables } as const

type Variables = typeof variables
type Read = { readonly [Name in keyof Variables]: z.infer<Variables[Name]['schema']> }

/** The checked environment. Each field has the name of its variable. */
export interface Config extends Omit<
  Read,
  'LISTEN_HOST' | 'PUBLIC_BASE_URL' | 'MAIL_FROM' | 'VERBATIM_DEMO' | 'BLOBS_FOLDER' | 'DRAIN_SECONDS'
> {
  readonly DRAIN_SECONDS: number
  readonly LISTEN_HOST: string
  readonly BLOBS_FOLDER: string
  /** Without a slash at the end. */
  readonly PUBLIC_BASE_URL: string
  readonly MAIL_FROM: string
  readonly VERBATIM_DEMO: boolean
}

/** The errors of the environment, one sentence per variable. The program does not start. */
export class ConfigError extends Refusal {
  override name = 'ConfigError'
  readonly problems: readonly string[]
  constructor(problems: readonly string[]) {
    super(problems.join('\n'))
    this.problems = problems
  }
}

/**
 * Reads the whole configuration at once. An empty variable counts as not set.
 * @throws ConfigError naming each wrong variable and its expected form, and each unknown `VERBATIM_…`.
 */
export function readConfig(env: NodeJS.ProcessEnv): Config {
  const problems: string[] = []
  const read: Record<string, unknown> = {}
  for (const [name, { schema, form, secret }] of entries()) {
    const text = env[name] || undefined
    const result = schema.safeParse(text)
    if (result.success) read[name] = result.data
    else problems.push(`${name} is ${secret ? 'not well formed' : `"${text}"`}. Expected: ${form}.`)
  }
  problems.push(...unknownNames(env), ...contradictions(read))
  if (problems.length > 0) throw new ConfigError(problems)

  const config = read as Read
  const publicBaseUrl = config.PUBLIC_BASE_URL ?? `http://localhost:${config.PORT}`
  const isLocal = config.VERBATIM_ENVIRONMENT === 'local'
  return {
    ...config,
    LISTEN_HOST: config.LISTEN_HOST ?? (isLocal ? '127.0.0.1' : '0.0.0.0'),
    PUBLIC_BASE_URL: publicBaseUrl,
    DRAIN_SECONDS: config.DRAIN_SECONDS ?? (isLocal ? 0 : 20),
    BLOBS_FOLDER: config.BLOBS_FOLDER ?? config.VERBATIM_HOME,
    MAIL_FROM: config.MAIL_FROM ?? `no-reply@${new URL(publicBaseUrl).hostname}`,
    VERBATIM_DEMO: config.VERBATIM_DEMO ?? isLocal,
    ROLE_OVERRIDE: isLocal ? config.ROLE_OVERRIDE : undefined,
  }
}

/** How the processes of a node end. */
export const endingOf = ({ DRAIN_SECONDS }: Pick<Config, 'DRAIN_SECONDS'>) => ({
  drainMs: DRAIN_SECONDS * 1000,
  finishMs: DRAIN_SECONDS === 0 ? 1_900 : 10_000,
})

/** What is set for single channels, by the names of the variables. */
export const channelVariablesOf = (config: Config): Readonly<Record<string, string>> =>
  Object.fromEntries(
    Object.keys(channelVariables).flatMap((name) => {
      const value = config[name as keyof typeof channelVariables]
      return value === undefined ? [] : [[name, value]]
    }),
  )

/** The variables for people, in the README's order. A test compares the README's table with this. */
export function describeVariables(): { name: string; form: string; otherwise: string; meaning: string }[] {
  return entries()
    .filter(([, { internal }]) => !internal)
    .map(([name, { form, otherwise, meaning }]) => ({ name, form, otherwise, meaning }))
}

const entries = () => Object.entries<Variable<z.ZodType>>(variables)

/** Otherwise a misspelt name would silently have no effect. */
function unknownNames(env: NodeJS.ProcessEnv): string[] {
  const known = Object.keys(variables)
  return Object.keys(env)
    .filter((name) => name.startsWith('VERBATIM_') && !known.includes(name))
    .map((name) => `${name} is not a variable of Verbatim. Did you mean ${closest(name, known)}?`)
}

function contradictions(read: Record<string, unknown>): string[] {
  const problems: string[] = []
  if (Boolean(read['SMTP_INTAKE_TLS_CERT']) !== Boolean(read['SMTP_INTAKE_TLS_KEY'])) {
    const missing = read['SMTP_INTAKE_TLS_CERT'] ? 'SMTP_INTAKE_TLS_KEY' : 'SMTP_INTAKE_TLS_CERT'
    problems.push(
      `${missing} is not set. Expected: the path of a PEM file, because certificate and key must be set together.`,
    )
  }
  for (const [one, other] of [
    ['IDENTITY_USER_POOL_ID', 'IDENTITY_CLIENT_ID'],
    ['AWS_ACCESS_KEY_ID', 'AWS_SECRET_ACCESS_KEY'],
    ['BLOBS_S3_ACCESS_KEY_ID', 'BLOBS_S3_SECRET_ACCESS_KEY'],
  ] as const) {
    if (Boolean(read[one]) === Boolean(read[other])) continue
    const [missing, set] = read[one] ? [other, one] : [one, other]
    problems.push(`${missing} is not set. Expected: a value, because ${set} is set and both belong together.`)
  }
  if (read['BLOBS_FOLDER'] && read['BLOBS_S3_BUCKET'])
    problems.push('BLOBS_FOLDER and BLOBS_S3_BUCKET are both set. Expected: one of them.')
  if (read['MONITOR_PORT'] !== undefined && !isLoopback(String(read['MONITOR_HOST'])) && !read['MONITOR_KEY'])
    problems.push(
      'MONITOR_KEY is not set. Expected: at least 16 characters, because MONITOR_HOST lets other machines connect.',
    )
  if (isOpenToOthers(read))
    problems.push(
      'DATABASE_URL points to another machine without verifying its certificate. Expected: sslmode=verify-full at its end, or DATABASE_CLEAR_TEXT=accepted.',
    )
  if (read['PORT'] && read['PORT'] === read['SMTP_INTAKE_PORT']) {
    problems.push('SMTP_INTAKE_PORT is the same as PORT. Expected: another port.')
  }
  return problems
}

function isOpenToOthers({
  DATABASE_URL: url,
  DATABASE_CLEAR_TEXT: clearText,
  VERBATIM_ENVIRONMENT: environment,
}: Record<string, unknown>): boolean {
  return environment !== 'local' && !clearText && typeof url === 'string' && !isPrivateWay(url)
}

/** Whether a database is on this machine or is recognized by its certificate. */
function isPrivateWay(databaseUrl: string): boolean {
  if (!URL.canParse(databaseUrl)) return false
  const { hostname, searchParams } = new URL(databaseUrl)
  const host = decodeURIComponent(searchParams.get('host') ?? hostname).replace(/^\[|\]$/g, '')
  // Without a host, or with a path, it is a socket.
  if (host === '' || host.startsWith('/') || isLoopback(host)) return true
  return ['verify-full', 'verify-ca'].includes(searchParams.get('sslmode') ?? '')
}

const isLoopback = (host: string) => host === 'localhost' || host === '::1' || host.startsWith('127.')
