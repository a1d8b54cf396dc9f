/** The mail server of `SMTP_URL`. */
export interface MailServer {
  readonly host: string
  readonly port: number
  /** `direct` from the first byte, `required` by STARTTLS, `offered` if the server supports it. */
  readonly tls: 'direct' | 'required' | 'offered' | 'off'
  readonly user: string | undefined
  readonly password: string
}

/** Whether mail for this server stays on this machine. */
export const isThisMachine = (host: string) => /^(localhost|127\.\d+\.\d+\.\d+|::1)$/.test(host)

/**
 * Reads `smtp://user:password@host:port` or `smtps://…`. Mail to another machine is encrypted, or not sent, unless the
 * address ends with `?tls=off`. @returns undefined if the text is not such an address.
 */
export function parseMailServer(text: string): MailServer | undefined {
  if (!URL.canParse(text)) return undefined
  const url = new URL(text)
  const direct = url.protocol === 'smtps:'
  const unknown = [...url.searchParams].some(([name, value]) => name !== 'tls' || value !== 'off')
  if ((!direct && url.protocol !== 'smtp:') || !url.hostname || unknown) return undefined
  const off = url.searchParams.has('tls') && !direct
  const host = url.hostname.replace(/^\[|\]$/g, '')
  const tls = isThisMachine(host) ? 'offered' : 'required'
  return {
    host,
    port: url.port ? Number(url.port) : direct ? 465 : 587,
    tls: direct ? 'direct' : off ? 'off' : tls,
    user: url.username ? decodeURIComponent(url.username) : undefined,
    password: decodeURIComponent(url.password),
  }
}
