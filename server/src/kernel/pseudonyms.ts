/** Pseudonyms of people, and veiled IDs: steady for a key, and neither guessed nor turned back without it. */
import { createCipheriv, createDecipheriv, createHmac } from 'node:crypto'

/** Who is hidden, and what identifies them: the ID of a user or contact, or else an address. */
export interface HiddenPerson {
  readonly kind: 'client' | 'representative' | 'person' | 'account'
  readonly key: string
}

const words: Record<HiddenPerson['kind'], string> = {
  client: 'Client',
  representative: 'Representative',
  person: 'Person',
  account: 'Account',
}

export interface Pseudonyms {
  /** "Client 4F2K7Q". */
  readonly nameOf: (person: HiddenPerson) => string
  /** Another ID for an ID, which `unveil` turns back. */
  readonly veil: (id: string) => string
  readonly unveil: (id: string) => string
}

// Without 0, 1, I and O, which look alike.
const letters = '23456789ABCDEFGHJKLMNPQRSTUVWXYZ'
/** A billion codes: people of one conversation have different ones. */
const codeLength = 6

/** @param key 32 bytes. */
export function makePseudonyms(key: Uint8Array): Pseudonyms {
  const blockKey = createHmac('sha256', key).update('ids').digest()
  const cipher = (id: Buffer) => {
    const made = createCipheriv('aes-256-ecb', blockKey, null).setAutoPadding(false)
    return Buffer.concat([made.update(id), made.final()])
  }
  const decipher = (id: Buffer) => {
    const made = createDecipheriv('aes-256-ecb', blockKey, null).setAutoPadding(false)
    return Buffer.concat([made.update(id), made.final()])
  }
  return {
    nameOf: ({ kind, key: identified }) => {
      const digest = createHmac('sha256', key).update(`person ${identified}`).digest()
      const code = [...digest.subarray(0, codeLength)].map((byte) => letters[byte % letters.length]).join('')
      return `${words[kind]} ${code}`
    },
    veil: (id) => walk(id, cipher),
    unveil: (id) => walk(id, decipher),
  }
}

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[1-8][0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/

/** An ID is one block of the cipher. It is turned until it has the form of an ID again, which is one of eight times. */
function walk(id: string, turn: (block: Buffer) => Buffer): string {
  const given = id.toLowerCase()
  if (!uuid.test(given)) return id
  let turned = given
  do {
    const hex = turn(Buffer.from(turned.replaceAll('-', ''), 'hex')).toString('hex')
    turned = `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`
  } while (!uuid.test(turned))
  return turned
}
