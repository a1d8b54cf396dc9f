/**
 * Keys act on the page in the address. After J the address is already that of the next event while the previous one is
 * still drawn. Keys that arrive meanwhile are held, and act in order when their page is drawn.
 */

/** What a key does now; `wait` if its page is not drawn yet, undefined if it does nothing. */
export type Act = (() => void) | 'wait' | undefined

/** What keys wait for, such as a decision that is being saved. */
export interface Hold {
  readonly isBusy: () => boolean
  /** Another number once it has failed: keys that were pressed before are meant for what it would have changed, and do nothing. */
  readonly turn: () => number
  /** Called for a key that waits for it. */
  readonly onWait?: () => void
}

/** Whether a key has to wait, which what it waits for learns, so that it can say whether the key did anything. */
export function mustWait(hold: Hold | undefined): boolean {
  if (!hold?.isBusy()) return false
  hold.onWait?.()
  return true
}

export interface HeldKeys {
  /** Acts on a key, now or when its page is drawn. */
  press(key: string): void
  /** Whether a key waits. */
  isHolding(): boolean
  /** Call when the page has changed: the next held key acts if it can. */
  go(): void
  /** Call when the page shows what the last key did: only now does the next one act. */
  shown(): void
  /** Forgets held keys, because something other than a key has changed the address. */
  drop(): void
  /** Gives up the keys that are held, for the screen that comes next. */
  leave(): readonly string[]
  /** Holds the keys that were left, before all others. */
  goOnWith(keys: readonly string[]): void
}

// Many keys pressed while a page loads must not act for minutes afterwards.
export const mostHeld = 50

interface Given {
  /** Called for each key when it acts. */
  readonly actOf: (key: string) => Act
  /**
   * Called after each key. What a key does depends on what the one before it did, such as on the rows that it selected, so the next
   * one waits until that is shown.
   */
  readonly onActed: () => void
  /** The turn of what the keys wait for. */
  readonly turn?: () => number
  /** Called for each key that does nothing, because its turn is over. */
  readonly onVoid?: (key: string) => void
}

export function holdKeys({ actOf, onActed, turn = () => 0, onVoid }: Given): HeldKeys {
  const held: { readonly key: string; readonly turn: number }[] = []
  let isActing = false
  let isShown = true
  let isFull = false
  const go = () => {
    if (isActing || !isShown) return
    for (let [first] = held; first !== undefined; [first] = held) {
      const isVoid = first.turn !== turn()
      const act = isVoid ? undefined : actOf(first.key)
      if (act === 'wait') return
      held.shift()
      if (isVoid) onVoid?.(first.key)
      if (!act) continue
      isShown = false
      isActing = true
      try {
        act()
      } finally {
        isActing = false
        onActed()
      }
      return
    }
    isFull = false
  }
  return {
    press(key) {
      // If a key is not held, later keys would refer to another page.
      isFull ||= held.length >= mostHeld
      if (isFull) return
      held.push({ key, turn: turn() })
      go()
    },
    isHolding: () => held.length > 0,
    go,
    shown() {
      isShown = true
      go()
    },
    drop() {
      if (isActing) return
      held.length = 0
      isFull = false
    },
    leave: () => held.splice(0).map(({ key }) => key),
    goOnWith: (keys) => {
      held.unshift(...keys.map((key) => ({ key, turn: turn() })))
      go()
    },
  }
}
