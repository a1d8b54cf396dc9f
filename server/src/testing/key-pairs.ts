import { type KeyPair, makeKeyPair } from '#domains/identity/keys.ts'

/** More than any test compares. */
const most = 8
const made: Promise<KeyPair>[] = []
let lent = 0

/** A few real key pairs for all tests: making two for every organization took a third of all tests' time. */
export function borrowKeyPair(): Promise<KeyPair> {
  const place = lent++ % most
  return (made[place] ??= makeKeyPair())
}
