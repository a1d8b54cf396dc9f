import { resolve } from 'node:path'
import { NewPassword } from '@verbatim/contract/passwords.ts'
import { Role, roles } from '@verbatim/contract/permissions.ts'
import { closest } from 'fastest-levenshtein'
import { z } from 'zod'
import { leastPassphrase } from './backup/passphrase.ts'
import { parseMailServer } from './mail-server.ts'
import { Refusal } from './refusal.ts'

/** One environment variable: how it is written, what it means, and its value where it is not set. */
interface Variable<Schema extends z.ZodType> {
  readonly schema: Schema
  /** The expected form, as the refusal and the README tell it. */
  readonly form: string
  readonly meaning: string
  /** What holds without it, in words. */
  readonly otherwise: string
  /** Its value is never repeated. */
  readonly secret?: true
  /** Set by the supervisor for the processes that it starts; not for people. */
  readonly internal?: true
}

const variable = <Schema extends z.ZodType>(given: Variable<Schema>) => given

const port = (otherwise: number, meaning: string) =>
  variable({
    schema: z
      .string()
      .regex(/^\d{1,5}$/)
      .transform(Number)
      .refine((value) => value <= 65_535)
      .default(otherwise),
    form: 'a port number, 0 to 65535 (0: any free one)',
    otherwise: String(otherwise),
    meaning,
  })

const whole = (least: number, most: number, otherwise: number) => ({
  schema: z
    .string()
    .regex(/^\d{1,9}$/)
    .transform(Number)
    .refine((value) => value >= least && value <= most)
    .default(otherwise),
  form: `a whole number, ${least} to ${most}`,
  otherwise: String(otherwise),
})

const oneOf = <const Choices extends readonly [string, ...string[]]>(
  choices: Choices,
  otherwise: Choices[number],
) => ({
  schema: z.enum(choices).default(otherwise as never),
  form: `one of ${choices.join(', ')}`,
  otherwise,
})

/** A host name of letters, digits and hyphens, in lower case. */
const hostName = /^[a-z0-9]([a-z0-9-]*[a-z0-9])?(\.[a-z0-9]([a-z0-9-]*[a-z0-9])?)*$/
const mediaHost = /^[a-z0-9]([a-z0-9.-]*[a-z0-9])?(:\d{1,5})?$/
const databaseUrl = z.string().regex(/^postgres(ql)?:\/\/./)
const file = {
  schema: z
    .string()
    .transform((path) => resolve(path))
    .optional(),
  form: 'the path of a PEM file',
}

/** The parts of the server. One process may be several of them. */
export const processRoles = ['api', 'intake', 'worker'] as const
export type ProcessRole = (typeof processRoles)[number]

