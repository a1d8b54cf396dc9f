/** The parts of HTML that are not shown, as far as mail programs follow it. */

/** Whether declarations hide an element. `isInline`: for an element within a line, whose size is that of its text. */
function hides(declarations: string, isInline: boolean): boolean {
  const said = withoutComments(declarations).toLowerCase()
  return (
    /display\s*:\s*none|visibility\s*:\s*(?:hidden|collapse)|mso-hide\s*:\s*all/.test(said) ||
    /(?:^|[;\s])(?:opacity|max-height)\s*:\s*0(?:\.0+)?(?:px)?\s*(?:;|!|$)/.test(said) ||
    // Blocks often have a font size of 0 to avoid gaps, and their children a normal one.
    (isInline && /font-size\s*:\s*0(?:\.0+)?(?:px|pt|em|%)?\s*(?:;|!|$)/.test(said))
  )
}

/** The last display that declarations set; undefined without one. */
export function displayOf(declarations: string): string | undefined {
  const found = withoutComments(declarations).matchAll(/(?<![\w-])display\s*:\s*([a-z-]+)/gi)
  return [...found].at(-1)?.[1]?.toLowerCase()
}

/** One that is never closed stays. */
function withoutComments(sheet: string): string {
  let plain = ''
  let at = 0
  for (;;) {
    const open = sheet.indexOf('/*', at)
    const close = open < 0 ? -1 : sheet.indexOf('*/', open + 2)
    if (close < 0) return plain + sheet.slice(at)
    plain += sheet.slice(at, open)
    at = close + 2
  }
}

/** Simple selectors that a style sheet hides everywhere: `.x`, `#x`, `div.x`. */
export function hiddenSelectors(sheet: string): string[] {
  const found: string[] = []
  const plain = withoutComments(sheet).replace(/<!--|-->/g, '')
  let depth = 0
  let start = 0
  for (const brace of plain.matchAll(/[{}]/g)) {
    if (brace[0] === '{') {
      depth++
      if (depth === 1) start = brace.index
    } else if (depth > 0) {
      depth--
      if (depth > 0) continue
      const selectors = plain.slice(plain.lastIndexOf('}', start) + 1, start)
      const declarations = plain.slice(start + 1, brace.index)
      if (!selectors.includes('@') && !declarations.includes('{') && hides(declarations, false))
        found.push(...selectors.split(',').map((one) => one.trim().toLowerCase()))
    }
  }
  return found
}

/** The texts that a style sheet puts before and after elements. */
export function sheetTexts(sheet: string): string[] {
  return [...sheet.matchAll(/content\s*:\s*(?:"([^"\n]*)"|'([^'\n]*)')/gi)].map(
    ([, double, single]) => double ?? single ?? '',
  )
}

interface Element {
  readonly name: string
  readonly attributes: ReadonlyMap<string, string>
  readonly isInline: boolean
}

/** Whether an element is hidden by itself or by one of the selectors. */
export function isHidden({ name, attributes, isInline }: Element, selectors: ReadonlySet<string>): boolean {
  if (attributes.has('hidden') || hides(attributes.get('style') ?? '', isInline)) return true
  if (selectors.size === 0) return false
  const classes = (attributes.get('class') ?? '').toLowerCase().split(/\s+/)
  const id = (attributes.get('id') ?? '').toLowerCase()
  return (
    classes.some((one) => one !== '' && (selectors.has(`.${one}`) || selectors.has(`${name}.${one}`))) ||
    (id !== '' && (selectors.has(`#${id}`) || selectors.has(`${name}#${id}`)))
  )
}
