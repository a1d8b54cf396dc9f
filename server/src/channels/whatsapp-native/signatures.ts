/**
 * Signatures by the keys of WhatsApp and its devices, which are keys for agreements (Curve25519). Source: Signal, “The XEdDSA and VXEdDSA
 * Signature Schemes”; RFC 7748 for the other form of a key.
 */
import { createPublicKey, verify } from 'node:crypto'
import { Curve } from 'baileys'

const prime = 2n ** 255n - 19n

/** The library drops what its check returns, so that every signature of the right length is valid. May be repeated. */
export function checkSignatures(): void {
  Curve.verify = isSignedBy
}

/** @param key With or without the byte for its type before it. */
export function isSignedBy(key: Uint8Array, message: Uint8Array, signature: Uint8Array): boolean {
  const bytes = key.subarray(key.length - 32)
  if (bytes.length !== 32 || key.length > 33 || signature.length !== 64) return false
  // The signature has the sign that the other form of the key needs.
  const sign = (signature[63] ?? 0) & 0x80
  const bare = Uint8Array.from(signature)
  bare[63] = (bare[63] ?? 0) & 0x7f
  const x = edwardsOf(bytes, sign).toString('base64url')
  try {
    const signer = createPublicKey({ key: { kty: 'OKP', crv: 'Ed25519', x }, format: 'jwk' })
    return verify(null, message, signer, bare)
  } catch {
    return false // no point of the curve
  }
}

/** The same key for signatures: (u - 1) / (u + 1), and the sign. */
function edwardsOf(key: Uint8Array, sign: number): Buffer {
  const u = BigInt(`0x${Buffer.from(key.toReversed()).toString('hex')}`) & (2n ** 255n - 1n)
  const y = modulo((u - 1n) * power(modulo(u + 1n), prime - 2n))
  const bytes = Buffer.from(y.toString(16).padStart(64, '0'), 'hex').reverse()
  bytes[31] = (bytes[31] ?? 0) | sign
  return bytes
}

const modulo = (value: bigint) => ((value % prime) + prime) % prime

function power(base: bigint, exponent: bigint): bigint {
  let result = 1n
  for (let left = exponent; left > 0n; left >>= 1n) {
    if (left & 1n) result = modulo(result * base)
    base = modulo(base * base)
  }
  return result
}
