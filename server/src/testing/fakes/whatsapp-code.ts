/** How a phone and a device agree by a code that the owner reads on one and types on the other. Source: Baileys, `requestPairingCode`. */
import { createCipheriv, createDecipheriv, hkdfSync, pbkdf2Sync, randomBytes } from 'node:crypto'
import { type BinaryNode, Curve, type KeyPair } from 'baileys'

/** A device that waits for its code to be typed. */
export interface CodeLink {
  /** By which the server knows it. */
  readonly ref: string
  /** What it sent first: a key that only the code opens. */
  readonly hello: BinaryNode
  /** What it sends once it knows the phone. */
  readonly finish: Promise<BinaryNode>
  readonly give: (node: BinaryNode) => void
}

const iterations = 131_072

/** By the code and a salt, which is before what is sealed. */
const codeCipherOf = (code: string, salt: Uint8Array) => pbkdf2Sync(code, salt, iterations, 32, 'sha256')

function seal(code: string, key: Uint8Array): Buffer {
  const [salt, iv] = [randomBytes(32), randomBytes(16)]
  const cipher = createCipheriv('aes-256-ctr', codeCipherOf(code, salt), iv)
  return Buffer.concat([salt, iv, cipher.update(key), cipher.final()])
}

function open(code: string, sealed: Uint8Array): Buffer {
  const [salt, iv] = [sealed.subarray(0, 32), sealed.subarray(32, 48)]
  const decipher = createDecipheriv('aes-256-ctr', codeCipherOf(code, salt), iv)
  return Buffer.concat([decipher.update(sealed.subarray(48)), decipher.final()])
}

const derive = (secret: Uint8Array, salt: Uint8Array, info: string) =>
  Buffer.from(hkdfSync('sha256', secret, salt, info, 32))

/**
 * The phone's part.
 * @returns the keys of the device and the secret between the two, as a picture has them
 * @throws if the code was another one
 */
export async function agreeByCode(
  { ref, hello, finish, give }: CodeLink,
  code: string,
  identity: KeyPair,
): Promise<{ readonly identity: string; readonly secret: string }> {
  const theirs = open(code, bytesIn(hello, 'link_code_pairing_wrapped_companion_ephemeral_pub'))
  const own = Curve.generateKeyPair()
  const part = (tag: string, content: Uint8Array) => ({ tag, attrs: {}, content })
  const known = [
    part('link_code_pairing_wrapped_primary_ephemeral_pub', seal(code, own.public)),
    part('primary_identity_pub', identity.public),
    part('link_code_pairing_ref', Buffer.from(ref)),
  ]
  const type = 'link_code_companion_reg'
  give({
    tag: 'notification',
    attrs: { id: ref, type, from: 's.whatsapp.net', t: '0' },
    content: [{ tag: type, attrs: { stage: 'primary_hello' }, content: known }],
  })
  const bundle = bytesIn(await finish, 'link_code_pairing_wrapped_key_bundle')
  const shared = Curve.sharedKey(own.private, theirs)
  const key = derive(shared, bundle.subarray(0, 32), 'link_code_pairing_key_bundle_encryption_key')
  const decipher = createDecipheriv('aes-256-gcm', key, bundle.subarray(32, 44))
  decipher.setAuthTag(bundle.subarray(-16))
  const keys = Buffer.concat([decipher.update(bundle.subarray(44, -16)), decipher.final()])
  const device = keys.subarray(0, 32)
  const between = Curve.sharedKey(identity.private, device)
  const secret = derive(Buffer.concat([shared, between, keys.subarray(64)]), Buffer.alloc(0), 'adv_secret')
  return { identity: device.toString('base64'), secret: secret.toString('base64') }
}

/** A part of what is said about a code. */
function bytesIn({ content }: BinaryNode, tag: string): Uint8Array {
  const about = Array.isArray(content) ? content[0]?.content : undefined
  const found = Array.isArray(about) ? about.find((one) => one.tag === tag)?.content : undefined
  if (!(found instanceof Uint8Array)) throw new Error(`There is no ${tag}`)
  return found
}

/** Undefined for anything else. */
export function stageOf({
  content,
}: BinaryNode): { readonly stage: string; readonly jid: string } | undefined {
  const [asked] = Array.isArray(content) ? content : []
  const { stage, jid } = asked?.tag === 'link_code_companion_reg' ? asked.attrs : {}
  return stage && jid ? { stage, jid } : undefined
}
