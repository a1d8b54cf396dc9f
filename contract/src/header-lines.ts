/**
 * By which header of a mail something is known, as an administrator writes it: `X-Acme-Room`, with a pattern for its value
 * `X-Acme-Room: id=(\w+)`, and with the app that it means `Subject: ^Teams => Teams`.
 */
export interface HeaderLine {
  readonly name: string
  /** A regex; without it, any value counts. */
  readonly pattern?: string
  readonly app?: string
}

/** Undefined for a line that names no header. */
export function readHeaderLine(line: string): HeaderLine | undefined {
  const written = line.trim()
  // The last arrow, since a pattern may have one.
  const arrow = written.lastIndexOf('=>')
  const hasApp = arrow > 0 && /\s/.test(written[arrow - 1] ?? '')
  const app = hasApp ? written.slice(arrow + 2).trim() : undefined
  const [, name, pattern = ''] =
    /^([!-9;-~]+)\s*(?::\s*(.*))?$/su.exec(hasApp ? written.slice(0, arrow).trim() : written) ?? []
  if (name === undefined || app === '') return undefined
  return { name, ...(pattern && { pattern }), ...(app && { app }) }
}
