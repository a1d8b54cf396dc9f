import { existsSync, readFileSync, statSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { type IntakeCard, intakeCardFile } from '@verbatim/demo/seeding/intake-card.ts'

export const help = `Plays a file through the endpoints of a running Verbatim, as providers deliver it.

  npm run replay -- FILE [--channel sms|whatsapp|proofpoint] [--rate N] [--limit N]

FILE        Conversations as JSON lines, packed (.gz) or not: signed webhooks, as SMS or WhatsApp.
            Mails as a .tar.gz, a folder, an mbox or one .eml: SMTP, as the archive journal.
--channel   The channel to play it on. Default: proofpoint for mails, sms for conversations.
--rate      Messages a second. Default: as fast as the endpoint answers.
--limit     Stops after so many messages.
--lanes     Connections at once. Default: 16 for webhooks, 4 for mails.

Where to, by default: the demo organization of the installation in VERBATIM_HOME (./.verbatim), on this machine.

--url       Where webhooks are posted, and what their signature covers. Default: http://localhost:PORT (3000).
--via       Where they are posted instead, if --url (PUBLIC_BASE_URL) leads elsewhere.
--account   The account's id.
--number    The account's own telephone number, such as +15550100001.
--token     Its auth token at Twilio, for signing. Better set REPLAY_TOKEN: other users of the machine see arguments.
--smtp      Where mails are delivered. Default: localhost:SMTP_INTAKE_PORT (2525).
--to        The journal's address.

Webhooks carry no time: messages are captured as written now. Within a conversation, each message waits
until the one before it is acknowledged. Ids come from the file, so playing it twice captures it once: the second time
counts as duplicates. A conversation of three or more is played as a group (Twilio Conversations).
Mails keep their own dates. If an endpoint says "later" (503, 429, 4xx in SMTP), the message is sent again for half a minute.
`

/** A mistake of the caller, explained in one sentence. */
export class ReplayError extends Error {
  override name = 'ReplayError'
}

interface Common {
  readonly file: string
  /** Messages a second; undefined for as many as the endpoint accepts. */
  readonly rate: number | undefined
  readonly limit: number
  readonly lanes: number
}

export interface WebhookReplay extends Common {
  readonly channel: 'sms' | 'whatsapp'
  /** Without a slash at its end. */
  readonly url: string
  /** The server's address. */
  readonly via: string
  readonly account: string
  readonly number: string
  readonly token: string
}

export interface MailReplay extends Common {
  readonly channel: 'proofpoint'
  readonly host: string
  readonly port: number
  readonly to: string
}

export type ReplayOptions = WebhookReplay | MailReplay

const options = {
  channel: { type: 'string' },
  rate: { type: 'string' },
  limit: { type: 'string' },
  lanes: { type: 'string' },
  url: { type: 'string' },
  via: { type: 'string' },
  account: { type: 'string' },
  number: { type: 'string' },
  token: { type: 'string' },
  smtp: { type: 'string' },
  to: { type: 'string' },
  help: { type: 'boolean', short: 'h' },
} as const

type Given = Partial<Record<Exclude<keyof typeof options, 'help'>, string>>

/**
 * The options of the command line.
 * @throws ReplayError naming a missing or wrong one
 */
export function readOptions(args: readonly string[], env: NodeJS.ProcessEnv): ReplayOptions | 'help' {
  const { values, positionals } = parse(args)
  if (values.help) return 'help'
  const [file, ...more] = positionals
  if (file === undefined || more.length > 0) throw new ReplayError('Give one file to play. --help says how.')
  if (!existsSync(file)) throw new ReplayError(`${file} is not there.`)
  const channel = values.channel ?? (isMail(file) ? 'proofpoint' : 'sms')
  if (channel === 'proofpoint') return mailReplay(file, values, env)
  if (channel === 'sms' || channel === 'whatsapp') return webhookReplay(file, channel, values, env)
  throw new ReplayError(`--channel is sms, whatsapp or proofpoint, not ${channel}.`)
}

function parse(args: readonly string[]) {
  try {
    return parseArgs({ args: [...args], options, allowPositionals: true })
  } catch (error) {
    throw new ReplayError(`${(error as Error).message} --help says how.`)
  }
}

const isMail = (file: string) => statSync(file).isDirectory() || /\.(tar\.gz|tgz|eml|mbox)$/i.test(file)

function webhookReplay(
  file: string,
  channel: 'sms' | 'whatsapp',
  given: Given,
  env: NodeJS.ProcessEnv,
): WebhookReplay {
  const demo = given.account ? undefined : readCard(env)?.[channel]
  const token = given.token ?? env['REPLAY_TOKEN'] ?? demo?.authToken
  const account = given.account ?? demo?.accountId
  const number = given.number ?? demo?.number
  if (!account || !token || !number) throw new ReplayError(notFound(env, '--account, --number and --token'))
  return { file, channel, ...common(given, 16), ...addresses(given, env), account, number, token }
}

function addresses(given: Given, env: NodeJS.ProcessEnv) {
  const local = `http://localhost:${env['PORT'] || 3000}`
  return {
    url: address(given.url ?? env['PUBLIC_BASE_URL'] ?? local, '--url'),
    via: address(given.via ?? given.url ?? local, '--via'),
  }
}

function address(given: string, name: string): string {
  if (!/^https?:/.test(given) || !URL.canParse(given))
    throw new ReplayError(`${name} is an address such as http://localhost:3000, not ${given}.`)
  return given.replace(/\/+$/, '')
}

function mailReplay(file: string, given: Given, env: NodeJS.ProcessEnv): MailReplay {
  const to = given.to ?? readCard(env)?.proofpoint.journalAddress
  if (!to) throw new ReplayError(notFound(env, '--to'))
  const [, host, port] = /^(.+?)(?::(\d{1,5}))?$/.exec(given.smtp ?? 'localhost') ?? []
  if (!host) throw new ReplayError('--smtp is a host and a port, such as localhost:2525.')
  return {
    file,
    channel: 'proofpoint',
    ...common(given, 4),
    host,
    port: Number(port ?? (env['SMTP_INTAKE_PORT'] || 2525)),
    to,
  }
}

function common(given: Given, lanes: number) {
  return {
    rate: whole(given, 'rate'),
    limit: whole(given, 'limit') ?? Number.POSITIVE_INFINITY,
    lanes: whole(given, 'lanes') ?? lanes,
  }
}

function whole(given: Given, name: 'rate' | 'limit' | 'lanes'): number | undefined {
  const value = given[name]
  if (value === undefined) return undefined
  if (!/^[1-9]\d{0,8}$/.test(value))
    throw new ReplayError(`--${name} is a whole number from 1, not ${value}.`)
  return Number(value)
}

/** The file that the demo's seed writes for trying its endpoints. */
function readCard(env: NodeJS.ProcessEnv): IntakeCard | undefined {
  const path = join(homeOf(env), intakeCardFile)
  return existsSync(path) ? (JSON.parse(readFileSync(path, 'utf8')) as IntakeCard) : undefined
}

const homeOf = (env: NodeJS.ProcessEnv) => resolve(env['VERBATIM_HOME'] || '.verbatim')

const notFound = (env: NodeJS.ProcessEnv, names: string) =>
  `${homeOf(env)} has no demo organization. Start Verbatim once, set VERBATIM_HOME, or give ${names}.`
