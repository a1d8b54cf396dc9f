import { useEffect } from 'react'

/** How far up from the words what cuts them may be. */
const mostSteps = 5

/**
 * Words that a row, a chip or a button has no room for are whole on hover, wherever they are cut. An element with a title
 * of its own keeps it.
 */
export function useCutTitles(): void {
  useEffect(() => {
    const show = ({ target }: Event) => {
      const cutting = target instanceof Element ? cuttingOf(target) : undefined
      if (!cutting || (cutting.title !== '' && !('cutText' in cutting.dataset))) return
      cutting.title = isCut(cutting) ? wholeOf(cutting) : ''
      cutting.dataset['cutText'] = ''
    }
    document.addEventListener('pointerover', show)
    return () => document.removeEventListener('pointerover', show)
  }, [])
}

/** The nearest element that may cut its words. */
function cuttingOf(target: Element): HTMLElement | undefined {
  let element: Element | null = target
  for (let step = 0; element && step < mostSteps; step++, element = element.parentElement) {
    if (!(element instanceof HTMLElement)) continue
    const { textOverflow, webkitLineClamp } = getComputedStyle(element)
    const isClamped = /^\d/.test(webkitLineClamp ?? '')
    if (element instanceof HTMLInputElement || textOverflow === 'ellipsis' || isClamped) return element
  }
  return undefined
}

const isCut = ({ scrollWidth, clientWidth, scrollHeight, clientHeight }: HTMLElement) =>
  scrollWidth > clientWidth || scrollHeight > clientHeight

function wholeOf(element: HTMLElement): string {
  if (!(element instanceof HTMLInputElement)) return element.innerText.trim()
  return element.type === 'text' ? element.value : ''
}
