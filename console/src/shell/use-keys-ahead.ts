import { type AnyRouter, useRouter, useRouterState } from '@tanstack/react-router'
import { mostHeld } from '@verbatim/ui/held-keys.ts'
import { areKeysForPage, pressAgain } from '@verbatim/ui/list-keys.ts'
import { useEffect, useState } from 'react'
import { onOtherAddress } from '#lists/address-change.ts'
import { isByKey } from '#lists/by-key.ts'
import { isTypingAhead, listenForText, stopTyping } from '#lists/typed-ahead.ts'

/**
 * Keys that come after the address has gone to another screen, and before that screen is drawn, are meant for it. They are kept
 * from the old screen, and pressed again on the new one. They are forgotten if the address changes again meanwhile.
 * Source: docs/decisions/0077-keys-act-on-the-address.md.
 */
export function useKeysAhead(): void {
  const router = useRouter()
  const screen = useRouterState({ select: ({ matches }) => screenOf(matches) })
  const [ahead] = useState(() => keepKeys(router))
  useEffect(() => ahead.listen(), [ahead])
  useEffect(() => ahead.drawn(screen), [ahead, screen])
}

type Match = { readonly routeId: string; readonly status: string }

/** The route whose screen is drawn; undefined while a placeholder stands for it. */
function screenOf(matches: readonly Match[]): string | undefined {
  const last = matches.at(-1)
  return last?.status === 'pending' ? undefined : last?.routeId
}

function keepKeys(router: AnyRouter) {
  let shown: string | undefined
  let keys: Pick<KeyboardEvent, 'key' | 'shiftKey' | 'repeat'>[] = []
  let isPressing = false
  const isUnderWay = () => {
    const { status, matches } = router.state
    const next =
      status === 'pending'
        ? router.getMatchedRoutes(router.history.location.pathname)[0].at(-1)?.id
        : matches.at(-1)?.routeId
    return next !== shown
  }
  const keep = (event: KeyboardEvent) => {
    const { key, shiftKey, repeat, ctrlKey, metaKey, altKey, target } = event
    if (isPressing || isTypingAhead() || ctrlKey || metaKey || altKey || key.length !== 1) return
    // It presses what has the focus, unless keys before it lead elsewhere; after C it is part of a text.
    if (key === ' ' && keys.length === 0) return
    // Not before those that are still to be pressed.
    if (!areKeysForPage(target) || (keys.length === 0 && !isUnderWay())) return
    event.preventDefault()
    event.stopImmediatePropagation()
    // If a key is lost, later ones would mean something else.
    if (keys.length < mostHeld) keys.push({ key, shiftKey, repeat })
  }
  const drop = () => {
    if (isByKey(router.history)) return
    stopTyping()
    if (!isPressing) keys = []
  }
  /** One after the other, so that each finds what the one before has left. */
  const press = () => {
    const key = isUnderWay() ? undefined : keys.shift()
    if (key === undefined) return
    isPressing = true
    try {
      pressAgain(key)
    } finally {
      isPressing = false
    }
    if (keys.length > 0) setTimeout(press)
  }
  return {
    listen: () => {
      // Before all listeners of the document.
      window.addEventListener('keydown', keep, true)
      const stopListening = listenForText()
      const stopDropping = onOtherAddress(router.history, drop)
      return () => {
        window.removeEventListener('keydown', keep, true)
        stopListening()
        stopDropping()
      }
    },
    drawn: (screen: string | undefined) => {
      shown = screen
      if (screen !== undefined && keys.length > 0) setTimeout(press)
    },
  }
}
