/** Text that is already markup. */
export class Markup {
  readonly text: string
  constructor(text: string) {
    this.text = text
  }
}

type Part = string | Markup | readonly Markup[] | undefined

/** Builds markup and escapes every value that is not already markup. */
export function html(strings: TemplateStringsArray, ...parts: Part[]): Markup {
  return new Markup(strings.reduce((text, string, i) => text + toText(parts[i - 1]) + string))
}

function toText(part: Part): string {
  if (part === undefined) return ''
  if (part instanceof Markup) return part.text
  if (typeof part !== 'string') return part.map(toText).join('')
  return part.replace(/[&<>"']/g, (char) => `&#${char.charCodeAt(0)};`)
}
