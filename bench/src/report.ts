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

const reasonsHead = '## What misses its mark, and why'

/** Writes the page. It keeps the hand-written text about misses. */
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

Each figure is shown with its floor or peer, measured in the same run on the same machine. Figures are medians of several
rounds after a warm-up round, and rounds of ours and of the floor alternate. The database is the embedded PostgreSQL with
\`fsync\`, \`full_page_writes\` and \`synchronous_commit\` on. The server runs as with \`npm start\`, endpoints and worker in separate
processes, and another process generates the load. All of them share the machine's cores. \`bench/src/\` has one file per claim:

- \`capture.ts\`: signed webhooks on 64 connections from a client with plain sockets, every request prepared beforehand; each answer is the 200
  after the commit. The floor receives the same requests without verifying them and stores the body with one INSERT. In the row with a busy
  worker, the worker examines the same number of messages a second during the floor's rounds: messages of another organization, kept in bulk four times
  a second. So both share the cores with the same work, and the floor of that row is lower than that of the row above it.
- \`pipeline.ts\`: deliveries are kept in batches of 500, as busy endpoints do, while the worker parses, analyses, indexes, examines and
  stores them; the clock stops when nothing waits and every event is raised. The peer of bulk capture is \`COPY\` from a file on the
  database's own disk, of the same rows into the same tables with their indexes and constraints. One message in 100 breaks a policy.
- \`outward.ts\`: messages are captured while archiving is paused; then the worker sends them to a mail server in a process of its own, which takes every
  mail and keeps none. The clock stops when each mail is stored as accepted. The floor is the bare SMTP library with the same mails, composed beforehand,
  on two connections.
- \`matcher.ts\`: 2,000 phrases and 221 regexes over chat, on one thread, against the same rules as JavaScript RegExps tried one after the other.
- \`joint-regexes.ts\`: every pattern of the reference that can be saved, at once, over the reference conversations, on one thread, and over one text of a
  million characters, in which every regex must be evaluated, in CPU time; against the same patterns as JavaScript RegExps tried one after the other. If a C compiler and
  Hyperscan's library are installed, \`hyperscan.c\` matches the same messages against the patterns that it supports, and the run prints its messages a second.
- \`themes.ts\`: messages placed in themes and sub-themes, on one thread, against a regex that cuts them into words; and the themes of the requested number of messages found again, in a process
  of its own, against reading their terms. Where the complaints with known reasons are, also how well themes agree with these, against k-means.
- \`themes-again.ts\`: the same as a worker does it, over the requested number of stored messages: found in at most 200,000 of them by the worker's own thread, then all placed, against reading their texts by one statement.
  Then messages of the same organization are stored beside further revisions, in wall time, against storing them before and after.
- \`lists.ts\`: p95 of a page and its count, exact up to 10,000 as in the console, through HTTP, session, permission, scope and contract,
  one request at a time, against the same page and count as plain SQL by a superuser, without row-level security. Also the size of all indexes of the
  table of messages, per message.
- \`far-page.ts\`: the same for the page at the requested number of messages, in a table with three times as many.
- \`metrics.ts\`: every tile of Key Metrics and of insights by itself, the tabs, the tables, and the lists behind figures, as an administrator and as a reader of one
  group, over a month and a year, through HTTP; each is asked a few times, and the slowest of each kind are then timed, against counting the messages of the same
  days as plain SQL by a superuser. Besides messages the tables have 30,000 events with their decisions, 12,000 promises and 700,000 messages with a theme.
- \`first-load.ts\`: a browser without a cache opens the list for a signed-in user. Kilobytes are the files the page loads, by gzip; interactive is when a row
  is rendered and reacts to a key. The peers are an empty page of React and Mantine, and the list's own call made from a blank page.
- \`sign-in.ts\`: CPU time of client and API process for whole sign-ins, against the six modular powers of the protocol alone, computed by OpenSSL.
- \`realtime.ts\`: from posting a webhook to receiving the change on a socket, through capture, ingest and examination; changes are
  gathered for 150 ms on purpose. The peer is a message to a bare Socket.IO server and back.
- \`access.ts\`: 250 people at four pages each lose a permission by a change of their profile, and one of them is disabled: from the administrator's
  request until the sockets are checked again, until the next request is refused, and until the socket is closed. The peer is one notification
  through the same database.
- \`hostile-mix.ts\`: forty signed webhooks a second, at fixed times, to two organizations, while another process does everything at once that a sender, an analyst or a stranger can do: forty tries of forty regexes, previews of a year, forms of 40,000 parameters, wrong signatures, searches and lists, sign-ins, uploads, bodies of
  a megabyte, 400 sockets of one person. The event loop's delay is measured in the endpoints' own process. The floor is the same without that load.
- \`memory.ts\`: resident memory of each process after signed webhooks were replayed through the endpoints, lists were read and everything was
  examined, against a bare Fastify with a database pool after the same webhooks.

${reasonsHead}

${given.reasons}
`
}