/** Every variable that the program reads, and nothing else reads the environment. */
const variables = {
  PORT: port(3000, 'Where the console, the API and the webhooks are served.'),
  LISTEN_HOST: variable({
    schema: z.union([z.ipv4(), z.ipv6(), z.literal('localhost')]).optional(),
    form: 'an IP address of this machine, or localhost',
    otherwise: '127.0.0.1 in local, 0.0.0.0 elsewhere',
    meaning: 'The network interface that HTTP and SMTP listen on. In local, only this machine can connect.',
  }),
  SMTP_INTAKE_PORT: port(2525, 'Where the archive journal is received by SMTP.'),
  SMTP_INTAKE_HOST: variable({
    schema: z.string().regex(hostName).optional(),
    form: 'a host name, such as journal.example.com',
    otherwise: "the machine's name",
    meaning: 'The name the SMTP intake uses in its greeting and in the certificate it creates.',
  }),
  SMTP_INTAKE_TLS_CERT: variable({
    ...file,
    otherwise: 'a self-signed one is created',
    meaning: 'The certificate of the SMTP intake, with its chain. Set it together with SMTP_INTAKE_TLS_KEY.',
  }),
  SMTP_INTAKE_TLS_KEY: variable({
    ...file,
    otherwise: 'a self-signed one is created',
    meaning: 'The private key of that certificate.',
  }),
  VERBATIM_HOME: variable({
    schema: z
      .string()
      .default('.verbatim')
      .transform((path) => resolve(path)),
    form: 'the path of a folder',
    otherwise: './.verbatim',
    meaning:
      'Holds the embedded database, attachments and the installation’s secret. Back it up; never share it.',
  }),
  DATABASE_URL: variable({
    schema: databaseUrl.optional(),
    form: 'postgresql://role:password@host:5432/database',
    otherwise: 'the embedded PostgreSQL',
    meaning:
      'Your own PostgreSQL 15 or newer, with a role that owns the database, has CREATEROLE and is not a superuser.',
    secret: true,
  }),
  DATABASE_POOL: variable({
    ...whole(2, 500, 16),
    meaning:
      'The most connections each process keeps for requests and work. Up to ten more are used for intake, listening, trying out rules and cancelling.',
  }),
  BLOBS_FOLDER: variable({
    schema: z
      .string()
      .transform((path) => resolve(path))
      .optional(),
    form: 'the path of a folder',
    otherwise: 'VERBATIM_HOME',
    meaning:
      'Where attachments and exports are stored. Several nodes need one folder that all of them can write, or a bucket.',
  }),
  BLOBS_S3_BUCKET: variable({
    schema: z
      .string()
      .regex(/^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/)
      .optional(),
    form: 'the name of a bucket',
    otherwise: 'stored in a folder',
    meaning: 'The bucket that attachments and exports are stored in instead, shared by all nodes.',
  }),
  BLOBS_S3_REGION: variable({
    schema: z
      .string()
      .regex(/^[a-z0-9-]{1,40}$/)
      .default('us-east-1'),
    form: 'a region, such as eu-central-1',
    otherwise: 'us-east-1',
    meaning: 'The region of that bucket.',
  }),
  BLOBS_S3_ENDPOINT: variable({
    schema: z
      .url({ protocol: /^https?$/ })
      .transform((url) => url.replace(/\/+$/, ''))
      .optional(),
    form: 'an address',
    otherwise: 'AWS',
    meaning: 'The address of another store with the same protocol.',
  }),
  BLOBS_S3_PREFIX: variable({
    schema: z
      .string()
      .regex(/^[\w-]+(\/[\w-]+)*\/?$/)
      .optional(),
    form: 'letters, digits, hyphens and slashes, such as verbatim/production',
    otherwise: 'nothing',
    meaning: 'The prefix of every key in that bucket.',
  }),
  BLOBS_S3_ACCESS_KEY_ID: variable({
    schema: z.string().min(3).optional(),
    form: 'the id of an access key',
    otherwise: 'the role of the machine',
    meaning: 'The key for reading and writing that bucket.',
  }),
  BLOBS_S3_SECRET_ACCESS_KEY: variable({
    schema: z.string().min(6).optional(),
    form: 'the secret of that access key',
    otherwise: 'the role of the machine',
    meaning: 'The other half of BLOBS_S3_ACCESS_KEY_ID.',
    secret: true,
  }),
  VERBATIM_ADMIN_EMAIL: variable({
    schema: z.email().optional(),
    form: 'a mail address',
    otherwise: 'the demo’s administrator',
    meaning: 'The email address of the first administrator.',
  }),
  VERBATIM_ADMIN_PASSWORD: variable({
    schema: NewPassword.optional(),
    form: 'a password of at least 8 characters with an uppercase and a lowercase letter, a number and a special character',
    otherwise: 'created at the first start and printed once; outside local, a set-up link is printed instead',
    meaning: 'The password of the first administrator, used at the first start only.',
    secret: true,
  }),
  VERBATIM_ENVIRONMENT: variable({
    ...oneOf(['local', 'dev', 'stage', 'production'], 'local'),
    meaning: 'The environment. Conveniences such as a printed password exist in local only.',
  }),
  ROLE_OVERRIDE: variable({
    schema: z
      .string()
      .transform((name) => name.toLowerCase())
      .pipe(Role)
      .optional(),
    form: `one of ${roles.join(', ')}`,
    otherwise: 'each user’s own',
    meaning: 'The role that every platform user acts in, for trying out roles. Ignored outside local.',
  }),
  VERBATIM_DEMO: variable({
    schema: z
      .enum(['on', 'off'])
      .transform((word) => word === 'on')
      .optional(),
    form: 'one of on, off',
    otherwise: 'on in local, off elsewhere',
    meaning: 'Whether the first start seeds the demo organization.',
  }),
  LOCAL_TENANT: variable({
    schema: z.string().regex(hostName).optional(),
    form: 'the name of an organization as used in its address',
    otherwise: 'the demo organization',
    meaning: 'The organization that plain localhost leads to.',
  }),
  OPERATOR_KEY: variable({
    schema: z.string().min(32).optional(),
    form: 'at least 32 random characters',
    otherwise: 'the endpoint is off',
    meaning:
      'The key to /operator/organizations, where organizations are created, listed, closed and reopened.',
    secret: true,
  }),
  PUBLIC_BASE_URL: variable({
    schema: z
      .url({ protocol: /^https?$/ })
      .transform((url) => url.replace(/\/+$/, ''))
      .optional(),
    form: 'an address, such as https://acme.example.com',
    otherwise: 'http://localhost:PORT',
    meaning:
      'The address at which providers and browsers reach this server. Webhook signatures include it, so it must be exact.',
  }),
  MAIN_DOMAIN: variable({
    schema: z.string().regex(hostName).default('verbatim.localhost'),
    form: 'the last two labels of every address, such as example.com',
    otherwise: 'verbatim.localhost',
    meaning: 'Organizations are served at {name}.{main domain}.',
  }),
  SMTP_URL: variable({
    schema: z
      .string()
      .transform((text, check) => {
        const server = parseMailServer(text)
        if (!server) check.addIssue('not the address of a mail server')
        return server ?? z.NEVER
      })
      .optional(),
    form: 'smtp://user:password@host:587 (STARTTLS) or smtps://user:password@host:465',
    otherwise: 'mail waits; in local it is read at /mailbox',
    meaning:
      'The mail server that sends invitations, codes and notifications. The connection is encrypted unless the server is on this machine or the address ends with ?tls=off.',
    secret: true,
  }),
  MAIL_FROM: variable({
    schema: z.email().optional(),
    form: 'a mail address',
    otherwise: 'no-reply@ and the host of PUBLIC_BASE_URL',
    meaning: 'The sender of those mails.',
  }),
  IDENTITY_USER_POOL_ID: variable({
    schema: z
      .string()
      .regex(/^[a-z]{2}(-[a-z]+)+-\d_[0-9A-Za-z]{1,40}$/)
      .optional(),
    form: 'the id of an AWS Cognito user pool, such as eu-central-1_AbCdEf123',
    otherwise: 'people sign in to the embedded identity service',
    meaning:
      'The user pool that people sign in to instead. Its aliases are email addresses. It holds the people of all organizations.',
  }),
  IDENTITY_CLIENT_ID: variable({
    schema: z
      .string()
      .regex(/^[\w+]{1,128}$/)
      .optional(),
    form: 'the id of an app client of that pool, without a secret',
    otherwise: 'set with IDENTITY_USER_POOL_ID',
    meaning: 'The app client that the console signs people in with.',
  }),
  IDENTITY_DOMAIN: variable({
    schema: z.string().regex(hostName).optional(),
    form: 'a host name',
    otherwise: 'no single sign-on at that pool',
    meaning: 'The domain of the pool’s hosted sign-in pages, used for single sign-on.',
  }),
  IDENTITY_ENDPOINT: variable({
    schema: z
      .url({ protocol: /^https?$/ })
      .transform((url) => url.replace(/\/+$/, ''))
      .optional(),
    form: 'an address',
    otherwise: 'AWS, in the region that the pool’s id begins with',
    meaning: 'The address of the pool, for a private endpoint.',
  }),
  AWS_ACCESS_KEY_ID: variable({
    schema: z.string().min(16).optional(),
    form: 'the id of an access key',
    otherwise: 'the role of the machine',
    meaning: 'The key for administering people in the pool.',
  }),
  AWS_SECRET_ACCESS_KEY: variable({
    schema: z.string().min(16).optional(),
    form: 'the secret of that access key',
    otherwise: 'the role of the machine',
    meaning: 'The other half of AWS_ACCESS_KEY_ID.',
    secret: true,
  }),
  TRUST_PROXY: variable({
    ...whole(0, 10, 0),
    meaning: 'The number of reverse proxies in front of this server that are trusted to name the caller.',
  }),
  MEDIA_HOSTS: variable({
    schema: z
      .string()
      .default('')
      .transform((list) => list.split(',').filter((host) => host !== ''))
      .refine((hosts) => hosts.every((host) => mediaHost.test(host))),
    form: 'host names separated by commas, each with a port if it is not the standard one',
    otherwise: "the channels' own only",
    meaning: 'Additional hosts that attachments may be downloaded from, such as a provider’s regional edge.',
  }),
  VERBATIM_ROLE: variable({
    schema: z
      .string()
      .default('all')
      .transform((list) => new Set(list === 'all' ? processRoles : list.split(',')))
      .refine((roles): roles is Set<ProcessRole> => roles.isSubsetOf(new Set<string>(processRoles))),
    form: `all, or some of ${processRoles.join(', ')}, separated by commas`,
    otherwise: 'all',
    meaning: 'The parts that run here: the API, the intake, the worker.',
  }),
  DRAIN_SECONDS: variable({
    schema: z
      .string()
      .regex(/^\d{1,3}$/)
      .transform(Number)
      .refine((value) => value <= 300)
      .optional(),
    form: 'a whole number, 0 to 300',
    otherwise: '20; 0 in local',
    meaning: 'How long a stopping node reports “not ready” and keeps serving before it closes its ports.',
  }),
  MONITOR_PORT: variable({
    schema: z
      .string()
      .regex(/^\d{1,5}$/)
      .transform(Number)
      .refine((value) => value <= 65_535)
      .optional(),
    form: 'a port number, 0 to 65535 (0: any free one)',
    otherwise: 'no port is opened',
    meaning: 'The port for health and metrics of all processes of this node.',
  }),
  MONITOR_HOST: variable({
    schema: z.union([z.ipv4(), z.ipv6(), z.literal('localhost')]).default('127.0.0.1'),
    form: 'an IP address of this machine, or localhost',
    otherwise: '127.0.0.1',
    meaning: 'The network interface of that port. Metrics for other machines need MONITOR_KEY.',
  }),
  MONITOR_KEY: variable({
    schema: z.string().min(16).optional(),
    form: 'a text of at least 16 characters',
    otherwise: 'only this machine reads metrics',
    meaning: 'The bearer token for reading metrics.',
    secret: true,
  }),
  LOG_LEVEL: variable({
    ...oneOf(['debug', 'info', 'warn', 'error', 'silent'], 'info'),
    meaning: 'The lowest level that is logged.',
  }),
  VERBATIM_BACKUP_PASSPHRASE: variable({
    schema: z.string().min(leastPassphrase).optional(),
    form: `at least ${leastPassphrase} characters`,
    otherwise: 'the content of VERBATIM_BACKUP_KEY_FILE',
    meaning:
      'The passphrase that npm run backup encrypts with. Keep it apart from the backups. Without it they are lost.',
    secret: true,
  }),
  VERBATIM_BACKUP_KEY_FILE: variable({
    schema: z
      .string()
      .transform((path) => resolve(path))
      .optional(),
    form: 'the path of a file',
    otherwise: 'VERBATIM_BACKUP_PASSPHRASE',
    meaning: 'A file with that passphrase.',
  }),
  APP_DATABASE_URL: variable({
    schema: databaseUrl.optional(),
    form: 'postgresql://role:password@host:5432/database',
    otherwise: 'set by the supervisor',
    meaning: 'The connection of a serving process, with the role that owns nothing.',
    secret: true,
    internal: true,
  }),
  API_SOCKET: variable({
    schema: z.string().optional(),
    form: 'the path of a socket',
    otherwise: 'none: the API has PORT itself',
    meaning: 'The socket of the API, behind the process that receives deliveries.',
    internal: true,
  }),
  VERBATIM_API: variable({
    schema: z.string().optional(),
    form: 'an address',
    otherwise: 'http://localhost:3000',
    meaning: 'The server that a console under development uses.',
    internal: true,
  }),
} as const

