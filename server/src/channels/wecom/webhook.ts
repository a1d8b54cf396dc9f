import type { ChannelAccount, Delivery, Webhook } from '#channels/connector.ts'
import { Failure } from '#kernel/failure.ts'
import { sameSecret } from '#platform/crypto.ts'
import { callbackFieldsOf, encryptedIn, textIn } from './callback-xml.ts'
import { type Opened, openEnvelope, signatureOf } from './envelope.ts'
import { isOutside } from './identity.ts'
import { corpHeader } from './records.ts'
import { callbackKeysOf } from './secrets.ts'

/**
 * WeCom's callbacks. Each is signed and encrypted with secrets that both sides have. The scheme has no protection against a
 * repetition, and WeCom itself repeats what it got no answer to, so a repetition is known by its record's key.
 *
 * What is kept is the decrypted document: its signature says nothing to anyone but us, each repetition is encrypted again, and a
 * record must be readable after the key was changed.
 */
export const callback: Webhook = {
  acknowledgement: { status: 200 },
  keptHeaders: ['content-type', 'user-agent', corpHeader],

  verify(delivery, account) {
    openDelivery(delivery, account)
  },

  challenge(delivery, account) {
    return delivery.method === 'GET' ? openDelivery(delivery, account).message : undefined
  },

  open(delivery, account) {
    const { message, receiverId } = openDelivery(delivery, account)
    const headers = { ...delivery.headers, 'content-type': 'text/xml', [corpHeader]: receiverId }
    return { ...delivery, headers, body: message }
  },

  wakesCollection: ({ body }) => textIn(callbackFieldsOf(body) ?? {}, 'Event') === 'msgaudit_notify',

  routesOf({ body }) {
    const fields = callbackFieldsOf(body) ?? {}
    const people = ['UserID', 'FromUserName'].map((name) => textIn(fields, name))
    return people.filter((id) => id !== '' && id !== 'sys' && !isOutside(id))
  },
}

/** @throws Failure `capture.no-signature`, `capture.bad-signature` */
function openDelivery({ method, url, body }: Delivery, account: ChannelAccount): Opened {
  const query = queryOf(url)
  const [signature, timestamp, nonce] = ['msg_signature', 'timestamp', 'nonce'].map((name) => query.get(name))
  if (!signature || timestamp === undefined || nonce === undefined) throw new Failure('capture.no-signature')
  const encrypted = method === 'GET' ? query.get('echostr') : encryptedIn(body)
  const keys = callbackKeysOf(account)
  // Without a token, anyone could sign.
  if (!encrypted || !keys) throw new Failure('capture.bad-signature')
  if (!sameSecret(signature, signatureOf(keys.token, { timestamp, nonce, encrypted })))
    throw new Failure('capture.bad-signature')
  const opened = openEnvelope(keys.key, encrypted)
  if (!opened || !sameSecret(opened.receiverId, account.address.value))
    throw new Failure('capture.bad-signature')
  return opened
}

/** The parameters of an address, the first of each name. A plus sign stays one: it is a digit of base64, and no blank. */
function queryOf(url: string): ReadonlyMap<string, string> {
  const parameters = new Map<string, string>()
  const query = url.split('#', 1)[0]?.split('?').slice(1).join('?') ?? ''
  for (const pair of query.split('&')) {
    const [name = '', ...value] = pair.split('=')
    const decoded = decode(value.join('='))
    if (decoded !== undefined && !parameters.has(name)) parameters.set(name, decoded)
  }
  return parameters
}

function decode(text: string): string | undefined {
  try {
    return decodeURIComponent(text)
  } catch {
    return undefined
  }
}
