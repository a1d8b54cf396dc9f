import type { IncomingMessage, ServerResponse } from 'node:http'
import { text } from 'node:stream/consumers'
import { LocalServer } from './local-server.ts'
import { Shuffle } from './shuffle.ts'

interface Call {
  readonly method: string
  readonly params: Readonly<Record<string, string>> & {
    readonly groupId?: unknown
    readonly recipient?: unknown
  }
}

/**
 * A signal-cli daemon for several accounts: JSON-RPC and server-sent events, without a password. It hands an event only to the
 * streams that are open, and keeps none for later, as the real one does. While it is stopped, Signal's servers keep what is sent.
 */
export class FakeSignalCli extends LocalServer {
  /** The numbers that are linked here. */
  readonly accounts = new Set<string>()
  /** The methods that were called. */
  readonly calls: string[] = []
  /** Those whose owners removed the device: their streams stay open. */
  readonly signedOut = new Set<string>()
  readonly attachments = new Map<string, Uint8Array>()
  /** As the daemon describes them: groups by their ids, and contacts by their own ids or numbers. */
  readonly groups = new Map<string, object>()
  readonly contacts = new Map<string, object>()
  /** The keys of people, by their ids. */
  readonly identities = new Map<string, object>()
  /** The code with which it refuses to describe anything. */
  refusing: number | undefined
  /** Signal was asked too often: the daemon passes that on, whatever it is asked. */
  isTooOften = false
  /** While it is there, groups are described only afterwards. */
  thinking: Promise<void> | undefined
  /** Of the events that are not cut. */
  readonly shuffle = new Shuffle()
  #isStopped = false
  /** What Signal's servers keep. */
  readonly #kept = new Map<string, Readonly<Record<string, unknown>>[]>()
  readonly #streams = new Map<ServerResponse, string>()
  readonly #links = new Map<string, (scanned: string | number) => void>()
  #count = 0

  get url(): string {
    return `http://${this.host}`
  }