type Variables = typeof variables
type Read = { readonly [Name in keyof Variables]: z.infer<Variables[Name]['schema']> }

/** What the environment says, checked. Each field has the name of its variable. */
export interface Config extends Omit<
  Read,
  'LISTEN_HOST' | 'PUBLIC_BASE_URL' | 'MAIL_FROM' | 'VERBATIM_DEMO' | 'BLOBS_FOLDER' | 'DRAIN_SECONDS'
> {
  readonly DRAIN_SECONDS: number
  readonly LISTEN_HOST: string
  readonly BLOBS_FOLDER: string
  /** Without a slash at its end. */
  readonly PUBLIC_BASE_URL: string
  readonly MAIL_FROM: string
  readonly VERBATIM_DEMO: boolean
}

/** What is wrong with the environment, one sentence per variable. The program does not start. */
export class ConfigError extends Refusal {
  override name = 'ConfigError'
  readonly problems: readonly string[]
  constructor(problems: readonly string[]) {
    super(problems.join('\n'))
    this.problems = problems
  }
}

/**
 * Reads the configuration, all of it at once. An empty variable is one that is not set.
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

/** The variables for people, in the README's order. A test compares the README's table with it. */
export function describeVariables(): { name: string; form: string; otherwise: string; meaning: string }[] {
  return entries()
    .filter(([, { internal }]) => !internal)
    .map(([name, { form, otherwise, meaning }]) => ({ name, form, otherwise, meaning }))
}

