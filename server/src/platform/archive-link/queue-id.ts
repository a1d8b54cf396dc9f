/**
 * The id under which a server queued a mail, from the last line of its answer: `250 2.0.0 Ok: queued as 4XyZ`,
 * `250 OK id=1sAbCd-0001`, `250 2.6.0 <id@host> [InternalId=12, Hostname=x] Queued mail for delivery`.
 */
export function queueIdOf(response: string): string | undefined {
  const line = response.trim().split(/\r?\n/).at(-1) ?? ''
  const text = line.replace(/^\d{3}[ -]?(?:\d\.\d{1,3}\.\d{1,3} ?)?/, '')
  const found = queuedAs.map((form) => form.exec(text)?.[1]).find((id) => id !== undefined)
  return found?.slice(0, 200)
}

const queuedAs = [
  /\b(?:queued|stored|accepted) as\s+<?([^\s<>;,)]{1,300})/i,
  /\bInternalId=([^\s,\]]{1,300})/i,
  /\bid[=:]\s*<?([^\s<>;,)]{1,300})/i,
]