  streamsOf(number: string): number {
    return [...this.#streams.values()].filter((one) => one === number).length
  }

  /** Stops as if killed; `listen` starts it again at the same port. */
  override async close(): Promise<void> {
    this.#isStopped = true
    await super.close()
    this.#streams.clear()
  }

  override async listen(): Promise<void> {
    this.#isStopped = false
    await super.listen()
  }

  /** The codes that can be scanned, the newest last. */
  get codes(): readonly string[] {
    return [...this.#links.keys()]
  }

  /** The owner of a number removes the device on the phone. */
  signOut(number: string): void {
    this.signedOut.add(number)
    this.receive(number, { exception: { type: 'AuthorizationFailedException', message: '' } })
  }

  /** Whether a code can be scanned. */
  waitsFor(deviceLinkUri: string): boolean {
    return this.#links.has(deviceLinkUri)
  }

  /** The owner of a number scans a code. */
  scan(deviceLinkUri: string, number: string): void {
    this.#links.get(deviceLinkUri)?.(number)
  }

  /** A code is not scanned, or the scan is refused with another error than that. */
  expire(deviceLinkUri: string, code = -1): void {
    this.#links.get(deviceLinkUri)?.(code)
  }

  /** Hands an event to the account's streams, with a comment before it; `cut` breaks them in the middle. */
  receive(number: string, event: Readonly<Record<string, unknown>>, cut = false): void {
    if (cut) this.#send(number, event, true)
    else this.shuffle.put(() => this.#send(number, event, false))
  }

  #send(number: string, event: Readonly<Record<string, unknown>>, cut: boolean): void {
    if (this.#isStopped) return void this.#kept.set(number, [...(this.#kept.get(number) ?? []), event])
    const sent = `:\n\nevent:receive\ndata:${JSON.stringify({ ...event, account: number })}\n\n`
    for (const [stream, of] of this.#streams) {
      if (of !== number) continue
      if (cut) stream.write(sent.slice(0, -20), () => stream.destroy())
      else stream.write(sent)
    }
  }

  protected override async handle(asked: IncomingMessage, answer: ServerResponse): Promise<void> {
    const url = new URL(asked.url ?? '/', this.url)
    if (url.pathname === '/api/v1/events')
      return this.#subscribe(url.searchParams.get('account') ?? '', answer)
    if (url.pathname !== '/api/v1/rpc') return void answer.writeHead(404).end()
    if (asked.method !== 'POST') return void answer.writeHead(405).end()
    if (!asked.headers['content-type']?.startsWith('application/json'))
      return void answer.writeHead(415).end()
    const { id, method, params } = JSON.parse(await text(asked)) as Call & { id: unknown }
    this.calls.push(method)
    if (method === 'listGroups') await this.thinking
    const result = await this.#call({ method, params })
    answer.writeHead(200, { 'content-type': 'application/json' })
    answer.end(JSON.stringify({ jsonrpc: '2.0', ...result, id }))
  }

  #subscribe(number: string, answer: ServerResponse): void {
    if (!this.accounts.has(number)) return void answer.writeHead(400).end()
    answer.writeHead(200, { 'content-type': 'text/event-stream' })
    answer.write(':\n\n')
    this.#streams.set(answer, number)
    answer.on('close', () => this.#streams.delete(answer))
    for (const event of this.#kept.get(number) ?? []) this.receive(number, event)
    this.#kept.delete(number)
  }

  async #call({ method, params }: Call): Promise<object> {
    const failed = (code: number, message: string) => ({ error: { code, message, data: null } })
    const { account = '', deviceLinkUri = '', id = '' } = params
    if (this.isTooOften) return failed(-5, 'Rate limited')
    if (method === 'startLink') {
      const uri = `sgnl://linkdevice?uuid=${(this.#count += 1)}&pub_key=X`
      return { result: { deviceLinkUri: uri } }
    }
    if (method === 'finishLink') {
      const scanned = await new Promise<string | number>((done) => this.#links.set(deviceLinkUri, done))
      this.#links.delete(deviceLinkUri)
      if (typeof scanned === 'number') return failed(scanned, 'Link request timed out, please try again.')
      // An account whose link has ended is linked again, with the data that the daemon has of it.
      if (this.accounts.has(scanned) && !this.signedOut.delete(scanned))
        return failed(-1, `The user ${scanned} already exists`)
      this.accounts.add(scanned)
      return { result: { number: scanned } }
    }
    if (!this.accounts.has(account)) return failed(-1, 'Specified account does not exist')
    if (this.signedOut.has(account)) return failed(-1, 'Authorization failed')
    if (method === 'deleteLocalAccountData') {
      this.accounts.delete(account)
      return { result: {} }
    }
    if (method === 'getAttachment') {
      const bytes = this.attachments.get(id)
      return bytes
        ? { result: { data: Buffer.from(bytes).toString('base64') } }
        : failed(-1, 'Could not find attachment')
    }
    return this.#list({ method, params }) ?? failed(-32601, 'Method not implemented')
  }

  #list({ method, params: { groupId, recipient, number = '' } }: Call): object | undefined {
    if (method === 'listDevices' || method === 'sendSyncRequest') return { result: [] }
    if (method === 'listIdentities') return { result: [this.identities.get(number)].filter(Boolean) }
    if (method !== 'listGroups' && method !== 'listContacts') return undefined
    if (this.refusing !== undefined) return { error: { code: this.refusing, message: 'Failed', data: null } }
    const [known, wanted] = method === 'listGroups' ? [this.groups, groupId] : [this.contacts, recipient]
    return { result: (wanted as string[]).flatMap((one) => known.get(one) ?? []) }
  }
}

export async function openFakeSignalCli(): Promise<FakeSignalCli> {
  const fake = new FakeSignalCli()
  await fake.listen()
  return fake
}
