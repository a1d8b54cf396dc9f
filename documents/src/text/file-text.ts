/** The readable text of a file. Pure: depends only on the bytes, never on a name. */
/** The text of a file, or why there is none. */
export type FileText =
  | { readonly state: 'read' | 'partly'; readonly text: string }
  | { readonly state: 'unreadable'; readonly reason: UnreadableReason }
  | { readonly state: 'unsupported' }

/** `no-text`: mostly pictures of pages. `limits`: it takes more time or memory than one file may use. */
type UnreadableReason = 'encrypted' | 'damaged' | 'no-text' | 'too-large' | 'limits'

/** A file of a kind that we read, which cannot be read. */
export class UnreadableFile extends Error {
  override name = 'UnreadableFile'
  readonly reason: UnreadableReason

  constructor(reason: UnreadableReason, cause?: unknown) {
    super(`The file is not read: ${reason}`, { cause })
    this.reason = reason
  }
}

/** UTF-16 units of text that are stored of a file: some 300 printed pages. */
export const longestText = 1_000_000

/** Collects the text of a file up to its limit. Writers stop when it `isFull`. */
export class TextTaker {
  readonly #pieces: string[] = []
  #length = 0
  #isCut = false

  get isFull(): boolean {
    return this.#length >= longestText
  }

  /** Records that something of the file was left out. */
  cut(): void {
    this.#isCut = true
  }

  write(piece: string): void {
    const room = longestText - this.#length
    const kept = piece.length <= room ? piece : piece.slice(0, wholeAt(piece, room))
    if (kept.length < piece.length) this.#isCut = true
    if (kept === '') return
    this.#pieces.push(kept)
    this.#length += piece.length <= room ? kept.length : room // full, even if half a character was left out
  }

  /** The file's text with its lines tidied. @throws UnreadableFile `no-text` */
  done(): FileText {
    const text = tidy(this.#pieces.join(''))
    if (text === '') throw new UnreadableFile('no-text')
    return { state: this.#isCut ? 'partly' : 'read', text }
  }
}

/** The form that the database can store, so that offsets into it stay valid: no NUL, no half characters, plain line ends. */
function tidy(text: string): string {
  return text
    .replace(/\r\n?/g, '\n')
    .split('\n')
    .map((line) => line.trimEnd())
    .join('\n')
    .replace(/\n{3,}/g, '\n\n')
    .replaceAll('\0', '\u2400')
    .toWellFormed()
    .trim()
}

/** The offset, or the one before it if it would cut a character in two. */
function wholeAt(text: string, at: number): number {
  return (text.charCodeAt(at) & 0xfc00) === 0xdc00 && (text.charCodeAt(at - 1) & 0xfc00) === 0xd800
    ? at - 1
    : at
}