const entries = () => Object.entries<Variable<z.ZodType>>(variables)

/** A misspelt name would otherwise be a setting that silently does nothing. */
function unknownNames(env: NodeJS.ProcessEnv): string[] {
  const known = Object.keys(variables)
  return Object.keys(env)
    .filter((name) => name.startsWith('VERBATIM_') && !known.includes(name))
    .map((name) => `${name} is not a variable of Verbatim. Did you mean ${closest(name, known)}.`)
}

function contradictions(read: Record<string, unknown>): string[] {
  const problems: string[] = []
  if (Boolean(read['SMTP_INTAKE_TLS_CERT']) !== Boolean(read['SMTP_INTAKE_TLS_KEY'])) {
    const missing = read['SMTP_INTAKE_TLS_CERT'] ? 'SMTP_INTAKE_TLS_KEY' : 'SMTP_INTAKE_TLS_CERT'
    problems.push(`${missing} is not set. Expected: the path of a PEM file, as its other half is set.`)
  }
  for (const [one, other] of [
    ['IDENTITY_USER_POOL_ID', 'IDENTITY_CLIENT_ID'],
    ['AWS_ACCESS_KEY_ID', 'AWS_SECRET_ACCESS_KEY'],
    ['BLOBS_S3_ACCESS_KEY_ID', 'BLOBS_S3_SECRET_ACCESS_KEY'],
  ] as const) {
    if (Boolean(read[one]) === Boolean(read[other])) continue
    const [missing, set] = read[one] ? [other, one] : [one, other]
    problems.push(`${missing} is not set. Expected: both halves, as ${set} is set.`)
  }
  if (read['BLOBS_FOLDER'] && read['BLOBS_S3_BUCKET'])
    problems.push('BLOBS_FOLDER and BLOBS_S3_BUCKET are both set. Expected: one of them.')
  if (read['MONITOR_PORT'] !== undefined && !isLoopback(String(read['MONITOR_HOST'])) && !read['MONITOR_KEY'])
    problems.push(
      'MONITOR_KEY is not set. Expected: at least 16 characters, as MONITOR_HOST is not this machine only.',
    )
  if (read['PORT'] && read['PORT'] === read['SMTP_INTAKE_PORT']) {
    problems.push('SMTP_INTAKE_PORT is the same as PORT. Expected: another port.')
  }
  return problems
}

const isLoopback = (host: string) => host === 'localhost' || host === '::1' || host.startsWith('127.')
