/** Whether a text is a mail or a folder of mails, by its first lines. */

/** How much of a text is looked at for its headers, and how much if the servers on its way have put theirs first. */
const [shortHead, longHead] = [4_000, 65_536]

const header = /^[!-9;-~]+[ \t]*:/
const ofMail =
  /^(?:from|to|subject|date|received|message-id|mime-version|content-type|return-path|delivered-to|dkim-signature|authentication-results|received-spf|arc-[\w-]+|x-received|x-ms-[\w-]+)[ \t]*:/i
const ofServers =
  /^(?:received|received-spf|return-path|delivered-to|dkim-signature|authentication-results|arc-[\w-]+|x-[\w-]+)[ \t]*:/i
/** What folders put above each mail. */
const separator = /^>?From /

/** Text that begins with headers, of which two at least are those of mail. */
export function isMail(text: string): boolean {
  const start = text.slice(0, longHead).trimStart()
  const isLong = separator.test(start) || ofServers.test(start)
  const head = start.slice(0, isLong ? longHead : shortHead).split(/\r?\n\r?\n/, 1)[0] ?? ''
  const lines = head.split(/\r?\n/).filter((line) => !/^[ \t]/.test(line))
  const headers = separator.test(lines[0] ?? '') ? lines.slice(1) : lines
  return (
    headers.length >= 2 &&
    header.test(headers[0] ?? '') &&
    new Set(headers.flatMap((line) => ofMail.exec(line)?.[0].toLowerCase() ?? [])).size >= 2
  )
}

const separated = /^From \S{1,100} [^\r\n]{0,60}\d:\d\d[^\r\n]{0,40}\r?\n[!-9;-~]{1,80}[ \t]*:/

/** The mails of a folder, each with the line above it; a mail that is no folder is one. */
export function mailsIn(bytes: Uint8Array): Uint8Array[] {
  const all = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const first = Math.max(
    all.findIndex((byte) => byte > 0x20),
    0,
  )
  const starts = [first]
  const isFolder = all.toString('latin1', first, first + 5) === 'From '
  for (let at = isFolder ? all.indexOf(line) : -1; at >= 0; at = all.indexOf(line, at + 1))
    if (isAfterEmpty(all, at) && separated.test(all.toString('latin1', at + 1, at + 400))) starts.push(at + 1)
  return starts.map((start, n) => bytes.subarray(start, starts[n + 1]))
}

const line = Buffer.from('\nFrom ')

const isAfterEmpty = (all: Buffer, at: number): boolean =>
  all[at - 1] === 0x0a || (all[at - 1] === 0x0d && all[at - 2] === 0x0a)
