/**
 * `npm test`: all checks before a change is accepted, with one line for each step.
 * A failed step is shown with its output; the last line counts the tests.
 *
 *   --quick   without the slow unit tests, the kills and the stories: `npm run quick`
 */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmod, glob, mkdir, mkdtemp, readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { temporaryFolder, temporaryPrefix } from '@verbatim/server/testing/temporary-folder.ts'

interface Count {
  readonly passed: number
  readonly failed: number
  readonly skipped: number
  /** Tests that only the whole run takes (docs/decisions/0076). */
  readonly left?: number
}

interface Step {
  readonly name: string
  readonly command: readonly [string, ...string[]]
  readonly env?: NodeJS.ProcessEnv
  /** Reads the count from the step's output. A step without a count is one test. */
  readonly count?: () => Promise<Count>
  /** Further details of a failure that the step does not write itself. */
  readonly explain?: () => Promise<string>
}

const nothing: Count = { passed: 0, failed: 0, skipped: 0 }
const root = fileURLToPath(new URL('..', import.meta.url))
/** The folder of the reports and the temporary files of all steps. */
const reports = await mkdtemp(join(await temporaryFolder(), `${temporaryPrefix}${process.pid}-`))
await chmod(reports, 0o711) // for the database's user, where root runs the tests
/** Hundreds of processes load the same modules, so these are compiled once. Another user keeps its own there. */
const compiled = join(reports, 'compiled')
await mkdir(compiled)
await chmod(compiled, 0o1777)
const isQuick = process.argv.includes('--quick')
const total = { passed: 0, failed: 0 }
for (const together of steps()) {
  process.stdout.write(`${together.map(({ name }) => name).join(', ')} …\n`)
  for (const { passed, failed } of await Promise.all(together.map(run))) {
    total.passed += passed
    total.failed += failed
  }
}
await rm(reports, { recursive: true, force: true })
process.stdout.write(`\n${total.passed} passed, ${total.failed} failed\n`)
process.exitCode = total.failed === 0 ? 0 : 1

/** Groups run one after the other; the steps of a group run in parallel. */
function steps(): Step[][] {
  const unit = join(reports, 'unit.json')
  const faults = join(reports, 'faults.json')
  const nodes = join(reports, 'nodes.json')
  const browser = join(reports, 'browser.json')
  const checks: Step[] = [
    { name: 'format', command: ['oxfmt', '--check'] },
    { name: 'lint', command: ['oxlint', '--type-aware', '--deny-warnings'], env: seldomCollected() },
    // More of either check the same types again, each with gigabytes of its own.
    { name: 'types', command: ['tsc', '-b', '--builders', '1', '--checkers', '1'], env: seldomCollected() },
  ]
  const units: Step = {
    name: 'unit',
    command: ['vitest', 'run', '--reporter=default', '--reporter=json', `--outputFile.json=${unit}`],
    count: () => countVitest(unit),
  }
  const quickUnits: Step = { ...units, env: { QUICK: '1' } }
  const stories: Step = {
    name: 'browser',
    command: ['playwright', 'test', '--config', 'e2e/playwright.config.ts', '--reporter=line,json'],
    // Node strips the types itself; Playwright would compile all of the server again.
    env: { PLAYWRIGHT_JSON_OUTPUT_NAME: browser, PW_DISABLE_TS_ESM: '1' },
    count: () => countPlaywright(browser),
    explain: async () => `${await readPages()}\n${await readErrors(browser)}`,
  }
  // The campaign has more of each.
  const few = ['--collectors', '0', '--figures', '0']
  const seeds = [...few, '--seeds', '2', '--database-seeds', '1']
  const together = [...few, '--nodes', '2', '--seeds', '1', '--database-seeds', '0', '--scenes', 'quick']
  const kills: Step[] = [
    {
      name: 'faults',
      command: ['node', 'tools/faults.ts', ...seeds, '--report', faults],
      count: () => countFaults(faults),
    },
    {
      name: 'nodes',
      command: ['node', 'tools/faults.ts', ...together, '--report', nodes],
      count: () => countFaults(nodes),
    },
  ]
  if (isQuick) return [checks, [quickUnits]]
  // The processes to kill are found in /proc. One run after the other: side by side they failed.
  const rest = [units, ...(process.platform === 'linux' ? kills : []), stories]
  return [checks, ...rest.map((step) => [step])]
}

/**
 * Lint and types run in Go, which spends a third of their time on collecting garbage that never fills the memory: where
 * there is room, it waits until they hold 3 GiB. Each needs two in any case.
 */
function seldomCollected(): NodeJS.ProcessEnv {
  const isRoomy = process.availableMemory() > 8 * 1024 ** 3
  return isRoomy ? { GOGC: '400', GOMEMLIMIT: '3GiB' } : {}
}

