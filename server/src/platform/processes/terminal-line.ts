/**
 * A log line for a person at a terminal: time, process, sentence, and the few fields that matter.
 * Takes the JSON line, so that it shows nothing that the log file would not contain.
 */
export function toTerminalLine(json: string): string {
  const { level, time, name, msg, err, ...fields } = JSON.parse(json) as Record<string, unknown>
  const error = err as { message?: unknown; stack?: unknown } | undefined
  const parts = [
    String(time).slice(11, 19),
    String(name).padEnd(6),
    level === 'info' || level === 'debug' ? '' : `${String(level)}:`,
    oneLine(msg ?? ''),
    ...Object.entries(fields).map(([key, value]) => `${key}=${oneLine(value)}`),
    error ? `(${oneLine(error.message ?? err)})` : '',
  ]
  const line = parts.filter((part) => part !== '').join(' ')
  return level === 'error' && error?.stack ? `${line}\n${framesOf(error.stack)}` : `${line}\n`
}

const oneLine = (value: unknown) =>
  (typeof value === 'string' ? value : JSON.stringify(value)).replace(/\s*\n\s*/g, ' ')

/** The frames of our own code, which show the place; the message is already printed above them. */
function framesOf(stack: unknown): string {
  const frames = String(stack)
    .split('\n')
    .filter((line) => /^\s+at /.test(line) && !/node:|node_modules/.test(line))
  return frames
    .slice(0, 5)
    .map((line) => `         ${line.trim()}\n`)
    .join('')
}
