import { connect, isIP, type Socket } from 'node:net'
import { Readable } from 'node:stream'
import { createTransport } from 'nodemailer'
import type { Options } from 'nodemailer/lib/smtp-pool'
import { isPublicAddress } from '#platform/public-address.ts'
import { type ExtraHosts, PrivateAddress, publicLookup } from '#platform/public-fetch.ts'
import { type Failure, failureOf } from './problem.ts'
import { queueIdOf } from './queue-id.ts'

/** The mail server of an archive, as an organization configured it. */
export interface ArchiveReceiver {
  readonly host: string
  readonly port: number
  /** Only `none-with-warning` sends mail in clear text, and only because a person chose it. */
  readonly security: 'starttls_required' | 'tls' | 'none-with-warning'
  readonly signIn:
    | { readonly method: 'none' }
    | { readonly method: 'plain' | 'login'; readonly user: string; readonly password: string }
    | { readonly method: 'xoauth2'; readonly user: string; readonly accessToken: string }
}

export interface LinkOptions {
  /** Hosts (`name` or `name:port`) that may be private. */
  readonly extraHosts?: ExtraHosts
  /** Further authorities that sign certificates, as PEM. */
  readonly ca?: string
  /** For a connection, and for each answer. */
  readonly timeoutMs?: number
}

export interface Envelope {
  readonly from: string
  readonly to: readonly string[]
  readonly raw: Uint8Array
}

export type Outcome =
  | {
      readonly state: 'accepted'
      readonly queueId: string | undefined
      readonly answer: string
      /** Recipients that the server refused, while it took the mail for others. */
      readonly rejected: readonly { readonly address: string; readonly failure: Failure }[]
    }
  | ({
      readonly state: 'deferred' | 'failed'
      /** The server had let us in when it failed, so it may have got the mail without saying so. */
      readonly mayHaveIt: boolean
    } & Failure)

export interface ArchiveLink {
  /** One attempt. It never throws: every failure is an outcome. */
  readonly deliver: (envelope: Envelope) => Promise<Outcome>
  readonly close: () => void
}

/** Some archives limit the mails of one connection. */
const mostPerConnection = 400

/** Opens a link of one connection, which exists from its first mail on. */
export function openArchiveLink(receiver: ArchiveReceiver, options: LinkOptions = {}): ArchiveLink {
  const { host, port, security } = receiver
  const { extraHosts = [], ca, timeoutMs = 30_000 } = options
  const settings: Options = {
    pool: true,
    host,
    port,
    secure: security === 'tls',
    requireTLS: security === 'starttls_required',
    ignoreTLS: security === 'none-with-warning',
    tls: {
      minVersion: 'TLSv1.2',
      rejectUnauthorized: true,
      ...(isIP(host) ? {} : { servername: host }),
      ...(ca && { ca }),
    },
    ...signInOf(receiver),
    maxConnections: 1,
    maxMessages: mostPerConnection,
    connectionTimeout: timeoutMs,
    greetingTimeout: timeoutMs,
    socketTimeout: timeoutMs,
    disableFileAccess: true,
    disableUrlAccess: true,
    getSocket: (_, done) => openSocket({ host, port }, { extraHosts, timeoutMs }, done),
  }
  // A mail whose connection closes is not tried again here: each attempt is counted and seen.
  const transport = createTransport({ ...settings, maxRequeues: 0 } as Options)
  return {
    async deliver({ from, to, raw }) {
      const sent = contentOf(raw)
      try {
        const info = await transport.sendMail({ envelope: { from, to: [...to] }, raw: sent.stream })
        const errors =
          (info as { rejectedErrors?: readonly (Error & { recipient?: string })[] }).rejectedErrors ?? []
        return {
          state: 'accepted',
          queueId: queueIdOf(info.response),
          answer: info.response.slice(0, 500),
          rejected: errors.map((error) => ({ address: error.recipient ?? '', failure: failureOf(error) })),
        }
      } catch (error) {
        const failure = failureOf(error)
        return { state: failure.lasting ? 'failed' : 'deferred', mayHaveIt: sent.isAsked(), ...failure }
      }
    },
    close: () => transport.close(),
  }
}

/** The bytes of a mail, which are not copied. The mail client asks for them once it is signed in, and before it names the sender. */
function contentOf(raw: Uint8Array) {
  let isAsked = false
  const stream = new Readable({
    read() {
      isAsked = true
      this.push(Buffer.from(raw.buffer, raw.byteOffset, raw.byteLength))
      // oxlint-disable-next-line unicorn/no-null -- the end of a stream
      this.push(null)
    },
  })
  return { stream, isAsked: () => isAsked }
}

function signInOf({ signIn }: ArchiveReceiver): Pick<Options, 'auth' | 'authMethod'> {
  switch (signIn.method) {
    case 'none':
      return {}
    case 'xoauth2':
      return { auth: { type: 'OAuth2', user: signIn.user, accessToken: signIn.accessToken } }
    case 'plain':
    case 'login':
      return {
        auth: { user: signIn.user, pass: signIn.password },
        authMethod: signIn.method.toUpperCase(),
      }
  }
}

/** Connects to an address that was checked: the mail client's own look-up could find another one. */
function openSocket(
  { host, port }: Pick<ArchiveReceiver, 'host' | 'port'>,
  { extraHosts, timeoutMs }: Required<Pick<LinkOptions, 'extraHosts' | 'timeoutMs'>>,
  done: (error: Error | null, found: { connection: Socket } | undefined) => void,
): void {
  const isExtra = extraHosts.includes(host) || extraHosts.includes(`${host}:${port}`)
  if (isIP(host) && !isExtra && !isPublicAddress(host))
    return done(new PrivateAddress(`${host} is not called`), undefined)
  const socket = connect({ host, port, lookup: publicLookup(isExtra ? [host] : []) })
  const late = Object.assign(new Error('The server did not answer'), { code: 'ETIMEDOUT' })
  const expire = () => socket.destroy(late)
  const fail = (error: Error) => done(error, undefined)
  socket.setTimeout(timeoutMs, expire)
  socket.once('error', fail)
  socket.once('connect', () => {
    socket.removeListener('error', fail)
    socket.removeListener('timeout', expire)
    socket.setTimeout(0)
    done(null, { connection: socket })
  })
}
