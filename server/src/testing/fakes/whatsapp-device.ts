import { type AuthenticationCreds, Curve, initAuthCreds } from 'baileys'
import type { KeyChange } from '#channels/collection.ts'
import { codec } from '#channels/whatsapp-native/baileys.ts'

/** The privacy id of an account. */
export const lidOf = (number: string) => `7${number}@lid`

/** What WhatsApp's server gives to those who write to a device for the first time. */
export interface DeviceKeys {
  /** Of its account. */
  readonly number: string
  readonly registrationId: number
  readonly identityKey: Uint8Array
  readonly signedPreKey: {
    readonly keyId: number
    readonly publicKey: Uint8Array
    readonly signature: Uint8Array
  }
  /** Each is for one of them. */
  readonly preKeys: readonly { readonly keyId: number; readonly publicKey: Uint8Array }[]
}

/** A device that was linked before: what it remembers, and what others know of it. */
export function makeLinkedDevice(
  number: string,
  contacts: number,
): { readonly remembered: readonly KeyChange[]; readonly known: DeviceKeys } {
  const fresh = initAuthCreds()
  const own = (bytes: number) => Buffer.alloc(bytes, 1)
  const creds: AuthenticationCreds = {
    ...fresh,
    me: { id: `${number}:7@s.whatsapp.net`, lid: lidOf(number).replace('@', ':7@'), name: 'Ana' },
    account: {
      details: own(8),
      accountSignatureKey: own(32),
      accountSignature: own(64),
      deviceSignature: own(64),
    },
    accountSyncCounter: 1,
    nextPreKeyId: contacts + 1,
    firstUnuploadedPreKeyId: contacts + 1,
  }
  const preKeys = Array.from({ length: contacts }, (_, at) => ({
    keyId: at + 1,
    pair: Curve.generateKeyPair(),
  }))
  const { keyId, keyPair, signature } = fresh.signedPreKey
  return {
    remembered: [
      { type: 'creds', id: 'creds', value: codec.encode(creds) },
      ...preKeys.map(({ keyId: id, pair }) => ({
        type: 'pre-key',
        id: String(id),
        value: codec.encode(pair),
      })),
    ],
    known: {
      number,
      registrationId: fresh.registrationId,
      identityKey: withType(fresh.signedIdentityKey.public),
      signedPreKey: { keyId, publicKey: withType(keyPair.public), signature },
      preKeys: preKeys.map(({ keyId: id, pair }) => ({ keyId: id, publicKey: withType(pair.public) })),
    },
  }
}

/** Of a key of curve 25519. */
const keyType = 5
export const withType = (key: Uint8Array) => Buffer.concat([Buffer.of(keyType), key])
