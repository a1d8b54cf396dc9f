import { readFile, writeFile } from 'node:fs/promises'
import { availableParallelism, cpus, totalmem } from 'node:os'
import { inUnit, missed, promised, type Row } from './figures.ts'

/** The rows as a Markdown table, which reads in a terminal, too. */
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

const reasonsHead = '## What misses its mark, and why'

/** Writes the page. What was written by hand about misses stays. */
export async function writeReport(
  path: string,
  { rows, machine, messages }: { rows: readonly Row[]; machine: string; messages: number },
): Promise<void> {
  const before = await readFile(path, 'utf8').catch(() => '')
  const kept = before.includes(reasonsHead)
    ? before.slice(before.indexOf(reasonsHead) + reasonsHead.length).trim()
    : ''
  const misses = rows.filter((row) => missed(row).length > 0)
  const reasons =
    kept || misses.map((row) => `- ${row.what}: ${missed(row).join(', ')}.`).join('\n') || 'Nothing.'
  await writeFile(path, page({ rows, machine, messages, reasons }))
}

function page(given: { rows: readonly Row[]; machine: string; messages: number; reasons: string }): string {
  const count = given.messages.toLocaleString('en-GB')
  const day = new Date().toISOString().slice(0, 10)
  return `# Benchmarks

Written by \`npm run bench -- --messages ${given.messages} --write docs/benchmarks.md\` on ${day}: ${given.machine}.
${count} messages in the tables of lists and searches.

${toTable(given.rows)}

## How it is measured

One run. Every figure stands beside its floor or peer, measured in the same run on the same machine; figures are medians of several
rounds after one that warms up, and rounds of ours and of the floor take turns. The database is the embedded PostgreSQL with
\`fsync\`, \`full_page_writes\` and \`synchronous_commit\` on; the server runs as \`npm start\` runs it, endpoints and worker in processes of their
own, and loads come from one more. All of them share the machine's cores. One file per claim in \`bench/src/\`:

- \`capture.ts\`: signed webhooks on 64 connections by a client of plain sockets, every request prepared beforehand; each answer is the 200
  after the commit. The floor takes the same requests without looking at them and stores the body with one INSERT. Where the worker
  examines what is captured, it examines beside the floor as many messages a second as it did beside us: of another organization, kept in bulk four times
  a second. So both share the cores with the same work, and the floor of that row is lower than that of the row above it.
- \`pipeline.ts\`: deliveries are kept in batches of 500, as busy endpoints keep them, while the worker parses, analyses, indexes, examines and
  stores them; the clock stops when nothing waits and every event is raised. The peer of bulk capture is \`COPY\` from a file on the
  database's own disk, of the same rows into the same tables with their indexes and constraints. One message in 100 breaks a policy.
- \`matcher.ts\`: 2,000 phrases and 221 regexes over chat, on one thread, against the same rules as JavaScript RegExps tried one after the other.
- \`joint-regexes.ts\`: every pattern of the reference that can be saved, at once, over the reference conversations, on one thread, and over one text of a
  million characters, in which every regex must be evaluated, in time of the processor; against the same patterns as JavaScript RegExps tried one after the other. Where a C compiler and
  Hyperscan's library are installed, \`hyperscan.c\` judges the same messages by those patterns that it takes, and the run says how many messages a second.
- \`lists.ts\`: p95 of a page and its count, exact up to 10,000 as a page asks for it with its rows, through HTTP, session, permission, scope and contract,
  one request at a time, against the same page and count as plain SQL by a superuser, without row-level security. What all indexes of the table of
  messages weigh, for each of them.
- \`far-page.ts\`: the same of the page at as many messages as are asked for, of three times as many.
- \`first-load.ts\`: a browser without a cache opens the list of a signed-in person; kilobytes are what the page loads, by gzip; interactive is when a row
  is drawn and answers a key. The peers are an empty page of React and Mantine, and the list's own call made from a blank page.
- \`sign-in.ts\`: CPU time of client and API process over whole sign-ins, against the six powers of the protocol raised by OpenSSL and nothing else.
- \`realtime.ts\`: from posting a webhook to hearing the change on a socket, through capture, digest and examination; changes are
  gathered for 150 ms on purpose. The peer is a message to a bare Socket.IO server and back.
- \`access.ts\`: 250 people at four pages each lose a permission by a change of their profile, and one of them is disabled: from the administrator's
  request to the sockets being judged anew, to the next request being refused, and to the socket being closed. The peer is one notification
  through the same database.
- \`hostile-mix.ts\`: forty signed webhooks a second by the clock, to two organizations, while another process does everything at once that a sender, an analyst or a stranger can:
  forty tries of forty regexes, previews of a year, forms of 40,000 parameters, wrong signatures, searches and lists, sign-ins, uploads, bodies of
  a megabyte, 400 sockets of one person. The event loop's delay is measured in the endpoints' own process. The floor is the same in calm.
- \`memory.ts\`: resident memory of each process after signed webhooks have been replayed through the endpoints, lists read and everything
  examined, against a bare Fastify with a database pool after the same webhooks.

${reasonsHead}

${given.reasons}
`
}
