/** Scans files for malware with a clamd server. Source: the manual page clamd(8), commands INSTREAM and VERSION. */
import { connect, type Socket } from 'node:net'
import type { Readable } from 'node:stream'

type Verdict =
  | { readonly state: 'clean' }
  | { readonly state: 'infected'; readonly malware: string }
  | { readonly state: 'unscannable'; readonly reason: 'too-large' | 'refused' }

export interface Scanned {
  readonly verdict: Verdict
  /** The scanner with the version of its signatures: "ClamAV 1.4.1/27400". */
  readonly engine: string
}

export interface Scanner {
  /** @throws ScannerAway if there is no verdict now; the file may be scanned again */
  scan(open: () => Promise<Readable>): Promise<Scanned>
}

/** The scanner cannot be reached, is too slow, or says what is not in its protocol. */
export class ScannerAway extends Error {
  override name = 'ScannerAway'
}

/** It closed the connection in the midst of a file, although it could be reached: files beyond its limit may end so. */
export class ScannerBroke extends ScannerAway {
  override name = 'ScannerBroke'
}

interface ScannerOptions {
  /** `tcp://host:3310` or `unix:/run/clamav/clamd.sock`. */
  readonly url: string
  /** For connecting, and for each pause without progress. */
  readonly idleMs?: number
  /** For one file. */
  readonly wholeMs?: number
}

/** Longer answers are not clamd's. */
const mostAnswerBytes = 4_096
/** In one frame of INSTREAM. */
const frameBytes = 65_536

export function openScanner({ url, idleMs = 20_000, wholeMs = 120_000 }: ScannerOptions): Scanner {
  const place = placeOf(url)
  const ask = (command: string, send?: (socket: Socket) => Promise<void>) =>
    talk(() => connect(place), command, { idleMs, wholeMs, send })
  return {
    async scan(open) {
      const engine = engineOf(await ask('VERSION'))
      const file = await open()
      try {
        const answer = await ask('INSTREAM', (socket) => sendFrames(socket, file))
        return { verdict: verdictOf(answer), engine }
      } finally {
        file.destroy()
      }
    },
  }
}

const defaultPort = 3310

function placeOf(url: string) {
  if (url.startsWith('unix:')) return { path: url.slice('unix:'.length).replace(/^\/\//, '') }
  const { hostname, port } = new URL(url)
  return { host: hostname.replace(/^\[|\]$/g, ''), port: Number(port || defaultPort) }
}

/** "ClamAV 1.4.1/27400/Mon Nov 23 08:31:00 2026", without the day. */
function engineOf(answer: string): string {
  if (!answer.startsWith('ClamAV ')) throw new ScannerAway('The scanner does not say its version')
  return answer.split('/').slice(0, 2).join('/').slice(0, 100)
}

function verdictOf(answer: string): Verdict {
  if (answer === 'stream: OK') return { state: 'clean' }
  const [, malware] = /^stream: (.+) FOUND$/s.exec(answer) ?? []
  if (malware) return { state: 'infected', malware: malware.slice(0, 200) }
  if (answer.includes('size limit exceeded')) return { state: 'unscannable', reason: 'too-large' }
  if (/^stream: .* ERROR$/s.test(answer)) return { state: 'unscannable', reason: 'refused' }
  throw new ScannerAway('The scanner’s answer is not understood')
}

interface Talk {
  readonly idleMs: number
  readonly wholeMs: number
  readonly send: ((socket: Socket) => Promise<void>) | undefined
}

/** One command and its answer, on a connection of its own. Commands with a `z` end in NUL, and so do their answers. */
function talk(open: () => Socket, command: string, { idleMs, wholeMs, send }: Talk): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = open()
    const parts: Buffer[] = []
    let bytes = 0
    const end = (act: () => void) => {
      clearTimeout(late)
      socket.destroy()
      act()
    }
    let sends = false
    const away = (why: string, cause?: unknown) => end(() => reject(new ScannerAway(why, { cause })))
    const broke = (cause?: unknown) =>
      sends
        ? end(() => reject(new ScannerBroke('The scanner broke off', { cause })))
        : away('The scanner cannot be reached', cause)
    const late = setTimeout(() => away('The scanner took too long'), wholeMs)
    socket.setTimeout(idleMs, () => away('The scanner did not go on'))
    socket.on('error', (error) => {
      // It answers before it closes a stream that it does not take to the end.
      if (parts.length > 0) finish()
      else broke(error)
    })
    socket.on('data', (part: Buffer) => {
      bytes += part.length
      if (bytes > mostAnswerBytes) return away('The scanner’s answer is too long')
      parts.push(part)
      if (part.includes(0)) finish()
    })
    socket.on('close', () => (parts.length > 0 ? finish() : broke()))
    const finish = () => {
      const answer = Buffer.concat(parts).toString('utf8').replaceAll('\0', '').trim()
      end(() => resolve(answer))
    }
    socket.once('connect', () => {
      socket.write(`z${command}\0`)
      sends = send !== undefined
      // What cannot be sent any more is the scanner's to explain.
      send?.(socket).catch((error: unknown) => (socket.destroyed ? undefined : end(() => reject(error))))
    })
  })
}

/** The file in frames, each with its length before it; one of length 0 ends it. */
async function sendFrames(socket: Socket, file: Readable): Promise<void> {
  for await (const part of file as AsyncIterable<Buffer>)
    for (let at = 0; at < part.length; at += frameBytes) {
      if (socket.destroyed || !socket.writable) return
      const frame = part.subarray(at, at + frameBytes)
      const length = Buffer.alloc(4)
      length.writeUInt32BE(frame.length)
      socket.write(length)
      if (!socket.write(frame)) await drained(socket)
    }
  if (socket.writable) socket.write(Buffer.alloc(4))
}

const drained = (socket: Socket) =>
  new Promise<void>((resolve) => {
    const go = () => {
      socket.off('drain', go).off('close', go)
      resolve()
    }
    socket.on('drain', go).on('close', go)
  })
