/** A malware scanner that speaks clamd's wire format, and fails in its ways. Source: the manual page clamd(8). */
import { once } from 'node:events'
import { createServer, type Server, type Socket } from 'node:net'
import type { AddressInfo } from 'node:net'

/** What it finds in every file that contains it. */
export const malwareSign = 'MALWARE-FOR-TESTS'
export const malwareName = 'Test.Malware.Verbatim'

type Mood = 'well' | 'silent' | 'garbage' | 'endless' | 'closing' | 'refusing'

export interface FakeClamd extends AsyncDisposable {
  readonly url: string
  readonly scanned: Buffer[]
  /** How it answers from now on. */
  mood: Mood
  /** `StreamMaxLength`. */
  mostBytes: number
}

/** @param path Of a socket, in place of a port. */
export async function openFakeClamd(path?: string): Promise<FakeClamd> {
  const sockets = new Set<Socket>()
  const server = createServer((socket) => {
    sockets.add(socket)
    socket.on('close', () => sockets.delete(socket))
    socket.on('error', () => {})
    serve(socket, fake)
  })
  server.listen(path ?? { port: 0, host: '127.0.0.1' })
  await once(server, 'listening')
  const fake: FakeClamd = {
    url: path ? `unix:${path}` : `tcp://127.0.0.1:${portOf(server)}`,
    scanned: [],
    mood: 'well',
    mostBytes: 1_000_000,
    async [Symbol.asyncDispose]() {
      for (const socket of sockets) socket.destroy()
      server.close()
      await once(server, 'close')
    },
  }
  return fake
}

const portOf = (server: Server) => (server.address() as AddressInfo).port

function serve(socket: Socket, fake: FakeClamd): void {
  let got = Buffer.alloc(0)
  let command: string | undefined
  const file: Buffer[] = []
  const say = (answer: string) => socket.end(`${answer}\0`)
  socket.on('data', (part: Buffer) => {
    got = Buffer.concat([got, part])
    if (command === undefined) {
      const end = got.indexOf(0)
      if (end < 0) return
      command = got.subarray(0, end).toString()
      got = got.subarray(end + 1)
      if (command === 'zVERSION') return void say('ClamAV 1.4.1/27400/Mon Nov 23 08:31:00 2026')
      if (command !== 'zINSTREAM') return void say('UNKNOWN COMMAND')
    }
    for (;;) {
      if (got.length < 4) return
      const length = got.readUInt32BE()
      if (got.length < 4 + length) return
      const frame = got.subarray(4, 4 + length)
      got = got.subarray(4 + length)
      if (length === 0) {
        answer(socket, fake, Buffer.concat(file), say)
        return
      }
      file.push(frame)
      if (file.reduce((sum, one) => sum + one.length, 0) > fake.mostBytes)
        return void say('INSTREAM size limit exceeded. ERROR')
    }
  })
}

function answer(socket: Socket, fake: FakeClamd, file: Buffer, say: (answer: string) => void): void {
  switch (fake.mood) {
    case 'silent':
      return
    case 'garbage':
      return say('HTTP/1.1 400 Bad Request')
    case 'endless':
      return void socket.write('x'.repeat(100_000))
    case 'closing':
      return void socket.destroy()
    case 'refusing':
      return say('stream: Can’t allocate memory ERROR')
    case 'well':
      fake.scanned.push(file)
      return say(file.includes(malwareSign) ? `stream: ${malwareName} FOUND` : 'stream: OK')
  }
}
