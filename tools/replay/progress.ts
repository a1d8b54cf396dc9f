import type { WriteStream } from 'node:tty'
import type { Counts } from './play.ts'

/** Shows the progress: on a terminal one changing line, elsewhere a line every five seconds. */
export function openProgress(out: WriteStream): { tell: (counts: Counts) => void; end: () => void } {
  const everyMs = out.isTTY ? 100 : 5_000
  let shownAt = performance.now()
  let isLineOpen = false
  return {
    tell(counts) {
      if (performance.now() - shownAt < everyMs) return
      shownAt = performance.now()
      isLineOpen = out.isTTY
      out.write(out.isTTY ? `\r\u001B[K${line(counts)}` : `${line(counts)}\n`)
    },
    end() {
      if (isLineOpen) out.write('\r\u001B[K')
    },
  }
}

/** The final count. */
export function summary(counts: Counts): string {
  const rows: [string, string][] = [
    ['sent', count(counts.sent)],
    ['accepted', count(counts.accepted)],
    ['duplicate', count(counts.duplicate)],
    ['refused', count(counts.refused)],
    ...(counts.unanswered > 0 ? [['no answer', count(counts.unanswered)] as [string, string]] : []),
    ['seconds', counts.seconds.toFixed(1)],
    ['a second', count(rateOf(counts))],
  ]
  return rows.map(([name, value]) => `${name.padEnd(10)} ${value.padStart(9)}\n`).join('')
}

function line(counts: Counts): string {
  const { sent, accepted, duplicate, refused } = counts
  return `${count(sent)} sent · ${count(accepted)} accepted · ${count(duplicate)} duplicate · ${count(refused)} refused · ${count(rateOf(counts))}/s`
}

const rateOf = ({ sent, seconds }: Counts) => Math.round(sent / Math.max(seconds, 0.001))
const count = (value: number) => value.toLocaleString('en')
