import type { MimePart } from './mime.ts'

/** Lines that were broken only to fit, joined again; nothing else is changed. Source: RFC 3676. */
export function reflow(part: MimePart, text: string): string {
  const deletesSpace = part.type.parameters.get('delsp')?.toLowerCase() === 'yes'
  const lines: string[] = []
  let open: string | undefined
  for (const line of text.split(/\r?\n/)) {
    const [, quote = '', rest = ''] = /^(>*)(?:[ ])?([^]*)$/.exec(line) ?? []
    const continues = open === quote && lines.length > 0
    if (continues) lines[lines.length - 1] += rest
    else lines.push(quote ? line : rest)
    const isSoft = rest.endsWith(' ') && rest !== '-- '
    open = isSoft ? quote : undefined
    if (isSoft && deletesSpace) lines[lines.length - 1] = (lines.at(-1) ?? '').slice(0, -1)
  }
  return lines.join('\n')
}
