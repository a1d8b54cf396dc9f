/**
 * `npm run replay -- FILE`: plays conversations or mails through the real endpoints of a running product, as providers
 * deliver them: signed webhooks, or SMTP. `--help` lists the options.
 */
import { play } from './replay/play.ts'
import { help, ReplayError, readOptions } from './replay/options.ts'
import { openProgress, summary } from './replay/progress.ts'

process.exitCode = await run()

async function run(): Promise<number> {
  const stop = new AbortController()
  process.once('SIGINT', () => stop.abort())
  try {
    const options = readOptions(process.argv.slice(2), process.env)
    if (options === 'help') {
      process.stdout.write(help)
      return 0
    }
    const progress = openProgress(process.stdout)
    const counts = await play(options, { signal: stop.signal, tell: progress.tell }).finally(progress.end)
    process.stdout.write(summary(counts))
    return counts.refused > 0 || counts.unanswered > 0 ? 1 : 0
  } catch (error) {
    if (!(error instanceof ReplayError)) throw error
    process.stderr.write(`${error.message}\n`)
    return 2
  }
}
