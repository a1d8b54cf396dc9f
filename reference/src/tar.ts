import { readFileSync } from 'node:fs'
import { gunzipSync } from 'node:zlib'

/** The files of a `.tar.gz`, by name, in order. Enough of tar for the archives of the reference material. */
export function* readTarGz(file: string): Generator<{ name: string; bytes: Buffer }> {
  const tar = gunzipSync(readFileSync(file))
  let longName: string | undefined
  for (let at = 0; at + 512 <= tar.length && tar[at] !== 0;) {
    const header = at
    const field = (from: number, length: number) =>
      tar.toString('utf8', header + from, header + from + length).replace(/\0[^]*$/, '')
    const size = Number.parseInt(field(124, 12), 8) || 0
    const type = field(156, 1)
    const bytes = tar.subarray(at + 512, at + 512 + size)
    const prefix = field(257, 5) === 'ustar' ? field(345, 155) : ''
    at += 512 + Math.ceil(size / 512) * 512
    if (type === 'L') longName = bytes.toString('utf8').replace(/\0[^]*$/, '')
    else if (type === 'x') longName = /\d+ path=([^\n]*)\n/.exec(bytes.toString('utf8'))?.[1] ?? longName
    else {
      const name = longName ?? (prefix ? `${prefix}/${field(0, 100)}` : field(0, 100))
      longName = undefined
      if (type === '0' || type === '') yield { name, bytes }
    }
  }
}
