/** Runs in the page: writes down every stop of the Tab key, and whether one sees where the focus is. */
interface Stop {
  readonly id: number
  readonly words: string
  /** What is wrong with it. */
  readonly wrong?: string
}

interface Noted {
  readonly element: HTMLElement
  readonly look: string
  readonly hasRing: boolean
  wrong?: string
}

interface Notes {
  /** Writes down where the focus is now: nowhere, where it was first, or at a stop. */
  note(): Promise<'out' | 'round' | 'on'>
  /** The stops since the notes were begun, in their order. */
  taken(): Stop[]
  /** What Tab should reach, and did not. */
  missed(): string[]
  begin(): void
  /** What has the focus without being a stop, as a dialog's title at first, and does not show it. */
  unseen(): string[]
}

declare global {
  interface Window {
    stops?: Notes
  }
}

/** Puts the notes into the page once. They stay until it is loaded again. */
export function watchStops(): void {
  if (window.stops) return
  const ids = new WeakMap<Element, number>()
  let count = 0
  let stops: Noted[] = []

  const idOf = (element: Element) => {
    const id = ids.get(element) ?? (count += 1)
    ids.set(element, id)
    return id
  }

  /** Everything about an element and what surrounds it that a ring, a border or a tint changes. */
  const lookOf = (element: Element): string => {
    const around = new Set<Element>([element, ...element.children])
    for (let at: Element | null = element, i = 0; at && i < 4; at = at.parentElement, i += 1) {
      around.add(at)
      for (const sibling of at.parentElement?.children ?? []) if (i < 2) around.add(sibling)
    }
    return [...around]
      .flatMap((one) => [undefined, '::before', '::after'].map((part) => getComputedStyle(one, part)))
      .map((style) =>
        [
          style.outlineStyle === 'none' ? '' : `${style.outlineWidth} ${style.outlineColor}`,
          style.boxShadow,
          style.borderColor,
          style.backgroundColor,
          style.textDecorationLine,
          style.opacity,
        ].join(' '),
      )
      .join('|')
  }

  const hasRing = (element: Element) => {
    const { outlineStyle, outlineWidth, outlineColor } = getComputedStyle(element)
    return (
      outlineStyle !== 'none' &&
      Number.parseFloat(outlineWidth) >= 1 &&
      !/, 0\)$|transparent/.test(outlineColor)
    )
  }

  const wordsOf = (element: Element) => {
    const words = element instanceof HTMLInputElement ? element.labels?.[0]?.textContent : element.textContent
    const name = element.getAttribute('aria-label') ?? words ?? ''
    return `${element.getAttribute('role') ?? element.tagName.toLowerCase()} “${name.trim().slice(0, 60)}”`
  }

  /** @returns Undefined where some of it is on the screen and not under something else; otherwise what is there. */
  const inFrontOf = (element: Element): string | undefined => {
    const field = element instanceof HTMLInputElement ? (element.labels?.[0] ?? element) : element
    const parts = [0.1, 0.5, 0.9]
    const inFront = new Set<string>()
    for (const one of [element, field, element.parentElement ?? element]) {
      const { left, top, width, height } = one.getBoundingClientRect()
      const points = parts.flatMap((x) => parts.map((y) => [left + width * x, top + height * y] as const))
      const hits = points.map(([x, y]) => document.elementFromPoint(x, y))
      if (hits.some((hit) => hit !== null && (one.contains(hit) || hit.contains(one)))) return undefined
      for (const hit of hits)
        inFront.add(hit ? `behind ${wordsOf(hit)}` : `outside the window, at ${Math.round(top)} pixels`)
    }
    return [...inFront].join(', ')
  }

  /** The topmost layer that keeps the focus, or the page. */
  const room = (): Element =>
    [...document.querySelectorAll('[role="dialog"], [role="menu"]')]
      .filter(
        (one) => one.checkVisibility() && !one.closest('[inert]') && one.contains(document.activeElement),
      )
      .at(-1) ?? document.body

  const reachable = (): HTMLElement[] =>
    [
      ...room().querySelectorAll<HTMLElement>(
        'a[href], button, input, select, textarea, summary, [tabindex], [contenteditable="true"]',
      ),
    ].filter((element) => {
      if (element.tabIndex < 0 || element.matches(':disabled') || element.closest('[inert]')) return false
      if (!element.checkVisibility({ visibilityProperty: true })) return false
      if (!(element instanceof HTMLInputElement) || element.type !== 'radio') return true
      // Of radio buttons with one name, Tab reaches the chosen one.
      const group = [
        ...document.querySelectorAll<HTMLInputElement>(
          `input[type=radio][name="${CSS.escape(element.name)}"]`,
        ),
      ]
      return element.checked || (!group.some(({ checked }) => checked) && group[0] === element)
    })

  window.stops = {
    begin: () => {
      stops = []
    },
    note: async () => {
      // The browser scrolls to the focus after it has moved.
      await new Promise((resolve) => requestAnimationFrame(resolve))
      const element = document.activeElement
      const before = stops.at(-1)
      // The one before is out of focus now: does it look any different?
      if (before && before.element !== element && before.element.isConnected && !before.wrong)
        if (!before.hasRing && before.look === lookOf(before.element))
          before.wrong = 'nothing shows that it has the focus'
      if (!(element instanceof HTMLElement) || element === document.body) return 'out'
      if (element === stops[0]?.element) return 'round'
      const stop: Noted = { element, look: lookOf(element), hasRing: hasRing(element) }
      const inFront = inFrontOf(element)
      if (inFront !== undefined) stop.wrong = `it has the focus out of sight, ${inFront}`
      stops.push(stop)
      return 'on'
    },
    taken: () =>
      stops.map(({ element, wrong }) => ({
        id: idOf(element),
        words: wordsOf(element),
        ...(wrong && { wrong }),
      })),
    unseen: () => {
      const element = document.activeElement
      if (!(element instanceof HTMLElement) || element === document.body || element.tabIndex >= 0) return []
      if ([element, ...element.children].some(hasRing)) return []
      return [`${wordsOf(element)}: nothing shows that it has the focus`]
    },
    missed: () => {
      const reached = new Set(stops.map(({ element }) => element))
      return reachable()
        .filter((element) => !reached.has(element))
        .map(wordsOf)
    },
  }
}
