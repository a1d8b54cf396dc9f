import type { WriteStream } from 'node:tty'
import { styleText } from 'node:util'

/** The output for the person who starts the program. */
export interface Terminal {
  /** Starts a line for a step, and ends the previous one. */
  step(text: string): Step
  /** Writes permanent lines. */
  say(...lines: readonly string[]): void
}

interface Step {
  /** Shows the progress. */
  progress(text: string): void
  /** Ends the step with the time it took. */
  done(text?: string): void
}

/** How often progress is written to a stream that is not a terminal. */
const quietMs = 5_000

/** Writes each step on one line; if the stream is a file, one line when a step is done. */
export function openTerminal(stream: WriteStream | NodeJS.WriteStream): Terminal {
  const rewrite = (text: string) => stream.write(`\r\u001b[K${text}`)
  return {
    step(text) {
      const since = performance.now()
      let reportedAt = since
      if (stream.isTTY) rewrite(`  ${text} …`)
      return {
        progress(how) {
          if (stream.isTTY) return void rewrite(`  ${text} … ${dim(how)}`)
          if (performance.now() - reportedAt < quietMs) return
          reportedAt = performance.now()
          stream.write(`  ${text} … ${how}\n`)
        },
        done(how = '') {
          const seconds = ((performance.now() - since) / 1000).toFixed(1)
          const line = `  ${text}${how ? `: ${how}` : ''} ${dim(`(${seconds} s)`)}\n`
          if (stream.isTTY) rewrite(line)
          else stream.write(line)
        },
      }
    },
    say(...lines) {
      if (stream.isTTY) rewrite('')
      stream.write(lines.map((line) => `${line}\n`).join(''))
    },
  }

  function dim(text: string): string {
    return styleText('dim', text, { stream })
  }
}
