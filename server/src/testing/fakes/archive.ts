import type { AddressInfo } from 'node:net'
import type { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import PostalMime, { type Email } from 'postal-mime'
import type { SMTPServerOptions } from 'smtp-server'
import { SMTPServer } from './prompt-smtp-server.ts'

/**
 * How an archive answers the next mail. `cut`: the connection ends after the bytes, before an answer. `late`: it takes the mail,
 * and says so only after this many milliseconds, or after this.
 */
type ArchiveAnswer = 'take' | 'cut' | number | Late
type Late = { readonly lateMs: number } | { readonly after: Promise<void> }

interface ArchivedAt {
  readonly mail: Email
  readonly to: readonly string[]
  readonly isTaken: boolean
}

/** A receiver that accepts only encrypted connections, which sign in by an access token, or by such a token as their password. */
interface SignedInArchive {
  readonly key: string
  readonly cert: string
  readonly user: string
  readonly tokens: ReadonlySet<string>
}

/** How it treats connections beyond this many: what it says to this command of theirs. */
interface Extra {
  readonly most: number
  readonly at: 'mail' | 'recipient' | 'data'
  readonly answer: Exclude<ArchiveAnswer, string>
}

interface Manner {
  /** How late it answers everything but DATA. */
  lateMs: number
  /** It refuses further connections. */
  mostConnections: number
  /** So many were open at once. */
  peak: number
  extra: Extra | undefined
}
const usual: Manner = { lateMs: 0, mostConnections: Infinity, peak: 0, extra: undefined }

export interface FakeArchive {
  readonly port: number
  /** Every mail whose bytes came, and whether the sender got an answer. */
  readonly got: readonly ArchivedAt[]
  /** The answers to the next mails; then it takes each. */
  readonly answers: ArchiveAnswer[]
  /** Recipients that it does not know. */
  readonly unknown: Set<string>
  /** It ends the connection at every mail with one of these texts, after its bytes. */
  readonly poison: Set<string>
  readonly manner: Manner
  /** Forgets what it got, and takes everything at once. */
  clear(): void
  close(): Promise<void>
}

/** A mail server of an archive on this machine, in clear text unless it is `secured`. */
export async function openFakeArchive(secured?: SignedInArchive): Promise<FakeArchive> {
  const got: ArchivedAt[] = []
  const answers: ArchiveAnswer[] = []
  const unknown = new Set<string>()
  const poison = new Set<string>()
  const manner = { ...usual }
  const late = (answer: () => void) => void setTimeout(answer, manner.lateMs)
  let queued = 0
  const extras = new Set<string>()
  /** What it says to a command of a connection that it has beyond those it serves. */
  const saidAt = (at: Extra['at'], { id }: { readonly id: string }) =>
    manner.extra?.at === at && extras.has(id) ? manner.extra.answer : undefined
  const refuse = (at: Extra['at'], session: { readonly id: string }) => {
    const said = saidAt(at, session)
    return typeof said === 'number' ? refusal(said) : null
  }
  const refusal = (responseCode: number) => Object.assign(new Error('Not now'), { responseCode })
  const server = new SMTPServer({
    ...signInAt(secured),
    disableReverseLookup: true,
    logger: false,
    onConnect(session, done) {
      if (server.connections.size > manner.mostConnections) return done(refusal(421))
      manner.peak = Math.max(manner.peak, server.connections.size)
      if (manner.extra && server.connections.size > manner.extra.most) extras.add(session.id)
      late(done)
    },
    onMailFrom: (_, session, done) => late(() => done(refuse('mail', session))),
    onRcptTo: ({ address }, session, done) =>
      late(() => done(unknown.has(address) ? refusal(550) : refuse('recipient', session))),
    onData(stream, session, done) {
      void receive(stream).then((mail) => {
        if (!mail) return
        const isPoison = [...poison].some((text) => mail.text?.includes(text))
        const answer = isPoison ? 'end' : (saidAt('data', session) ?? answers.shift() ?? 'take')
        const to = session.envelope.rcptTo.map(({ address }) => address)
        const isLate = typeof answer === 'object'
        const said = `Ok: queued as Q${(queued += 1)}`
        got.push({ mail, to, isTaken: answer === 'take' || isLate })
        if (answer === 'end') endOf(session)
        else if (answer === 'cut') for (const one of server.connections) one.close()
        else if (answer === 'take') setTimeout(done, manner.lateMs, null, said)
        else if (isLate) answerLate(answer, done, said)
        else setImmediate(done, refusal(answer))
      })
    },
  })
  const endOf = ({ id }: { readonly id: string }) => {
    for (const one of server.connections)
      if ((one as unknown as { readonly session: { readonly id: string } }).session.id === id) one.close()
  }
  server.on('error', () => {})
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', () => resolve()))
  return {
    port: (server.server.address() as AddressInfo).port,
    got,
    answers,
    unknown,
    poison,
    manner,
    clear() {
      got.splice(0)
      answers.length = 0
      unknown.clear()
      poison.clear()
      extras.clear()
      Object.assign(manner, usual)
    },
    close: () => new Promise((resolve) => server.close(() => resolve())),
  }
}

/** Undefined if the connection ended within the mail. */
const receive = async (stream: Readable) => {
  const bytes = await buffer(stream).catch(() => undefined)
  return bytes && PostalMime.parse(bytes)
}

function signInAt(secured: SignedInArchive | undefined): SMTPServerOptions {
  if (!secured) return { authOptional: true, disabledCommands: ['STARTTLS'] }
  const { key, cert, user, tokens } = secured
  return {
    secure: true,
    key,
    cert,
    authMethods: ['XOAUTH2', 'PLAIN'],
    onAuth: ({ username, accessToken, password }, _, done) =>
      username === user && tokens.has(accessToken ?? password ?? '')
        ? done(null, { user })
        : done(Object.assign(new Error('The token is not valid'), { responseCode: 535 })),
  }
}

function answerLate(late: Late, answer: (error: null, said: string) => void, said: string): void {
  if ('after' in late) void late.after.then(() => answer(null, said))
  else setTimeout(answer, late.lateMs, null, said).unref()
}
