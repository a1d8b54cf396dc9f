import { readFile, writeFile } from 'node:fs/promises'
import { availableParallelism, cpus, totalmem } from 'node:os'
import { inUnit, missed, promised, type Row } from './figures.ts'

/** The rows as a Markdown table, which is also readable in a terminal. */
export function toTable(rows: readonly Row[]): string {
  const lines = rows.map((row) => {
    const times = row.ours / row.floor
    const ratio = `${times >= 10 ? times.toFixed(0) : times.toFixed(2)} ×`
    const verdict = row.marks ? (missed(row).length === 0 ? 'held' : 'missed') : ''
    const cells = [
      row.what,
      inUnit(row.ours, row.unit),
      `${inUnit(row.floor, row.unit)} ${row.against}`,
      ratio,
    ]
    return [...cells, promised(row), verdict]
  })
  const heads = ['measured', 'figure', 'floor or peer', 'ratio', 'mark', '']
  const widths = heads.map((head, i) =>
    Math.max(head.length, ...lines.map((cells) => (cells[i] ?? '').length)),
  )
  const line = (cells: readonly string[]) =>
    `| ${cells.map((cell, i) => (i === 1 || i === 3 ? cell.padStart(widths[i] ?? 0) : cell.padEnd(widths[i] ?? 0))).join(' | ')} |`
  const rule = `|${widths.map((width, i) => (i === 1 || i === 3 ? `${'-'.repeat(width + 1)}:` : '-'.repeat(width + 2))).join('|')}|`
  return [line(heads), rule, ...lines.map(line)].join('\n')
}

export async function describeMachine(): Promise<string> {
  const [first] = cpus()
  const memoryGb = Math.round(totalmem() / 1024 ** 3)
  const load = (await readFile('/proc/loadavg', 'utf8').catch(() => '')).split(' ')[0]
  const busy = load ? `, load ${load} at the end` : ''
  return `${availableParallelism()} cores of ${first?.model ?? 'an unknown processor'}, ${memoryGb} GB, Node ${process.version}${busy}`
}

/** What follows the table is written by hand. */
const byHand = '## How it is measured'

/** Writes the table of the page, and keeps what follows it. */
export async function writeReport(
  path: string,
  { rows, machine, messages }: { rows: readonly Row[]; machine: string; messages: number },
): Promise<void> {
  const before = await readFile(path, 'utf8')
  const kept = before.indexOf(byHand)
  if (kept < 0) throw new Error(`${path} does not say how it is measured`)
  const count = messages.toLocaleString('en-GB')
  const day = new Date().toISOString().slice(0, 10)
  const head = `# Benchmarks

Written by \`npm run bench -- --messages ${messages} --write docs/benchmarks.md\` on ${day}: ${machine}.
${count} messages in the tables of lists and searches.

${toTable(rows)}

`
  await writeFile(path, head + before.slice(kept))
}
