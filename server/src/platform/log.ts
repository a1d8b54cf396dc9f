import pino, { type Logger } from 'pino'
import { isPassing } from './db-errors.ts'
import { gatherLines } from './gathered-lines.ts'
import { toTerminalLine } from '#platform/processes/terminal-line.ts'

/** The part of the logger that all code uses: first the context of a line, then its sentence. */
export type Log = Pick<Logger, 'debug' | 'info' | 'warn' | 'error'>

interface LogOptions {
  readonly level: string
  /** The process that logs: `api`, `worker`, `supervisor`. */
  readonly name: string
  /** Short lines for a person instead of JSON for a machine. */
  readonly pretty?: boolean
  readonly write?: (line: string) => void
  /** Equal temporary errors within this many milliseconds become one line. */
  readonly gatherMs?: number
}

/**
 * Opens the log: one JSON object per line. Secrets are replaced by their field's name at any depth, also passwords inside
 * addresses, and no character can move a terminal's cursor or reverse its text. Never pass it message text. Temporary errors
 * (`isPassing`) are not bugs: they are logged without a stack, at most once a second with their count in `times`.
 */
export function openLog({
  level,
  name,
  pretty = false,
  write = toStandardOutput,
  gatherMs = 1_000,
}: LogOptions): Logger {
  const gather = gatherLines(gatherMs)
  return pino(
    {
      level,
      name,
      base: { name },
      timestamp: pino.stdTimeFunctions.isoTime,
      hooks: {
        logMethod([fields, sentence, ...rest], method) {
          const { err } = Object(fields) as { err?: Error & { code?: unknown } }
          if (typeof sentence !== 'string' || !isPassing(err) || !err)
            return method.call(this, fields, sentence, ...rest)
          gather(`${sentence} ${String(err.code)} ${err.message}`, (times) =>
            method.call(this, { ...(fields as object), ...(times > 1 && { times }) }, sentence),
          )
        },
      },
      serializers: { err: (error: unknown) => error }, // already described below
      formatters: {
        level: (label) => ({ level: label }),
        log: (fields) => withoutSecrets(fields, 0) as Record<string, unknown>,
      },
    },
    {
      write(line: string) {
        write(escapeControls(pretty ? toTerminalLine(line) : line))
      },
    },
  )
}

/** A logger that discards everything. */
export const silentLog: Logger = pino({ enabled: false })

const toStandardOutput = (line: string): void => {
  process.stdout.write(line)
}

/** Names of fields whose values sign a user in, or help to. Source: docs/rules/identity.md. */
const secretField =
  /passw(or)?d|secret|token|^srp_?[ab]$|password_claim|^session$|cookie|authorization|signature|^(user_?|mfa_?|totp_?)?code$|mfa_code|api_?key|verifier|^salt$|^(app_)?database_?url$|^(owner|app|superuser)url$/i

/** Fields of an error that carry rows' values (PostgreSQL's detail) or whole requests. */
const quiet = new Set([
  'detail',
  'where',
  'internalQuery',
  'parameters',
  'config',
  'request',
  'response',
  'input',
])

function withoutSecrets(value: unknown, depth: number): unknown {
  if (typeof value === 'string') return withoutUrlPassword(value)
  if (typeof value !== 'object' || value === null) return value
  if (depth > 6) return '[deep]'
  if (value instanceof Error) return describeError(value, depth)
  if (value instanceof Date) return value
  if (value instanceof Uint8Array) return `[${value.byteLength} bytes]`
  if (Array.isArray(value)) return value.slice(0, 100).map((item) => withoutSecrets(item, depth + 1))
  // pg and Fastify pass objects with accessors; only own fields are written.
  return Object.fromEntries(
    Object.entries(value).map(([key, field]) => [
      key,
      secretField.test(key) && field !== undefined ? `[${key}]` : withoutSecrets(field, depth + 1),
    ]),
  )
}

function describeError(error: Error, depth: number): Record<string, unknown> {
  const fields = Object.entries(error).filter(([key]) => !quiet.has(key))
  return {
    ...(withoutSecrets(Object.fromEntries(fields), depth + 1) as Record<string, unknown>),
    ...('code' in error ? { code: error.code } : {}), // names a kind of error, and is not a credential
    type: error.name,
    message: withoutUrlPassword(error.message),
    ...(isPassing(error) ? {} : { stack: withoutUrlPassword(error.stack ?? '') }),
    ...(error.cause === undefined ? {} : { cause: withoutSecrets(error.cause, depth + 1) }),
  }
}

const withoutUrlPassword = (text: string) => text.replace(/(:\/\/[^\s:/@]*):[^\s@/]+@/g, '$1:[password]@')

/** Characters that JSON allows but that act on a terminal: C1 controls, line separators, direction changes. */
// eslint-disable-next-line no-control-regex
const acting = /[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u2028\u2029\u200e\u200f\u202a-\u202e\u2066-\u2069]/g

const escapeControls = (line: string) =>
  line.replace(acting, (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`)
