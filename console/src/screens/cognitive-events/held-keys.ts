/**
 * Keys act on the page that the address names. After J the address is already that of the next event while the one before is
 * still drawn: keys that arrive meanwhile are held, and act in their order once their page is there.
 */

/** What a key does now; `wait` if its page is not there yet, undefined if it does nothing. */
export type Act = (() => void) | 'wait' | undefined

export interface HeldKeys {
  /** Acts on a key, now or once its page is there. */
  press(key: string): void
  /** The page has changed: held keys act as far as they can. */
  go(): void
  /** Forgets held keys: something else than a key has changed the address. */
  drop(): void
}

// Keys that are pressed on while a page loads must not act for minutes afterwards.
export const mostHeld = 50

/** @param actOf Looked up for each key, at the time when it acts. */
export function holdKeys(actOf: (key: string) => Act): HeldKeys {
  const held: string[] = []
  let isActing = false
  let isFull = false
  const go = () => {
    if (isActing) return
    isActing = true
    try {
      for (let [key] = held; key !== undefined; [key] = held) {
        const act = actOf(key)
        if (act === 'wait') return
        held.shift()
        act?.()
      }
      isFull = false
    } finally {
      isActing = false
    }
  }
  return {
    press(key) {
      // Without a key that was not held, those after it would mean another page.
      isFull ||= held.length >= mostHeld
      if (isFull) return
      held.push(key)
      go()
    },
    go,
    drop() {
      if (isActing) return
      held.length = 0
      isFull = false
    },
  }
}
