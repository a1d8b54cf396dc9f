import { constants, createPrivateKey, type KeyObject, privateDecrypt } from 'node:crypto'

/** Opens the keys of messages. */
export interface MessageKeys {
  /** The key of a message; undefined if none of ours opens it. */
  open(version: number, sealed: string): string | undefined
}

/**
 * From private keys in PEM form. WeCom counts the versions of a corporation's key, and people rarely know the number of each, so a
 * key is found by trying; which one a version is, is then remembered.
 */
export function messageKeysOf(pem: string): MessageKeys {
  const keys = privateKeysIn(pem)
  const byVersion = new Map<number, KeyObject>()
  return {
    open(version, sealed) {
      const bytes = Buffer.from(sealed, 'base64')
      const known = byVersion.get(version)
      for (const key of known ? [known] : keys) {
        const opened = openWith(key, bytes)
        if (opened === undefined) continue
        byVersion.set(version, key)
        return opened
      }
      return undefined
    },
  }
}

const blocks =
  /-----BEGIN ((?:RSA )?PRIVATE KEY)-----[A-Za-z0-9+/=\s]{1,12000}-----END (?:RSA )?PRIVATE KEY-----/g

/** The last entered first, because most messages are for it. What is no RSA key is left out. */
function privateKeysIn(pem: string): KeyObject[] {
  return [...pem.matchAll(blocks)].reverse().flatMap(([block]) => {
    try {
      const key = createPrivateKey(block)
      return key.asymmetricKeyType === 'rsa' ? [key] : []
    } catch {
      return []
    }
  })
}

/**
 * Removes the padding (PKCS #1 v1.5) itself: with the padding of Node, a wrong key gives random bytes instead of an error. No one
 * can ask us to decrypt what they made and see the answer, which the padding would not be safe against.
 */
function openWith(key: KeyObject, sealed: Buffer): string | undefined {
  if (sealed.length * 8 !== key.asymmetricKeyDetails?.modulusLength) return undefined
  let block: Buffer
  try {
    block = privateDecrypt({ key, padding: constants.RSA_NO_PADDING }, sealed)
  } catch {
    return undefined // the number is larger than this key's
  }
  const end = block.indexOf(0, 2)
  if (block[0] !== 0 || block[1] !== 2 || end < 10) return undefined
  const text = block.toString('latin1', end + 1)
  return /^[\x21-\x7e]+$/.test(text) ? text : undefined
}