async function run({ name, command, env, count, explain }: Step): Promise<Count> {
  const since = performance.now()
  const { code, output } = await execute(command, env)
  const counted = await (count?.() ?? nothing)
  // A step that fails without a failed test (it did not compile, it crashed) still fails.
  const result: Count = code !== 0 && counted.failed === 0 ? { ...counted, failed: 1 } : counted
  const left = counted.left ? `, ${counted.left} left to npm run whole` : ''
  const numbers = count ? `, ${counted.passed} passed, ${counted.skipped} skipped${left}` : ''
  const verdict = result.failed === 0 ? 'ok' : `failed (${result.failed})`
  process.stdout.write(
    `${name.padEnd(8)} ${verdict}${numbers} (${((performance.now() - since) / 1000).toFixed(0)} s)\n`,
  )
  if (result.failed > 0) {
    const explained = `${output}\n${(await explain?.()) ?? ''}`
    process.stdout.write(`${explained.trim().split('\n').slice(-400).join('\n')}\n`)
  }
  return result
}

/** The texts on the pages where stories failed. Dialogs and toasts come last. */
async function readPages(): Promise<string> {
  let pages = ''
  for await (const path of glob(join(root, 'test-results', '*', 'error-context.md'))) {
    const [, seen = ''] = /^```yaml\n(.*?)^```/ms.exec(await readFile(path, 'utf8')) ?? []
    pages += `The page of ${path.split('/').at(-2)}:\n${seen.split('\n').slice(-60).join('\n')}\n`
  }
  return pages
}

interface Suite {
  readonly suites?: readonly Suite[]
  readonly specs?: readonly {
    readonly title: string
    readonly tests: readonly {
      readonly results: readonly { readonly errors?: readonly { message?: string }[] }[]
    }[]
  }[]
}

/** What failed in each story. It comes after the pages, where a reader of the last lines finds it. */
async function readErrors(path: string): Promise<string> {
  const report = JSON.parse(await readFile(path, 'utf8').catch(() => '{}')) as Suite
  const specsOf = ({ suites = [], specs = [] }: Suite): NonNullable<Suite['specs']> => [
    ...specs,
    ...suites.flatMap(specsOf),
  ]
  const errors = specsOf(report).flatMap(({ title, tests }) =>
    tests.flatMap(({ results }) =>
      results.flatMap(({ errors: found = [] }) => found.map(({ message = '' }) => `${title}:\n${message}`)),
    ),
  )
  return errors.join('\n\n')
}

async function execute(
  [program, ...args]: readonly [string, ...string[]],
  env: NodeJS.ProcessEnv = {},
): Promise<{ code: number | null; output: string }> {
  const bin = join(root, 'node_modules', '.bin')
  const child = spawn(join(bin, program), args, {
    cwd: root,
    env: {
      ...process.env,
      PATH: `${bin}:${process.env['PATH']}`,
      NO_COLOR: '1',
      FORCE_COLOR: undefined,
      NODE_COMPILE_CACHE: compiled,
      TMPDIR: reports,
      ...env,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let output = ''
  child.stdout.on('data', (text) => (output += text))
  child.stderr.on('data', (text) => (output += text))
  const [code] = (await once(child, 'close').catch((error: unknown) => {
    output += String(error)
    return [-1]
  })) as [number | null]
  return { code, output }
}

async function countVitest(path: string): Promise<Count> {
  const text = await readFile(path, 'utf8').catch(() => undefined)
  if (text === undefined) return { ...nothing, failed: 1 }
  const report = JSON.parse(text) as {
    numPassedTests: number
    numFailedTests: number
    numPendingTests: number
    numTodoTests: number
    testResults: { status: string; assertionResults: { status: string; tags: string[] }[] }[]
  }
  // A file that cannot be loaded has no tests, so it counts as a failure.
  const unloadable = report.testResults.filter(
    ({ status, assertionResults }) =>
      status === 'failed' && !assertionResults.some((test) => test.status === 'failed'),
  )
  const tests = report.testResults.flatMap(({ assertionResults }) => assertionResults)
  const left = tests.filter(({ status, tags }) => status === 'skipped' && tags.includes('whole')).length
  return {
    passed: report.numPassedTests,
    failed: report.numFailedTests + unloadable.length,
    skipped: report.numPendingTests + report.numTodoTests - left,
    left,
  }
}

async function countFaults(path: string): Promise<Count> {
  const text = await readFile(path, 'utf8').catch(() => undefined)
  return text === undefined ? { ...nothing, failed: 1 } : (JSON.parse(text) as Count)
}

async function countPlaywright(path: string): Promise<Count> {
  const text = await readFile(path, 'utf8').catch(() => undefined)
  if (text === undefined) return { ...nothing, failed: 1 }
  const { stats, errors } = JSON.parse(text) as {
    stats: { expected: number; unexpected: number; flaky: number; skipped: number }
    errors: unknown[]
  }
  // A test that passes only when repeated counts as failed.
  const failed = stats.unexpected + stats.flaky
  return {
    passed: stats.expected,
    failed: failed === 0 ? errors.length : failed,
    skipped: stats.skipped,
  }
}
