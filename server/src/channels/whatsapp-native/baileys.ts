import makeWASocket, {
  type AuthenticationCreds,
  type BaileysEventEmitter,
  Browsers,
  BufferJSON,
  initAuthCreds,
  isJidNewsletter,
  isJidStatusBroadcast,
  makeCacheableSignalKeyStore,
  proto,
  type SignalKeyStore,
  type UserFacingSocketConfig,
} from 'baileys'
import { AuthStore, type Changes, type Codec } from './auth-store.ts'
import { containLibrary } from './contain.ts'
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
  { keys, onState, onEvent }: DeviceOptions,
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
  const socket = makeWASocket({
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
  takeEvents(socket.ev, onEvent, (event, data) => {
    // Before it is linked, each connection has new ones.
    if (event === 'creds.update' && creds.account) store.saveCredentials(creds)
    if (event === 'connection.update') tellState(fieldsOf(data) ?? {}, onState)
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
    onEvent(event, data)
    const reported = report(event, data)
    afterwards(event, data)
    return reported
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
