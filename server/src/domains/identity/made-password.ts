import { passwordProblems } from '@verbatim/contract/passwords.ts'

/** Characters that look different from one another in a terminal. */
const legible = 'ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz23456789'

/**
 * A password for people to type: four groups of four characters, more than 90 bits.
 * @param randomBytes Unpredictable bytes, as many as requested.
 */
export function makePassword(randomBytes: (size: number) => Uint8Array): string {
  for (;;) {
    const letters: string[] = []
    while (letters.length < 16) {
      // Values at the end of a byte's range would favour the first letters.
      const usable = Array.from(randomBytes(32)).filter((byte) => byte < 256 - (256 % legible.length))
      letters.push(...usable.map((byte) => legible.charAt(byte % legible.length)))
    }
    const word = letters.slice(0, 16).join('')
    const password = (word.match(/.{4}/g) ?? []).join('-')
    if (passwordProblems(password).length === 0) return password
  }
}
