import type { RouterHistory } from '@tanstack/react-router'

/**
 * Calls back when the address becomes another one. To open the page once more that is opened already, such as by a second Enter on
 * its row, changes nothing.
 * @returns A function that stops this.
 */
export function onOtherAddress(history: RouterHistory, act: () => void): () => void {
  let { href } = history.location
  return history.subscribe(({ location }) => {
    if (location.href === href) return
    ;({ href } = location)
    act()
  })
}

/** Goes to a page; if it is the one of the address, the way back does not lead through it twice. */
export function goTo(history: RouterHistory, href: string): void {
  if (href === history.location.href) history.replace(href)
  else history.push(href)
}
