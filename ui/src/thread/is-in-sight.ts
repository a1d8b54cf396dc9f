/** Whether no part of an element is scrolled away, by whatever scrolls around it. */
export function isInSight(element: Element): boolean {
  const { top, bottom } = element.getBoundingClientRect()
  for (let frame = element.parentElement; frame; frame = frame.parentElement) {
    if (getComputedStyle(frame).overflowY === 'visible') continue
    const edge = frame.getBoundingClientRect()
    if (top < edge.top || bottom > edge.bottom) return false
  }
  return true
}
