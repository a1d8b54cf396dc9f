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
  type SignalKeyStoreWithTransaction,
  type UserFacingSocketConfig,
} from 'baileys'
import { AuthStore, type Changes, type Codec } from './auth-store.ts'
import { AnnouncedHistory } from './announced-history.ts'
import { containLibrary } from './contain.ts'
import { DecryptedMessages } from './decrypted.ts'
import { fieldsOf, numberOf } from './fields.ts'
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
  { keys, limits, onState, onEvent, onLost }: DeviceOptions,
  place: BaileysPlace = {},
): Promise<LinkedDevice> {
  containLibrary()
  checkSignatures()
  const store = new AuthStore(keys, codec, (error) => onState({ state: 'failed', error }))
  const creds = ((await store.loadCredentials()) as AuthenticationCreds | undefined) ?? initAuthCreds()
  const signalKeys: SignalKeyStore = {
    get: async (type, ids) =>
      (await store.get(type, ids)) as Awaited<ReturnType<SignalKeyStore['get']>> as never,
    set: (changes) => store.set(changes as Changes),
  }
  let kept: Promise<unknown> = Promise.resolve()
  const take: DeviceOptions['onEvent'] = (event, data) => {
    const keeping = Promise.resolve(onEvent(event, data))
    kept = Promise.all([kept, keeping])
    return keeping
  }
  const history = new AnnouncedHistory({
    keys,
    limits,
    onLost,
    async onHistory(data) {
      await socket.signalRepository.lidMapping.storeLIDPNMappings(data.lidPnMappings)
      await take('messaging-history.set', data)
    },
  })
  const decrypted = new DecryptedMessages(take, () => creds.me, history)
  const socket = makeWASocket({
    makeSignalRepository: (auth, ...others) =>
      decrypted.watch(
        DEFAULT_CONNECTION_CONFIG.makeSignalRepository(auth, ...others),
        // The library wraps what it is given.
        auth.keys as SignalKeyStoreWithTransaction,
      ),
    auth: { creds, keys: makeCacheableSignalKeyStore(signalKeys, silentLogger) },
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
  confirmWhatIsKept(socket.ws, () => kept)
  const takeOthers: DeviceOptions['onEvent'] = (event, data) =>
    decrypted.wasHandedOver(event, data) ? undefined : take(event, data)
  takeEvents(socket.ev, takeOthers, (event, data) => {
    // Before it is linked, each connection has new ones.
    if (event === 'creds.update' && creds.account) store.saveCredentials(creds)
    if (event === 'connection.update') tellState(fieldsOf(data) ?? {}, onState)
    if (event === 'connection.update' && fieldsOf(data)?.['connection'] === 'open') history.resume()
  })
  return {
    me: () =>
      creds.account && creds.me ? { id: creds.me.id, ...(creds.me.lid && { lid: creds.me.lid }) } : undefined,
    requestCode: (digits) => socket.requestPairingCode(digits),
    groups: async () => Object.values(await socket.groupFetchAllParticipating()),
    async phonesOf(ids) {
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
    },
    logOut: () => socket.logout(),
    async close() {
      history.close()
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

/**
 * What goes out waits until what came in before it is kept, because it may confirm that to the server.
 * @param client The library’s, whose web socket it hides.
 */
function confirmWhatIsKept(client: object, kept: () => Promise<unknown>): void {
  const { socket } = client as { readonly socket: { send: (...given: unknown[]) => void } }
  const send = socket.send.bind(socket)
  let sent = Promise.resolve()
  socket.send = (...given) => {
    sent = sent.then(kept).then(() => send(...given))
  }
}

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
