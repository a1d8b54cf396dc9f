import {
  createCipheriv,
  createDecipheriv,
  createHash,
  hkdfSync,
  randomBytes,
  timingSafeEqual,
} from 'node:crypto'
import type { TenantId } from '@verbatim/contract/ids.ts'
import { deriveSecret, readInstallationSecret } from './installation/secret.ts'
import { isSealedWith, type Seal } from './installation/seal.ts'

/** The place of a sealed value. A value that is moved to another row, table or tenant does not open there. */
export interface Place {
  readonly tenantId: TenantId
  readonly table: string
  readonly id: string
}

/** Operations that only this installation can do or repeat: its keys come from a file outside the database. */
export interface Secrets {
  /** Encrypts and authenticates (AES-256-GCM, a fresh nonce each time). */
  seal(plain: Uint8Array, place: Place): Buffer
  /** @throws Error if the value was changed, moved, or sealed by another installation. */
  unseal(sealed: Uint8Array, place: Place): Buffer
  /** Bytes that are the same for the same purpose and text at every start, and reveal neither. */
  derive(purpose: string, text: string, sizeBytes: number): Buffer
  /** Whether an installation was sealed with our secret. */
  owns(seal: Seal): boolean
}

/** Opens the installation's secrets. @throws Refusal if the home has none */
export async function openSecrets(homeFolder: string): Promise<Secrets> {
  return makeSecrets(await readInstallationSecret(homeFolder))
}

/** The same from a secret that is already read. */
export function makeSecrets(secret: Buffer): Secrets {
  const keyOf = ({ tenantId }: Place) => deriveSecret(secret, `seal ${tenantId}`)
  const derivation = deriveSecret(secret, 'derive')
  return {
    seal: (plain, place) => seal(keyOf(place), plain, place),
    unseal: (sealed, place) => unseal(keyOf(place), sealed, place),
    derive: (purpose, text, sizeBytes) =>
      Buffer.from(hkdfSync('sha256', derivation, text, purpose, sizeBytes)),
    owns: (seal) => isSealedWith(seal, secret),
  }
}

/** Compares in constant time; a missing value equals nothing. */
export function sameSecret(
  given: string | Uint8Array | undefined,
  expected: string | Uint8Array | undefined,
): boolean {
  if (given === undefined || expected === undefined) return false
  const [a, b] = [Buffer.from(given), Buffer.from(expected)]
  return a.length === b.length && timingSafeEqual(a, b)
}

/** A new token of full entropy: a text that fits in an address, a header and a cookie. */
export const newToken = (): string => randomBytes(32).toString('base64url')

/** The stored hash of a token of full entropy, so a stolen table is useless. */
export function fingerprint(token: string | Uint8Array): Buffer {
  return createHash('sha256').update(token).digest()
}

/** The first byte of a sealed value: how it was sealed. */
const format = 1
const [nonceBytes, tagBytes] = [12, 16]

function seal(key: Buffer, plain: Uint8Array, place: Place): Buffer {
  const nonce = randomBytes(nonceBytes)
  const cipher = createCipheriv('aes-256-gcm', key, nonce).setAAD(bind(place))
  const hidden = Buffer.concat([cipher.update(plain), cipher.final()])
  return Buffer.concat([Buffer.of(format), nonce, cipher.getAuthTag(), hidden])
}

function unseal(key: Buffer, sealed: Uint8Array, place: Place): Buffer {
  const bytes = Buffer.from(sealed)
  if (bytes[0] !== format || bytes.length < 1 + nonceBytes + tagBytes)
    throw new Error(`${place.table}: not sealed`)
  const nonce = bytes.subarray(1, 1 + nonceBytes)
  const tag = bytes.subarray(1 + nonceBytes, 1 + nonceBytes + tagBytes)
  const decipher = createDecipheriv('aes-256-gcm', key, nonce, { authTagLength: tagBytes }).setAAD(
    bind(place),
  )
  decipher.setAuthTag(tag)
  return Buffer.concat([decipher.update(bytes.subarray(1 + nonceBytes + tagBytes)), decipher.final()])
}

function bind({ tenantId, table, id }: Place): Buffer {
  return Buffer.from(`${tenantId}|${table}|${id}`)
}
