import type { AddressInfo } from 'node:net'
import type { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import PostalMime, { type Email } from 'postal-mime'
import { SMTPServer } from 'smtp-server'

/** How an archive answers the next mail. `cut`: the connection ends after the bytes, before an answer. */
export type ArchiveAnswer = 'take' | 'cut' | number

export interface FakeArchive {
  readonly port: number
  /** Every mail whose bytes came, with whether the sender was told so. */
  readonly got: readonly { readonly mail: Email; readonly to: readonly string[]; readonly isTaken: boolean }[]
  /** The answers to the next mails; then it takes each. */
  readonly answers: ArchiveAnswer[]
  /** Recipients that it does not know. */
  readonly unknown: Set<string>
  /** Forgets what it got. */
  clear(): void
  close(): Promise<void>
}

/** A mail server of an archive on this machine, in clear text. */
export async function openFakeArchive(): Promise<FakeArchive> {
  const got: { mail: Email; to: readonly string[]; isTaken: boolean }[] = []
  const answers: ArchiveAnswer[] = []
  const unknown = new Set<string>()
  let queued = 0
  const refusal = (responseCode: number) => Object.assign(new Error('Not now'), { responseCode })
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    disableReverseLookup: true,
    logger: false,
    onRcptTo: ({ address }, _, done) => (unknown.has(address) ? done(refusal(550)) : done()),
    onData(stream, session, done) {
      void receive(stream).then((mail) => {
        const answer = answers.shift() ?? 'take'
        const to = session.envelope.rcptTo.map(({ address }) => address)
        got.push({ mail, to, isTaken: answer === 'take' })
        if (answer === 'cut') for (const one of server.connections) one.close()
        else if (answer === 'take') setImmediate(done, null, `Ok: queued as Q${(queued += 1)}`)
        else setImmediate(done, refusal(answer))
      })
    },
  })
  server.on('error', () => {})
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', () => resolve()))
  return {
    port: (server.server.address() as AddressInfo).port,
    got,
    answers,
    unknown,
    clear: () => void got.splice(0),
    close: () => new Promise((resolve) => server.close(() => resolve())),
  }
}

const receive = async (stream: Readable) => PostalMime.parse(await buffer(stream))
