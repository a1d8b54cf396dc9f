/**
 * The colours that people have. Red is left out: it means a complaint, a high severity or an error. `Face.module.css` draws
 * each of them.
 */
export const faceHues = ['indigo', 'violet', 'blue', 'teal', 'green', 'yellow'] as const

interface FaceColor {
  readonly hue: (typeof faceHues)[number]
  /** The stronger of its two shades. */
  readonly isDeep: boolean
}

/** The colour of a person: of the name alone, because that is all that every screen knows. */
export function faceColorOf(name: string): FaceColor {
  const hash = hashOf(name.normalize('NFKC').trim().replaceAll(/\s+/g, ' ').toLowerCase())
  return { hue: faceHues[hash % faceHues.length] ?? 'indigo', isDeep: Math.floor(hash / 64) % 2 === 1 }
}

/** FNV-1a of 32 bits: similar names get colours apart. */
function hashOf(text: string): number {
  let hash = 0x811c9dc5
  for (const char of text) hash = Math.imul(hash ^ (char.codePointAt(0) ?? 0), 0x01000193) >>> 0
  return (hash ^ (hash >>> 15)) >>> 0
}
