import makeWASocket, {
  type AuthenticationCreds,
  type BaileysEventEmitter,
  type BinaryNode,
  Browsers,
  BufferJSON,
  DEFAULT_CONNECTION_CONFIG,
  initAuthCreds,
  isJidNewsletter,
  isJidStatusBroadcast,
  makeCacheableSignalKeyStore,
  proto,
  type SignalKeyStore,
  type UserFacingSocketConfig,
} from 'baileys'
import { AuthStore, type Changes, type Codec } from './auth-store.ts'
import { AnnouncedHistory } from './announced-history.ts'
import { containLibrary } from './contain.ts'
import { DecryptedMessages } from './decrypted.ts'
import { fieldsOf, listOf, numberOf, textOf } from './fields.ts'
import { Keeping } from './keeping.ts'
import { libraryDispatcher } from './library-calls.ts'
import type { DeviceOptions, LinkedDevice } from './linked-device.ts'
import { checkSignatures } from './signatures.ts'

/** What the library would log has texts and keys in it. */
export const silentLogger: UserFacingSocketConfig['logger'] & object = {
  level: 'silent',
  child: () => silentLogger,
  trace: () => undefined,
  debug: () => undefined,
  info: () => undefined,
  warn: () => undefined,
  error: () => undefined,
}

export const codec: Codec = {
  encode: (value) => Buffer.from(JSON.stringify(value, BufferJSON.replacer)),
  decode(type, bytes) {
    const value: unknown = JSON.parse(Buffer.from(bytes).toString('utf8'), BufferJSON.reviver)
    return type === 'app-state-sync-key'
      ? proto.Message.AppStateSyncKeyData.fromObject(value as Record<string, unknown>)
      : value
  },
}

/** Only for tests: another server. */
export interface BaileysPlace {
  readonly waWebSocketUrl?: string
  readonly connectTimeoutMs?: number
}

/** Our only use of Baileys: a device that takes what arrives. */
export async function openBaileys(
  { now, keys, limits, onState, onEvent, onLost }: DeviceOptions,
  place: BaileysPlace = {},
): Promise<LinkedDevice> {
  containLibrary()
  checkSignatures()
  const store = new AuthStore(keys, codec, (error) => onState({ state: 'failed', error }))
  const creds = ((await store.loadCredentials()) as AuthenticationCreds | undefined) ?? initAuthCreds()
  const keeping = new Keeping({ onEvent, onState })
  const history = new AnnouncedHistory({
    now,
    keys,
    limits,
    onLost,
    async onHistory(part) {
      await socket.signalRepository.lidMapping.storeLIDPNMappings(mappingsIn(part))
      await keeping.keep('messaging-history.set', part)
    },
  })
  const take: typeof keeping.take = (event, data) => keeping.take(event, data)
  const decrypted = new DecryptedMessages(take, () => creds.me, {
    add: (announced, account) => keeping.orEnd(history.add(announced, account)),
  })
  const socket = makeWASocket({
    makeSignalRepository: (auth, ...others) =>
      decrypted.watch(auth, (watched) => DEFAULT_CONNECTION_CONFIG.makeSignalRepository(watched, ...others)),
    options: { dispatcher: libraryDispatcher } as unknown as RequestInit,
    auth: { creds, keys: makeCacheableSignalKeyStore(signalKeysIn(store, keeping), silentLogger) },
    browser: Browsers.macOS('Desktop'),
    logger: silentLogger,
    markOnlineOnConnect: false,
    syncFullHistory: true,
    shouldSyncHistoryMessage: () => true,
    // What is published for everyone is not captured.
    shouldIgnoreJid: (jid) => isJidStatusBroadcast(jid) || isJidNewsletter(jid) === true,
    // We send nothing, so no one asks for it again.
    getMessage: async () => undefined,
    ...place,
  })
  socket.ws.on('frame', (node: BinaryNode) => decrypted.hear(node))
  keeping.holdBack(socket.ws)
  const takeOthers = (event: string, data: unknown) =>
    decrypted.wasHandedOver(event, data) ? undefined : take(event, data)
  takeEvents(socket.ev, takeOthers, (event, data) => {
    // Before it is linked, each connection has new ones.
    if (event === 'creds.update' && creds.account) store.saveCredentials(creds)
    if (event === 'connection.update') tellState(fieldsOf(data) ?? {}, onState)
  })
  return {
    me: () =>
      creds.account && creds.me ? { id: creds.me.id, ...(creds.me.lid && { lid: creds.me.lid }) } : undefined,
    requestCode: (digits) => socket.requestPairingCode(digits),
    groups: async () => Object.values(await socket.groupFetchAllParticipating()),
    phonesOf: (ids) => phonesIn(store, ids),
    readHistory() {
      if (creds.me) history.read(creds.me.id)
    },
    logOut: () => socket.logout(),
    async close() {
      await history.close()
      await socket.end(undefined)
      await store.settled()
    },
  }
}

/**
 * The library collects events for up to half a minute and then merges them: an edit takes the place of the text before it, and a
 * message that was deleted is gone. So each event is taken where the library itself reports it, before that.
 * @param afterwards Called after the library has taken it too.
 */
export function takeEvents(
  ev: Pick<BaileysEventEmitter, 'emit'>,
  onEvent: DeviceOptions['onEvent'],
  afterwards: DeviceOptions['onEvent'] = () => undefined,
): void {
  const report = ev.emit.bind(ev)
  ev.emit = (event, data) => {
    void onEvent(event, data)
    const reported = report(event, data)
    void afterwards(event, data)
    return reported
  }
}

const signalKeysIn = (store: AuthStore, keeping: Keeping): SignalKeyStore => ({
  get: async (type, ids) =>
    (await keeping.orEnd(store.get(type, ids))) as Awaited<ReturnType<SignalKeyStore['get']>> as never,
  set: (changes) => keeping.orEnd(store.set(changes as Changes)),
})

async function phonesIn(store: AuthStore, ids: readonly string[]): Promise<ReadonlyMap<string, string>> {
  const found = await store.get(
    'lid-mapping',
    ids.map((id) => `${id}_reverse`),
  )
  return new Map(
    ids.flatMap((id) => {
      const phone = found[`${id}_reverse`]
      return typeof phone === 'string' ? [[id, phone] as const] : []
    }),
  )
}

const mappingsIn = (part: unknown) =>
  listOf(fieldsOf(part)?.['lidPnMappings']).flatMap((one) => {
    const [lid, pn] = [textOf(fieldsOf(one)?.['lid']), textOf(fieldsOf(one)?.['pn'])]
    return lid && pn ? [{ lid, pn }] : []
  })

function tellState(
  { qr, connection, lastDisconnect }: Readonly<Record<string, unknown>>,
  onState: DeviceOptions['onState'],
): void {
  if (typeof qr === 'string') onState({ state: 'qr', value: qr })
  if (connection === 'open') onState({ state: 'open' })
  if (connection === 'close') {
    const error = fieldsOf(fieldsOf(lastDisconnect)?.['error'])
    onState({ state: 'closed', status: numberOf(fieldsOf(error?.['output'])?.['statusCode']) })
  }
}
