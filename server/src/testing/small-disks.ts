import { Readable, Writable } from 'node:stream'
import { pipeline } from 'node:stream/promises'

/** Writes to disks with room for so many bytes of each file; what is not named has room. */
export const fullAfter =
  (room: Readonly<Record<string, number>>) =>
  async (name: string, chunks: AsyncIterable<Uint8Array>): Promise<void> => {
    let left = room[name] ?? Infinity
    const disk = new Writable({
      write(chunk: Buffer, _encoding, done) {
        left -= chunk.length
        done(left < 0 ? Object.assign(new Error(`${name} is full`), { code: 'ENOSPC' }) : undefined)
      },
    })
    await pipeline(Readable.from(chunks, { objectMode: false }), disk)
  }
